# -- names
name-cut = A name has at most { $count } characters, so the rest was cut off.
name-use = Use this name
name-changed = You are now called { $name }.
name-yours = Your name, as others see it
gathering-invited = { $name } invites you to { $game }
rematch-go = To the rematch

# -- one's own games
games-sum =
    { $count ->
        [one] One finished game
       *[other] { $count } finished games
    }, { $won } won
games-search = Search by name
games-all = All games
games-running = Running
games-finished = Finished
games-none = Nothing played yet
games-none-text = Every game that you finish is listed here, with its replay and its analysis.
games-not-found = No finished game matches that.
games-more = Show more
games-won = Won
games-tied = Shared win
games-place = Place { $place } of { $seats }
games-shared = At one device
games-analysed = The analysis is ready.
games-kept-guest = Only this browser knows that these games are yours. With an account you find them on any device.

# -- the garden of the day
daily-title = The garden of the day
daily-text = { $names } played { $game } this morning; it ended { $scores }. Watch it grow, or find a better move.
daily-watch = Watch it grow
daily-picture = The end of today’s game
daily-soon = Two bots are still playing today’s garden …

# -- what bots are like
bot-yui = Her first garden. Everything is exciting.
bot-nico = Plants whatever looks pretty.
bot-emi = Asks the frogs for advice.
bot-poldi = Forgets to count, and doesn’t mind.
bot-hana = Plays for the pleasure of it.
bot-kenji = Cannot resist a maple.
bot-otto = Slow to plant, quick to laugh.
bot-lise = Hums while she rakes.
bot-sora = Watches the sky, and your score.
bot-clara = Keeps every bed tidy.
bot-jun = Remembers last Thursday’s game.
bot-tomo = Always leaves you the second best.
bot-ren = Gives nothing away.
bot-akiko = Counts two rounds ahead.
bot-bruno = Builds high, and waits.
bot-shiori = Sees the gap you left.
bot-enshu = Borrows your scenery for his garden.
bot-soseki = Thinks as long as a stone.
bot-sesshu = One stroke, no correction.
bot-zenami = Has raked this gravel for centuries.
components-shipped = Components: { $name } (partly assumed)

# -- account
account-password = Change password
password-old = Current password
password-new = New password
account-password-done = Your password is changed, and all other devices are logged out.
account-out-elsewhere = Log out all other devices
account-out-elsewhere-done = All other devices are logged out.
games-export = Export all games
games-import = Import games
games-imported = { $count ->
    [0] No new games in this file.
    [one] One game added.
   *[other] { $count } games added.
}
games-unfinished = { $count ->
    [one] One game of the file is not over. Open it under “Replay” to play on.
   *[other] { $count } games of the file are not over. Open one under “Replay” to play on.
}
games-damaged = Damaged in the storage of this browser, and not in the file: { $games }

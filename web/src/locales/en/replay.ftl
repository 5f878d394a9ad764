# Replays and analysis.

replay-title = { $game }: replay
replay-missing = This game cannot be shown
replay-to-table = To the table
replay-rail = Log, analysis and players
replay-panels = Log and analysis
replay-controls = Steps
replay-place = { $at } of { $of }
replay-first = To the beginning
replay-back = One step back
replay-play = Play
replay-pause = Stop
replay-next = One step on
replay-last = To the end
replay-turn-back = Turning point before
replay-turn-on = Next turning point
replay-slider = Step
replay-speed = Speed
replay-times = { NUMBER($speed) }×
replay-share = Copy a link to this step
replay-close = Close this file

## a record out of a file
record-what = Niwashi writes a game down as a small file. Here you can look at one again, step by step, wherever it was played.
record-choose = Choose a file
record-drop = or drop it anywhere on this page
record-private = The server tells it and forgets it. It stays in this window until you put it away.
record-too-large = { $file } is larger than 256 KiB. A record has some tens of kilobytes.
record-several = { $file } holds several records, one a line. Please open a file with one of them.
record-no-json = { $file } is not a record: it cannot be read as JSON.
record-no-record = { $file } is JSON but not a game record; a record has “niwashi”, “game” and “events”.

## playing on
play-on = Play on from here
play-on-text =
    { $count ->
        [one] A new table against bots begins after { $count } step of this game.
       *[other] A new table against bots begins after { $count } steps of this game.
    }
play-on-seat = Your seat
play-on-level = The others
play-on-chance = What chance brings from here on is drawn anew.
play-on-start = Play on

## analysis
analysis = Analysis
analysis-what = A strong bot looks at every action: how the chances stood, what was lost by it, and what would have been better.
analysis-later = That is for after the game.
analysis-starting = Thinking about the first action …
analysis-progress = { $done } of { $of } actions are judged.
analysis-leave = You may leave and come back; it goes on meanwhile.
analysis-here = This browser computes it. If you leave this page, it goes on when you come back.
analysis-done = The analysis is ready.
analysis-graph = Chances of winning
analysis-chance-of = { $name } { $chance }
analysis-action = This action
analysis-no-action = Chance has acted here, or the table. Go on to an action to see what it was worth.
analysis-only = The only possible action
analysis-mark = { $mark ->
    [blunder] Blunder
    [mistake] Mistake
   *[slip] Slip
}
analysis-small = A little was lost
analysis-good = Nothing clearly better was found
analysis-wins = wins
analysis-margin = points ahead
analysis-before = Before
analysis-after = After
analysis-lost = Lost
analysis-noise = (within the noise)
analysis-points-about = { $points } ± { $error }
analysis-better = Better
analysis-reason-worth = ({ $through }: { $points })
analysis-show = Show it on the board
analysis-show-not = Back to the game
analysis-showing = Instead of step { $at }: what { $name } could have done
analysis-shown = On the board is what would have been better: { $what }
analysis-turns = Turning points
analysis-turn-loss = { $name } loses { $chance } of the chance of winning
analysis-turn-lead = From here on { $name } is ahead ({ $chance })
analysis-seats = How everybody played
analysis-player = Player
analysis-accuracy = accuracy
analysis-mean-loss = avg. loss
analysis-marks = slips / mistakes / blunders
analysis-marks-said = slips: { $slips }, mistakes: { $mistakes }, blunders: { $blunders }
analysis-how = Every action and its best alternative were played out many times by Club-level bots. ± is the standard error.

# -- everywhere
tagline = Quiet garden games, at one table
skip = Skip to the content
close = Close
cancel = Cancel
you = You
name = Name
password = Password
language = Language
settings = Settings
about = About
help = Keys and help
menu = Menu
how-to-play = How to play
how-to-play-game = How to play { $game }
rules = Rules
rules-card = On one page
score = Score
seats = Seats
table = Table
bot = Bot
to-lobby = To the lobby
my-games = My games
play-offline = Play offline
play-on-offline = Play on offline
play-on-server = Play on at the server
turns-waiting =
    { $count ->
        [one] One other table waits for you
       *[other] { $count } other tables wait for you
    }
turn-elsewhere = It is your turn at another table: { $game }
session-ended = You are no longer logged in. You can watch, or come in again.
nowhere-title = There is nothing here
nowhere-text = The address may be mistyped, or a link was cut off.
page-unloaded = This page could not be loaded
page-unloaded-text = Are you online? The server may also have a newer Niwashi by now.
page-reload = Load again
points-signed = +{ $points }

# -- what went wrong
problem-said = That did not work: { $sentence }
problem-unknown = That did not work. Please try again.
problem-client-offline = The server cannot be reached. Are you online?
problem-site-part = The file { $file } of this garden is missing or damaged. Load the page again; if that does not help, its folder has to be written anew.
problem-site-secure = A garden without a server needs https, or an address of this machine: only then can its files be checked.
problem-site-start = The garden could not start in this browser. Load the page again.
problem-site-storage = This browser does not keep the game: its storage is full or forbidden. Save the record before you leave.
problem-site-elsewhere = This game is open in another tab. Go on there, or close that tab.
problem-site-damaged = This game is damaged in the storage of this browser and cannot go on.
problem-site-full = The storage of this browser is full or forbidden. Games added: { $added } of { $count }.
problem-site-thinking = The bots and hints have stopped in this browser. Load the page again.
problem-site-server = This needs a server: there are no other people here.
problem-people-taken = That name is somebody’s account. Log in, or take another name.
problem-people-name = A name has 1 to 24 visible characters.
problem-people-password = A password has at least 8 characters.
problem-people-common-password = This password is among the first that are tried. Choose another one.
problem-people-login = There is no such account, or this is not its password.
problem-people-banned = The host of this server does not let you in.
problem-limits-rate = That was a little fast. Wait a moment and try again.
problem-server-full = This server is full at the moment. Please come back later.
problem-store-table = There is no such table. It may have been cleared away.
problem-table-taken = Somebody else was quicker: this seat is taken.
problem-table-full = All seats are taken. You can watch.
problem-table-stale = Something has happened in the meantime. Please look again.
problem-table-back = There is nothing to take back.
problem-table-chance = Chance has acted since; what it brought stays.
problem-hint-off = At this table there are no hints.
problem-hint-slow = The hint takes longer than usual. Please ask again in a moment.
problem-table-closed = The host of this server has closed this table.

# -- lobby
lobby = Lobby
lobby-away = The server cannot be reached. We keep trying.
play-now = Play now
play-now-bots = against bots
play-now-busy = Starting …
new-table = New table
seats-range = { $from }–{ $to } seats
seats-count =
    { $count ->
        [one] { $count } seat
       *[other] { $count } seats
    }
minutes = { $count } min
continue-title = Your tables
continue = Continue
continue-with = { $game } with { $names }
continue-gathering = Waiting for players
continue-paused = Paused
continue-running = Running
open-table = Open
waiting-for = Waiting for { $names }
your-turn-brief = Your turn
your-turn = Your turn
plays = { $name } plays
open-tables = Open tables
tables-people =
    { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    }, { $people ->
        [one] { $people } person
       *[other] { $people } people
    } here
table-of = { $name }’s table
seats-taken = { $taken } of { $seats } seats taken
watch = Watch
join = Join
fewer = Fewer
all-tables = All { $count } tables
no-tables = No open tables at the moment. Open one, and it appears here for everybody.
join-by-link = Join by link
table-link = Link to a table
paste-link = Paste a table link
link-wrong = That isn’t a table link. It should end in /t/ and an ID.
scan-title = Scan to sit down on your phone
scan-text = Two taps to a seat, no account.
qr-lobby = Code to scan: the address of this page
share-how = Only this computer can reach Niwashi now. To play on phones and other devices in your network, start it with “scripts/play --lan”.
footer-credits = Designed by { $designers }. Niwashi is independent and unaffiliated; all art is original.

# -- a new table
game = Game
who-plays = Who plays
seat-number = Seat { $seat }
seat-for-person = For a friend
seat-for-bot = Bot: { $level }
seats-drawn = Draw by lot who sits where
level-random = random
level-greedy = greedy
level-beginner = Beginner
level-casual = Casual
level-club = Club
level-strong = Strong
level-expert = Expert
pace = Pace
clock-none = No clock
clock-turn = { $count } s a turn
clock-bank = { $count } min each
clock-days = { $count ->
    [one] 1 day a turn
   *[other] { $count } days a turn
}
clock-turn-60 = 1 minute a turn
clock-turn-180 = 3 minutes a turn
clock-bank-900 = 15 minutes each
clock-days-1 = 1 day a turn
clock-days-3 = 3 days a turn
timeout-bot = Time is up: a bot plays on
timeout-lose = Time is up: game lost
allow-take-back = Actions may be taken back
allow-hints = Hints may be asked for
without-hints = Without hints
components-own = The host’s box: { $name }
who-may-come = Who may come
visibility-private = Anyone with the link
visibility-public = Everybody: show it in the lobby
start-game = Start the game
open-the-table = Open the table

# -- settings
settings-kept = Saved in this browser. Changes apply immediately.
theme = Theme
theme-auto = Like my system
theme-light = Day
theme-dark = Night
theme-to-dark = Night theme
theme-to-light = Day theme
colour = Colours
colour-ink = Ink and moss
colour-contrast = Strong contrast
motion = Motion
motion-auto = Like my system
motion-full = Animated
motion-none = Still
playing = Playing
sound = Sounds
sound-on = Turn sounds on
sound-off = Turn sounds off
sound-volume = Volume
confirm-first = Ask before an action is played
notify = Notify me when it is my turn and I’m in another tab
notify-on = Notify me of my turn
notify-off = No notifications
notify-refused = Your browser does not allow notifications from this page.
keys = Keys
keys-letters = Single-letter shortcuts
keys-fixed = Arrows move within a board, 1–6 choose a column or card, Tab moves on.
keys-change = You can move keys, or turn letters off, in the settings.
keys-reset = Reset all keys
key-turn = Turn the tile or card
key-confirm = Confirm
key-undo = Undo
key-hint = Hint
key-last = Say the last action
key-since = Say what is new since your last action
key-scores = Say the scores
key-row = Read the row
key-column = Read the column
key-view = Plan view on or off
key-help = Help
key-arrows = Move within the board
key-change = { $what }: { $key }. Press to choose another key
key-press = Press a key
key-moved = The key is now { $key }.
key-reserved = { $key } is needed for moving about.
account = Account
account-none = You need no account to play. With one you keep your games on any device.
account-guest = You are here as { $name }. Make an account to keep your games.
account-in = You are logged in as { $name }.
account-make = Make an account
account-made = Welcome, { $name }. Your games are kept.
account-log-in = Log in
account-in-done = Welcome back, { $name }.
account-out = Log out
account-out-done = You are logged out.

# -- at a table
table-loading = Loading the table …
table-unreached = The server cannot be reached. We keep trying, and lay the table as soon as it answers.
table-missing = This table cannot be shown
table-rail = Players, log and chat
table-others = Others
table-parts = Parts of the table
board-missing = This client cannot draw this game yet.
watching = You are watching
title-your-turn = ● Your turn · { $game }
your-turn-call = It is your turn.
connection-lost = Connection lost. We keep trying; the table stays readable.
connection-lost-short = No connection
connection-back = The connection is back.
score-of = { $name } { $score }
sit-here = Sit here
sit-down = Sit down
stand-up = Stand up
come-in = What shall we call you?
come-in-name = Your name at the table
come-in-text = No account, no e-mail. A cookie remembers you on this device.
gathering-host = Your table: { $game }
gathering-guest = You are invited: { $game }
gathering-open =
    { $count ->
        [one] One seat is still free.
       *[other] { $count } seats are still free.
    }
gathering-full = Everybody is here.
gathering-full-host = Everybody is here. Start when you like.
gathering-wait = The host starts the game.
seat-free = Free seat
seat-away = away
seat-bot = Give seat { $seat } to a bot
seat-empty = Ask { $name } to leave
add-bot = Add a bot …
invite-title = Invite a friend
invite-text = Anyone who opens this link may take a free seat or watch.
qr-table = Code to scan: the link to this table
copy = Copy
share = Share
link-copied = Link copied.
link-copy-yourself = Please copy the link yourself: it is selected.
take-back = Take back
pause = Pause
resume = Go on
resign = Resign
resign-sure-two = If you resign, the other player wins.
resign-sure-many = If you resign, a bot plays on for you, and you come last.
record = Download the record
replay = Replay
analyse = Analyse
open-record = Open a record
fair-title = Is chance fair?
fair-text = This fingerprint was fixed before anybody sat down. At the end the table shows what it was made from.
fair-seed = It was made from:
question = A question to everybody
agree = Agree
decline = Decline
withdraw = Withdraw
asks-back = { $name } would like to take back an action.
asks-pause = { $name } would like to pause.
asks-rematch = { $name } would like a rematch.
asks-waiting = Waiting for the others.
asks-declined = { $name } would rather not.
paused = The game is paused. No clock runs.
replaced = A bot is playing for you.
take-seat-back = Take my seat back
winner = Winner
resigned = resigned
bot-plays = a bot plays
thinking = thinking …
to-act = to act
lag = line { $ms } ms
log = Log
chat = Chat
log-and-chat = Log and chat
log-empty = Nothing has happened yet.
nothing-since = Nothing has happened since your last action.
chat-empty = Nobody has said anything yet.
chat-say = Say something
chat-said = { $name } says: { $text }
chat-unread = Unread:
chat-unread-lines =
    { $count ->
        [one] One new line in the chat
       *[other] { $count } new lines in the chat
    }
send = Send
result-you = You have won!
result-over = The game is over
result-winners =
    { $count ->
        [one] { $names } has won
       *[other] { $names } share the win
    }
rank = { $rank }.
rematch = Rematch

# -- lines of the log
log-sat = { $name } sits down
log-bot-sat = { $name } (bot) joins
log-left = Seat { $seat } is free again
log-removed = The host has freed seat { $seat }
log-started = The game begins
log-came = { $name }: back at the table
log-went = { $name }: away
log-called = Is everybody ready?
log-early = { $name }: too early
log-beaten = { $name }: a moment too late
log-asked-back = { $name }: may I take that back?
log-asked-pause = { $name }: a pause?
log-asked-rematch = { $name }: a rematch?
log-agreed = { $name }: agreed
log-declined = { $name }: rather not
log-paused = Paused
log-resumed = { $name }: let us go on
log-ended = The game is over
log-back = Taken back
log-bot = { $name }: a bot takes over
log-person = { $name }: plays again
log-resign = { $name }: resigns

# -- at one device, at a real table
turn-of = { $name }, it is your turn.
pass-device = Pass the device to { $name }
hand-over = At a shared device, ask for it to be passed on before the next player goes on
score-sheet = Score sheet

# -- several people at one device
device-own = Everybody at their own device
device-this = Together at this device
device-this-sentence = The board turns to the player whose turn it is. Nothing in these games is hidden.
device-name = Name of player { $seat }
device-names-twice = Two players have the same name. Give one of them another.
device-names-missing = Everybody at this device needs a name.
seat-here = At this device
pass-go-on = { $name } goes on
resign-for = Resign for { $name }
replaced-at = A bot is playing for { $name }.

# -- mehrere an einem Gerät
device-own = Jeder an seinem Gerät
device-this = Zusammen an diesem Gerät
device-this-sentence = Das Brett wendet sich dem zu, der am Zug ist. In diesen Spielen ist nichts verdeckt.
device-name = Name von Spieler { $seat }
device-names-twice = Zwei Spieler heißen gleich. Gib einem einen anderen Namen.
device-names-missing = Alle an diesem Gerät brauchen einen Namen.
seat-here = An diesem Gerät
pass-go-on = { $name } spielt weiter
resign-for = Für { $name } aufgeben
replaced-at = Ein Bot spielt für { $name }.

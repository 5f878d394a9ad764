# -- plusieurs personnes sur un appareil
device-own = Chacun sur son appareil
device-this = Ensemble sur cet appareil
device-this-sentence = Le plateau se tourne vers celui qui doit jouer. Rien n’est caché dans ces jeux.
device-name = Nom du joueur { $seat }
device-names-twice = Deux joueurs ont le même nom. Donne-en un autre à l’un d’eux.
device-names-missing = Chacun sur cet appareil a besoin d’un nom.
seat-here = Sur cet appareil
pass-go-on = { $name } continue
resign-for = Abandonner pour { $name }
replaced-at = Un robot joue à la place { DE($name) }.

# Ce qu’une touche fait lire dans une maison.

edo-read-row = Rangée { $y } : { $squares }.
edo-read-row-empty = Rangée { $y } : rien ici.
edo-read-column = Colonne { $x } : { $squares }.
edo-read-column-empty = Colonne { $x } : rien ici.
edo-read-square = { $at } { $what }
edo-read-square-locked = { edo-read-square }, bloqué
edo-read-runs = Lignes : { $runs }.
edo-read-no-runs = Pas encore de lignes.
edo-read-across = { $run } dans la rangée { $y }, de { $x } à { $end }
edo-read-down = { $run } dans la colonne { $x }, de { $y } à { $end }
edo-read-theirs = { edo-their-house }. { $text }

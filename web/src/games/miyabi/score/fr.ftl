# -- la feuille de score d’une vraie table
miyabi-score-track = Points sur le plateau « points »
miyabi-score-gardens = Jardins
miyabi-score-garden-of = Le jardin { DE($name) }
miyabi-score-frog = Tout ce qui a été marqué en cours de jeu est déjà sur le plateau « points » : niveaux, tuiles bonus, plates-bandes zen, grenouille.
miyabi-score-brush = Ce que fait un toucher
miyabi-score-brush-turn = Suivant
miyabi-score-brush-0 = Vide
miyabi-score-brush-1 = Un objet
miyabi-score-brush-2 = Deux objets
miyabi-score-brush-3 = Trois objets
miyabi-score-brush-g = Vert
miyabi-score-brush-z = Plate-bande zen
miyabi-score-state-bare = vide
miyabi-score-state-green = vert
miyabi-score-state-zen = plate-bande zen
miyabi-score-cell = Rangée { $row }, colonne { $column } : { $what }
miyabi-score-row-points = { NUMBER($points, signDisplay: "always") }
miyabi-score-keys = Dans le jardin : les flèches déplacent, 1 2 3 sont des objets, G est vert, Z une plate-bande zen, Suppr vide.
miyabi-score-wrong-zen = { $name }, { $cell } : une plate-bande zen, mais l’extension C n’est pas en jeu.
miyabi-score-wrong-alone = { $name }, { $cell } : une plate-bande à { $count } objets couvre { $count } cases, mais trop peu sont couvertes à côté. Lesquelles sont vertes ?
miyabi-score-wrong-lanterns = { $name } : { $shown } cases avec objets, c’est trop. Personne ne pose plus de { $most } plates-bandes.
miyabi-score-wrong-tiles = { $tile ->
    [z] Les jardins montrent { $shown } plates-bandes zen ; il y en a { $most }.
    [1] Les jardins montrent { $shown } cases à un objet ; il n’y a que { $most } telles plates-bandes en jeu.
   *[other] Les jardins montrent { $shown } cases à { $tile } objets ; il n’y a que { $most } telles plates-bandes en jeu.
}

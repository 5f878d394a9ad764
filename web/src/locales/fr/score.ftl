# -- la feuille de score d’une vraie table
score-title = { $game } : feuille de score
score-intro = À une vraie table ? Touchez ce qui s’y trouve à la fin et voyez aussitôt les points de chacun.
score-no-game = Il n’y a pas de feuille de score pour ce jeu.
score-of-miyabi = Les jardins à la fin, rangée par rangée
score-of-edo_yashiki = Chaque manche, ligne par ligne
score-player = Joueur { $number }
score-name = Nom
score-name-of = Nom du joueur { $seat }
score-track = Points sur la piste de score
score-gardens = Jardins
score-garden-of = Le jardin de { $name }
score-frog = Tout ce qui a été marqué en cours de jeu est déjà sur la piste : niveaux, tuiles bonus, tuiles zen, grenouille.
score-brush = Ce que fait un toucher
score-brush-turn = Suivant
score-brush-0 = Vide
score-brush-1 = Un objet
score-brush-2 = Deux objets
score-brush-3 = Trois objets
score-brush-g = Vert
score-brush-z = Tuile zen
score-state-bare = vide
score-state-green = vert
score-state-zen = tuile zen
score-cell = Rangée { $row }, colonne { $column } : { $what }
score-row-points = { NUMBER($points, signDisplay: "always") }
score-keys = Dans le jardin : les flèches déplacent, 1 2 3 sont des objets, G est vert, Z une tuile zen, Suppr vide.
score-points = Points
score-total = Total
score-goes-on = La partie continue.
score-undo = Annuler
score-undone = Annulé.
score-clear = Nouvelle feuille
score-print = Imprimer
score-share = Partager
score-share-text = Toute la feuille est dans ce lien. Aucun serveur ne la garde.
score-link = Lien vers cette feuille
score-qr = Code du lien vers cette feuille
score-cut = Ce lien n’est pas entier : on ne peut rien en montrer.
score-pad = Lignes et points, manche par manche
score-rounds = Manche
score-round = Manche { $round }
score-place = { $name }, manche { $round }
score-place-points = { " " }; { $points ->
    [one] un point
   *[other] { $points } points
}
score-runs = Lignes de cette manche
score-no-run = aucune ligne
score-add-runs = Aucune ligne encore. Touchez les lignes que la carte a formées :
score-add = Ajouter une ligne
score-six = { $what } ou plus : aucun point
score-remove = Enlever : { $what }
score-removed = { $what } : enlevé
score-markers = { $name } : marqueurs restants
score-next = À { $name }
score-next-round = Manche suivante
score-drop-round = Enlever la manche { $round }
score-wrong-zen = { $name }, { $cell } : une tuile zen, mais l’extension C n’est pas en jeu.
score-wrong-alone = { $name }, { $cell } : une tuile à { $count } objets couvre { $count } cases, mais trop peu sont couvertes à côté. Lesquelles sont vertes ?
score-wrong-lanterns = { $name } : { $shown } cases avec objets, c’est trop. Personne ne pose plus de { $most } tuiles.
score-wrong-tiles = { $tile ->
    [z] Les jardins montrent { $shown } tuiles zen ; il y en a { $most }.
    [1] Les jardins montrent { $shown } cases à un objet ; il n’y a que { $most } telles tuiles en jeu.
   *[other] Les jardins montrent { $shown } cases à { $tile } objets ; il n’y a que { $most } telles tuiles en jeu.
}
score-wrong-over = { $name } a { $points } points, donc la partie est finie. Il n’y a pas de manche { $round }.

# -- la feuille de score d’une vraie table
edo_yashiki-score-pad = Lignes et points, manche par manche
edo_yashiki-score-rounds = Manche
edo_yashiki-score-round = Manche { $round }
edo_yashiki-score-place = { $name }, manche { $round }
edo_yashiki-score-place-points = { "\u202F" }; { $points ->
    [one] un point
   *[other] { $points } points
}
edo_yashiki-score-runs = Lignes de cette manche
edo_yashiki-score-no-run = aucune ligne
edo_yashiki-score-add-runs = Aucune ligne encore. Touchez les lignes que la carte a formées :
edo_yashiki-score-add = Ajouter une ligne
edo_yashiki-score-six = { $what } ou plus : aucun point
edo_yashiki-score-remove = Enlever : { $what }
edo_yashiki-score-removed = { $what } : enlevé
edo_yashiki-score-markers = { $name } : marqueurs restants
edo_yashiki-score-next = À { $name }
edo_yashiki-score-next-round = Manche suivante
edo_yashiki-score-drop-round = Enlever la manche { $round }
edo_yashiki-score-wrong-over = { $name } a { $points } points, donc la partie est finie. Il n’y a pas de manche { $round }.

# La fin d’une partie : comment elle se raconte, et l’image à garder.

ending-sheet = Décompte final
ending-unit = Points pour
ending-total = Total
ending-lead = On compte les points
ending-skip = Passer
ending-enlarge = { $what } : agrandir
ending-keep = Garder l’image

## l’image
keep-what = Ce qu’elle montre
keep-own = Seulement la tienne
keep-one = Seulement { $name }
keep-all = Tout le monde
keep-preview = Aperçu de l’image
keep-png = Enregistrer en PNG
keep-svg = Enregistrer en SVG
keep-failed = Ce navigateur n’a pas pu dessiner l’image. Enregistre-la en SVG.
keep-score = { $score ->
    [one] { $score } point
   *[other] { $score } points
}
keep-credit = Joué sur Niwashi. Tous les dessins sont originaux.

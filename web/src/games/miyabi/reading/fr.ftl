# Ce qu’une touche fait lire dans un jardin.

miyabi-read = { $what } : { $cells }.
miyabi-read-theirs = { miyabi-their-garden }. { $text }
miyabi-read-row = Rangée { $row }, { miyabi-kind }
miyabi-read-level = { $layer ->
    [0] Cases vides
   *[other] Niveau { $layer }
}
miyabi-read-cell = { $at } { $layer ->
    [0] vide
   *[other] niveau { $layer }
}

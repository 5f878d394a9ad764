# What is read out of a garden at the press of a key.

miyabi-read = { $what }: { $cells }.
miyabi-read-theirs = { miyabi-their-garden }. { $text }
miyabi-read-row = Row { $row }, { miyabi-kind }
miyabi-read-level = { $layer ->
    [0] Bare cells
   *[other] Layer { $layer }
}
miyabi-read-cell = { $at } { $layer ->
    [0] bare
   *[other] layer { $layer }
}

# Was auf Tastendruck aus einem Garten vorgelesen wird.

miyabi-read = { $what }: { $cells }.
miyabi-read-theirs = { miyabi-their-garden }. { $text }
miyabi-read-row = Zeile { $row }, { miyabi-kind }
miyabi-read-level = { $layer ->
    [0] Leere Felder
   *[other] Ebene { $layer }
}
miyabi-read-cell = { $at } { $layer ->
    [0] leer
   *[other] Ebene { $layer }
}

edo_yashiki-box-count = { $kind ->
   *[cards] Karten: { $count } von { $expected }
}
edo_yashiki-box-how = Trag jede Karte einmal ein, gleich wie herum. Tippe ein Feld an, bis es zeigt, was gedruckt ist: Tatami, Teich, Boden oder Garten. Mit der Tastatur gehst du mit den Pfeilen von Feld zu Feld; T, P, F und G setzen es.
edo_yashiki-box-square = Zeile { $row }, { $column ->
    [1] links
   *[other] rechts
}: { $what }

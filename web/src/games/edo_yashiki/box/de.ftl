edo_yashiki-box-count = { $kind ->
   *[cards] Karten: { $count } von { $expected }
}
edo_yashiki-box-wrong = Der Stapel ist nicht vollständig oder zu groß. { edo_yashiki-box-count }
edo_yashiki-box-wrong-card = Karte { $number } ist „{ $face }“. Eine Karte hat drei Zeilen aus zwei der Buchstaben T, P, F und G, zum Beispiel FG/FP/TT.
edo_yashiki-box-how = Trag jede Karte einmal ein, gleich wie herum. Tippe ein Feld an, bis es zeigt, was gedruckt ist: Tatami, Teich, Boden oder Garten. Mit der Tastatur gehst du mit den Pfeilen von Feld zu Feld; T, P, F und G setzen es.
edo_yashiki-box-square = Zeile { $row }, { $column ->
    [1] links
   *[other] rechts
}: { $what }

# Edo Yashiki: die Einführung. Hier steht keine Ziffer: Zahlen kommen vom Spiel selbst (lesson.json sagt, woher).

edo_yashiki-lesson-house-title = Dein Haus
edo_yashiki-lesson-house = Dein Haus beginnt mit einer Karte: zwei Felder breit, drei hoch. Ein Feld ist Tatami, Teich, Boden oder Garten. Karte um Karte wächst das Haus, und was dreimal in einer Reihe liegt, bringt Punkte.
edo_yashiki-lesson-grab-title = Die offenen Karten
edo_yashiki-lesson-grab = In jeder Runde liegen so viele Karten offen, wie Leute mitspielen, diesmal { $cards }. Hier wird ruhig genommen, der Reihe nach, und du beginnst.
edo_yashiki-lesson-grab-task = Nimm die zweite Karte: antippen, dann bestätigen.
edo_yashiki-lesson-grab-after = Die letzte Karte ging gleich an Mei. Nun legen alle ihre Karte ins eigene Haus, gleichzeitig; niemand wartet. Mei ist schon fertig.
edo_yashiki-lesson-place-title = Lege sie
edo_yashiki-lesson-place = Eine Karte liegt aufrecht, so herum oder auf dem Kopf. Sie muss das Haus an einer Kante berühren oder darüber liegen: Überlappen ist das Herz des Spiels. Probier Plätze und halbe Drehungen; der Knopf unten sagt, was ein Platz bringt.
edo_yashiki-lesson-place-task = Finde einen Platz, an dem drei gleiche Felder in einer Reihe liegen, und bestätige.
edo_yashiki-lesson-place-after = Drei in einer Reihe, { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}. Gewertet wird, wenn alle gelegt haben; dann liegen neue Karten offen, und der Nächste beginnt.
edo_yashiki-lesson-rope-title = Das Seil
edo_yashiki-lesson-rope = Um die drei Böden liegt jetzt ein Seil. Eine Reihe von drei oder mehr darf nie mehr überdeckt werden, auch nicht zum Teil und auch nicht mit dem Gleichen. Sie bleibt dir also, und sie ist dir im Weg.
edo_yashiki-lesson-rope-task = Probier es: Schieb deine Karte über die Felder im Seil.
edo_yashiki-lesson-rope-after = Genau: Das geht nicht. Eine Karte über dem Seil lässt sich nicht bestätigen, und das Brett sagt, welche Regel das verbietet. Aber an ihren Enden darf eine Reihe länger werden.
edo_yashiki-lesson-bonus-title = Länger, und mehrere zugleich
edo_yashiki-lesson-bonus = Drei in einer Reihe zählen { $three }, vier { $four }, fünf { $five }; sechs oder mehr gar nichts. Und macht eine Karte Reihen von zwei verschiedenen Merkmalen, gibt es { $bonus } dazu. Ein Platz kann jetzt beides.
edo_yashiki-lesson-bonus-task = Finde den Platz für { $points } Punkte. Du kannst ihn dir auch zeigen lassen.
edo_yashiki-lesson-bonus-after = Aus drei Böden sind vier geworden, drei Teiche sind neu, und zwei Merkmale bringen { $bonus } dazu: { $points } Punkte. Drei Merkmale brächten { $three } mehr, alle vier { $four }.
edo_yashiki-lesson-live-title = Hajime!
edo_yashiki-lesson-live = An manchen Tischen greifen alle gleichzeitig. Die Karten liegen offen; alle schauen sie an und sagen, dass sie bereit sind. Drei Lampen gehen an, und auf „Hajime!“ langen alle zu. Wer zu spät kommt, nimmt eine andere; die letzte Karte geht an den Letzten. Eine langsame Leitung wird ausgeglichen.
edo_yashiki-lesson-live-task = Probier es: Schau die Karten an, sag, dass du bereit bist, und nimm eine, sobald du „Hajime!“ liest.
edo_yashiki-lesson-live-after = Mehr ist es nicht, nur dass am Tisch auch andere zugreifen. Wer vor dem Signal drückt, ist einen Moment gesperrt. Magst du keine Eile, wähle einen ruhigen Tisch.
edo_yashiki-lesson-specialists-title = Spezialisten
edo_yashiki-lesson-specialists = Eine Möglichkeit für später: Für jedes Merkmal hast du einen runden Marker. Eine Reihe zählt nur, wenn ihr Marker da ist, und wenn sie zählt, ist er weg. Tatami und Teich sind hier verbraucht; noch mehr Teiche brächten nichts.
edo_yashiki-lesson-specialists-task = Finde einen Platz, der mit einem Marker zählt, den du noch hast.
edo_yashiki-lesson-specialists-after = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}, und der Marker ist verbraucht. Geht der letzte, kommen alle vier sofort zurück, auch mitten in der Wertung. Beim Bonus gilt nur, was wirklich gezählt hat.
edo_yashiki-lesson-end-title = Das Ende
edo_yashiki-lesson-end = Das Spiel endet nach einer Runde, in der jemand { $goal } Punkte oder mehr hat, oder wenn zu wenig Karten übrig sind. Du hast { $yours }.
edo_yashiki-lesson-end-task = Finde den Platz für { $points } Punkte.
edo_yashiki-lesson-end-after = Das war es: Die meisten Punkte gewinnen, und du hast gewonnen, { $yours } zu { $theirs }. Bei Gleichstand gewinnen alle zusammen.
edo_yashiki-lesson-over = Du weißt alles, was du brauchst. Spiel jetzt eine erste ruhige Partie gegen einen leichten Bot. Spezialisten, das gleichzeitige Greifen und die Ausgabe Samurai Gardener warten, wenn du einen neuen Tisch öffnest.

# -- das Wertungsblatt eines echten Tisches
edo_yashiki-score-pad = Reihen und Punkte, Runde für Runde
edo_yashiki-score-rounds = Runde
edo_yashiki-score-round = Runde { $round }
edo_yashiki-score-place = { $name }, Runde { $round }
edo_yashiki-score-place-points = ; { $points ->
    [one] ein Punkt
   *[other] { $points } Punkte
}
edo_yashiki-score-runs = Reihen dieser Runde
edo_yashiki-score-no-run = keine Reihe
edo_yashiki-score-add-runs = Noch keine Reihe. Tippt die Reihen an, die die Karte gebildet hat:
edo_yashiki-score-add = Eine Reihe hinzufügen
edo_yashiki-score-six = { $what } oder mehr: keine Punkte
edo_yashiki-score-remove = Wegnehmen: { $what }
edo_yashiki-score-removed = { $what }: weggenommen
edo_yashiki-score-markers = { $name }: übrige Marker
edo_yashiki-score-next = Weiter zu { $name }
edo_yashiki-score-next-round = Nächste Runde
edo_yashiki-score-drop-round = Runde { $round } wegnehmen
edo_yashiki-score-wrong-over = { $name } hat { $points } Punkte, also ist das Spiel vorbei. Eine Runde { $round } gibt es nicht.

# -- das Wertungsblatt eines echten Tisches
score-title = { $game }: Wertungsblatt
score-intro = Am echten Tisch? Tippt ein, was am Ende daliegt, und seht sofort, wie viele Punkte alle haben.
score-no-game = Für dieses Spiel gibt es kein Wertungsblatt.
score-of-miyabi = Die Gärten am Ende, Reihe für Reihe
score-of-edo_yashiki = Jede Runde, Linie für Linie
score-player = Spieler { $number }
score-name = Name
score-name-of = Name von Spieler { $seat }
score-track = Punkte auf der Punkteleiste
score-gardens = Gärten
score-garden-of = Der Garten von { $name }
score-frog = Alles, was während des Spiels gewertet wurde, steht schon auf der Leiste: Ebenen, Bonusplättchen, Zen-Plättchen, Frosch.
score-brush = Was ein Tippen tut
score-brush-turn = Weiter
score-brush-0 = Leer
score-brush-1 = Ein Objekt
score-brush-2 = Zwei Objekte
score-brush-3 = Drei Objekte
score-brush-g = Grün
score-brush-z = Zen-Plättchen
score-state-bare = leer
score-state-green = grün
score-state-zen = Zen-Plättchen
score-cell = Reihe { $row }, Spalte { $column }: { $what }
score-row-points = { NUMBER($points, signDisplay: "always") }
score-keys = Im Garten: Pfeile bewegen, 1 2 3 sind Objekte, G ist grün, Z ein Zen-Plättchen, Entf leert.
score-points = Punkte
score-total = Summe
score-goes-on = Das Spiel geht weiter.
score-undo = Rückgängig
score-undone = Rückgängig gemacht.
score-clear = Neues Blatt
score-print = Drucken
score-share = Teilen
score-share-text = Das ganze Blatt steckt in diesem Link. Kein Server bewahrt es auf.
score-link = Link zu diesem Blatt
score-qr = Code für den Link zu diesem Blatt
score-cut = Dieser Link ist nicht vollständig, darum lässt sich nichts daraus zeigen.
score-pad = Linien und Punkte, Runde für Runde
score-rounds = Runde
score-round = Runde { $round }
score-place = { $name }, Runde { $round }
score-place-points = ; { $points ->
    [one] ein Punkt
   *[other] { $points } Punkte
}
score-runs = Linien dieser Runde
score-no-run = keine Linie
score-add-runs = Noch keine Linie. Tippt die Linien an, die die Karte gebildet hat:
score-add = Eine Linie hinzufügen
score-six = { $what } oder mehr: keine Punkte
score-remove = Wegnehmen: { $what }
score-removed = { $what }: weggenommen
score-markers = { $name }: übrige Marker
score-next = Weiter zu { $name }
score-next-round = Nächste Runde
score-drop-round = Runde { $round } wegnehmen
score-wrong-zen = { $name }, { $cell }: ein Zen-Plättchen, aber Erweiterung C ist nicht im Spiel.
score-wrong-alone = { $name }, { $cell }: Ein Plättchen mit { $count } Objekten bedeckt { $count } Felder, daneben sind aber zu wenige bedeckt. Welche sind grün?
score-wrong-lanterns = { $name }: { $shown } Felder mit Objekten sind zu viele. Niemand legt mehr als { $most } Plättchen.
score-wrong-tiles = { $tile ->
    [z] Die Gärten zeigen { $shown } Zen-Plättchen; es gibt { $most }.
    [1] Die Gärten zeigen { $shown } Felder mit einem Objekt; es sind nur { $most } solche Plättchen im Spiel.
   *[other] Die Gärten zeigen { $shown } Felder mit { $tile } Objekten; es sind nur { $most } solche Plättchen im Spiel.
}
score-wrong-over = { $name } hat { $points } Punkte, also ist das Spiel vorbei. Eine Runde { $round } gibt es nicht.

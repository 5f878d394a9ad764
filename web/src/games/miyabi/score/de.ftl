# -- das Wertungsblatt eines echten Tisches
miyabi-score-track = Punkte auf dem Punkteplan
miyabi-score-gardens = Gärten
miyabi-score-garden-of = Der Garten von { $name }
miyabi-score-frog = Alles, was während des Spiels gewertet wurde, steht schon auf dem Punkteplan: Ebenen, Bonusplättchen, Zen-Gartenteile, Frosch.
miyabi-score-brush = Was ein Tippen tut
miyabi-score-brush-turn = Weiter
miyabi-score-brush-0 = Leer
miyabi-score-brush-1 = Ein Objekt
miyabi-score-brush-2 = Zwei Objekte
miyabi-score-brush-3 = Drei Objekte
miyabi-score-brush-g = Grün
miyabi-score-brush-z = Zen-Gartenteil
miyabi-score-state-bare = leer
miyabi-score-state-green = grün
miyabi-score-state-zen = Zen-Gartenteil
miyabi-score-cell = Zeile { $row }, Spalte { $column }: { $what }
miyabi-score-row-points = { NUMBER($points, signDisplay: "always") }
miyabi-score-keys = Im Garten: Pfeile bewegen, 1 2 3 sind Objekte, G ist grün, Z ein Zen-Gartenteil, Entf leert.
miyabi-score-wrong-zen = { $name }, { $cell }: ein Zen-Gartenteil, aber Erweiterung C ist nicht im Spiel.
miyabi-score-wrong-alone = { $name }, { $cell }: Ein Gartenteil mit { $count } Objekten bedeckt { $count } Felder, daneben sind aber zu wenige bedeckt. Welche sind grün?
miyabi-score-wrong-lanterns = { $name }: { $shown } Felder mit Objekten sind zu viele. Niemand legt mehr als { $most } Gartenteile.
miyabi-score-wrong-tiles = { $tile ->
    [z] Die Gärten zeigen { $shown } Zen-Gartenteile; es gibt { $most }.
    [1] Die Gärten zeigen { $shown } Felder mit einem Objekt; es sind nur { $most } solche Gartenteile im Spiel.
   *[other] Die Gärten zeigen { $shown } Felder mit { $tile } Objekten; es sind nur { $most } solche Gartenteile im Spiel.
}

# Gründe von Tipps. Die Schlüssel der Gründe, und woher Punkte kommen, sind die des Servers.

miyabi-advice-row = { $row ->
    [maple] Ahornbaum
    [pagoda] Pagode
    [fish] Fisch
    [azalea] Azaleenstrauch
    [boxwood] Buchsbaum
   *[stone] Stein
}

## Gründe
miyabi-reason-takes-lead = Übernimmt die Mehrheit: { miyabi-advice-row }
miyabi-reason-keeps-lead = Behält die Mehrheit: { miyabi-advice-row }
miyabi-reason-extends-lead = Vorsprung { miyabi-advice-row }: { $after }, nicht { $other }
miyabi-reason-catches-up = Holt auf, { miyabi-advice-row }: von { $before } auf { $after }
miyabi-reason-opens-three = Öffnet Ebene { $after } für einen 3er: { miyabi-advice-row }
miyabi-reason-opens-two = Öffnet Ebene { $after } für einen 2er: { miyabi-advice-row }
miyabi-reason-keeps-three = Hält Ebene { $after } offen für einen 3er: { miyabi-advice-row }
miyabi-reason-next-tile = Lässt dir ein Gartenteil für { $after }, nicht { $other }
miyabi-reason-bonus-in-reach = Bonus in Reichweite, { miyabi-advice-row }: { $after }
miyabi-reason-group = Bringt deine beste Gruppe auf { $after }, nicht { $other }
miyabi-reason-meadow = Bringt deine Wiese auf { $after }, nicht { $other }
miyabi-reason-sevens = { $after ->
    [one] Macht 1 Punkt
   *[other] Macht { $after } Punkte
} mit Siebenen, nicht { $other }
miyabi-reason-zen-sides = { $after ->
    [one] Schließt 1 Seite
   *[other] Schließt { $after } Seiten
} des Zen-Gartenteils, nicht { $other }
miyabi-reason-frog-climbs = Lässt den Frosch auf Ebene { $after } steigen
miyabi-reason-denies-tile = Lässt { $rival } höchstens ein Gartenteil für { $after }, nicht { $other }
miyabi-reason-denies-bonus = Nimmt den Bonus, den { $rival } erreichen könnte: { miyabi-advice-row }

## woher Punkte kommen
miyabi-through-row-of = Mehrheit { miyabi-advice-row }
miyabi-through-bonus-of = Bonus { miyabi-advice-row }
miyabi-through-tiles = Gartenteile
miyabi-through-colourful-garden = Der bunte Garten
miyabi-through-big-meadow = Die große Wiese
miyabi-through-7 = 7!
miyabi-through-zen-enclosed = Zen-Gartenteile umschlossen
miyabi-through-frog = Aufstieg des Froschs

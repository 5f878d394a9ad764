# Rat: Tipps und ihre Gründe. Die Schlüssel der Gründe, und woher Punkte kommen, sind die des Servers.

advice-row = { $row ->
    [maple] Ahornbaum
    [pagoda] Pagode
    [fish] Fisch
    [azalea] Azaleenstrauch
    [boxwood] Buchsbaum
   *[stone] Stein
}
advice-feature = { $feature ->
    [tatami] Tatami
    [pond] Teich
    [floor] Boden
    [path] Pfad
    [bush] Busch
   *[garden] Garten
}

## Gründe, Miyabi
reason-scores = Bringt sofort { $after }, nicht { $other }
reason-takes-lead = Übernimmt die Mehrheit: { advice-row }
reason-keeps-lead = Behält die Mehrheit: { advice-row }
reason-extends-lead = Vorsprung { advice-row }: { $after }, nicht { $other }
reason-catches-up = Holt auf, { advice-row }: von { $before } auf { $after }
reason-opens-three = Öffnet Ebene { $after } für einen 3er: { advice-row }
reason-opens-two = Öffnet Ebene { $after } für einen 2er: { advice-row }
reason-keeps-three = Hält Ebene { $after } offen für einen 3er: { advice-row }
reason-next-tile = Lässt dir ein Gartenteil für { $after }, nicht { $other }
reason-bonus-in-reach = Bonus in Reichweite, { advice-row }: { $after }
reason-group = Bringt deine beste Gruppe auf { $after }, nicht { $other }
reason-meadow = Bringt deine Wiese auf { $after }, nicht { $other }
reason-sevens = Macht { $after } Punkte mit Siebenen, nicht { $other }
reason-zen-sides = Schließt { $after } Seiten des Zen-Gartenteils, nicht { $other }
reason-frog-climbs = Lässt den Frosch auf Ebene { $after } steigen
reason-denies-tile = Lässt { $rival } höchstens ein Gartenteil für { $after }, nicht { $other }
reason-denies-bonus = Nimmt den Bonus, den { $rival } erreichen könnte: { advice-row }

## Gründe, Edo Yashiki
reason-best-card = Die Karte kann sofort { $after } bringen, nicht { $other }
reason-denies-card = Lässt { $rival } höchstens eine Karte für { $after }, nicht { $other }
reason-reaches-goal = Erreicht 25: Das Spiel endet mit dieser Runde
reason-markers = { $markers ->
    [features] Behält { $after } Merkmale, nicht { $other }
   *[markers] Behält { $after } Marker, nicht { $other }
}
reason-open-pairs = Offene Paare, { advice-feature }: { $after }, nicht { $other }
reason-open-threes = Offene Dreier, { advice-feature }: { $after }, nicht { $other }
reason-open-fours = Offene Vierer, { advice-feature }: { $after }, nicht { $other }

## woher Punkte kommen
through-at-once = sofort
through-rival = Punkte der stärksten Gegenseite
through-all = insgesamt
through-row-of = Mehrheit { advice-row }
through-bonus-of = Bonus { advice-row }
through-tiles = Gartenteile
through-colourful-garden = Der bunte Garten
through-big-meadow = Die große Wiese
through-7 = 7!
through-zen-enclosed = Zen-Gartenteile umschlossen
through-frog = Aufstieg des Froschs
through-threes = Dreierreihen
through-fours = Viererreihen
through-fives = Fünferreihen
through-bonus = Bonus für mehrere Merkmale

## ein Tipp
hint-thinking = Es wird überlegt …
hint-none = Kein einzelner Grund hebt es von den anderen ab.
hint-only = Etwas anderes ist nicht möglich.
hint-value = Gewinnt { NUMBER($chance, style: "percent", maximumFractionDigits: 0) } solcher Spiele, { NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) } zur stärksten Gegenseite
hint-tempting = { $action } brächte sofort { $gain }, am Ende aber { NUMBER($behind, maximumFractionDigits: 1) } weniger.
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) } · { $through }
hint-said = Tipp: { $action }, bringt { $points }. { $why }
hint-close = Tipp weglegen

# Miyabi: das Spielbrett. Begriffe wie in der gedruckten Anleitung.

miyabi-objects = { $object ->
    [maple] { $count ->
        [one] ein Ahornbaum
       *[other] { $count } Ahornbäume
    }
    [pagoda] { $count ->
        [one] eine Pagode
       *[other] { $count } Pagoden
    }
    [fish] { $count ->
        [one] ein Fisch
       *[other] { $count } Fische
    }
    [azalea] { $count ->
        [one] ein Azaleenstrauch
       *[other] { $count } Azaleensträucher
    }
    [boxwood] { $count ->
        [one] ein Buchsbaum
       *[other] { $count } Buchsbäume
    }
   *[stone] { $count ->
        [one] ein Stein
       *[other] { $count } Steine
    }
}
miyabi-kind = { $object ->
    [maple] Ahornbaum
    [pagoda] Pagode
    [fish] Fisch
    [azalea] Azaleenstrauch
    [boxwood] Buchsbaum
   *[stone] Stein
}
miyabi-comma = ,{" "}
miyabi-semicolon = ;{" "}

## Zug und Fortschritt
miyabi-your-turn = Du bist am Zug
miyabi-their-turn = { $name } ist am Zug
miyabi-steps = Dein Zug, Schritt für Schritt
miyabi-step-tile = Gartenteil wählen
miyabi-step-column = Spalte wählen
miyabi-step-in-column = Spalte { $column }
miyabi-step-turn = drehen
miyabi-step-confirm = bestätigen
miyabi-step-frog = Frosch ziehen
miyabi-step-frog-setup = Frosch auf ein Feld setzen
miyabi-step-tile-or-frog = Gartenteil wählen oder Frosch ziehen
miyabi-step-frog-or-end = Frosch ziehen oder beenden
miyabi-step-pass = nichts passt: passen
miyabi-first-tile = Wähle zuerst ein Gartenteil.
miyabi-status-round = Bauphase { $round } von { $rounds }
miyabi-round-theirs = Bauphase { $round } · { $name } beginnt
miyabi-round-yours = Bauphase { $round } · du beginnst
miyabi-prompt-tile = wähle ein Gartenteil
miyabi-prompt-frog-setup = setze deinen Frosch auf ein Feld
miyabi-prompt-after = ziehe den Frosch oder beende den Zug
miyabi-prompt-pass = kein Gartenteil passt: passe

## Auslage
miyabi-display = Auslage
miyabi-display-left = noch { $left } von { $of } Teilen
miyabi-tile = { $shape ->
    [single] { $objects }, 1er
    [double] { $objects }, 2er
    [straight] { $objects }, 3er-Gerade, Objekt am Ende
    [middle] { $objects }, 3er-Gerade, Objekt in der Mitte
    [elbow] { $objects }, 3er-Winkel, Objekt in der Ecke
    [left] { $objects }, 3er-Winkel, vom Objekt geradeaus, dann links
   *[right] { $objects }, 3er-Winkel, vom Objekt geradeaus, dann rechts
}
miyabi-tile-zen = Zen-Gartenteil, { miyabi-kind }
miyabi-tile-unplayable = { $tile }; passt nirgends
miyabi-zen-tiles = Zen-Gartenteile
miyabi-zen-left = { $left } verdeckt
miyabi-bonuses = Zuerst auf Ebene 5
miyabi-bonus-points = Bonuspunkte
miyabi-bonus-assumed = angenommen, außer für den Ahornbaum; deine eigene Schachtel kann sie ersetzen (M1.7)

## Garten
miyabi-your-garden = Dein Garten
miyabi-their-garden = Garten von { $name }
miyabi-back = Zu deinem Garten
miyabi-enlarge = { $garden }: vergrößern
miyabi-passed = gepasst
miyabi-starts = beginnt diese Bauphase
miyabi-lanterns = { $count } von 6 Laternen
miyabi-cell = Zeile { $row } { miyabi-kind }, Spalte { $column }, { $layer ->
    [0] leer
   *[other] Ebene { $layer }
}
miyabi-cell-green = grün
miyabi-cell-zen-open = Zen-Gartenteil mit { miyabi-kind }, noch nicht umschlossen
miyabi-cell-zen-enclosed = Zen-Gartenteil mit { miyabi-kind }, umschlossen
miyabi-cell-frog-silver = silberner Frosch
miyabi-cell-frog-golden = goldener Frosch
miyabi-cell-frog-here = der Frosch kann hierher{ $points ->
    [0] {""}
   *[other] , bringt { $points }
}
miyabi-cell-held = hier liegt das gewählte Gartenteil
miyabi-cell-legal = erlaubt, bringt { $points }
miyabi-cell-blocked = hier nicht: { $why }
miyabi-columns = Spalten
miyabi-best-points = Spalte, beste Punkte
miyabi-column-best = Spalte { $column }: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
miyabi-column-blocked = Spalte { $column }: { $why }
miyabi-column-lantern = Spalte { $column }, Laternenfeld besetzt
miyabi-column-free = Spalte { $column }, Laternenfeld leer

## Aktionen
miyabi-turn = Drehen
miyabi-undo = Zurück
miyabi-confirm = Bestätigen
miyabi-confirm-points = Bestätigen +{ $points }
miyabi-turn-of = Drehung { $number } von { $of }
miyabi-do-pass = Passen
miyabi-do-end = Zug beenden
miyabi-choice-tile = { $objects } auf { $at }, Ebene { $layer }
miyabi-choice-green = { $what }, Grün auf { $cells }
miyabi-choice-zen = Zen-Gartenteil mit { miyabi-kind } auf { $at }
miyabi-choice-frog = Frosch auf { $at }
miyabi-choice-step = Frosch nach { $at }, Ebene { $layer }
miyabi-choice-pass = für den Rest der Bauphase passen
miyabi-choice-end = den Zug beenden
miyabi-say-preview = { $what }; bringt { $points }.
miyabi-pill = { $count } × Ebene { $layer } = +{ $points }
miyabi-pill-more = { $count } × Ebene { $layer } + { $more } = +{ $points }
miyabi-pill-zen = +{ $points }
miyabi-close = Schließen

## warum nicht
miyabi-short-lantern = Laterne
miyabi-short-uneven = uneben
miyabi-short-outside = ragt raus
miyabi-short-on-zen = Zen
miyabi-short-on-frog = Frosch
miyabi-short-zen-open = Zen offen
miyabi-short-not-bare = nicht leer
miyabi-short-display = weg
miyabi-short-zen-display = weg
miyabi-short-placed = gelegt
miyabi-why-lantern = In Spalte { $column } ist das Laternenfeld schon besetzt ({ $rule }).
miyabi-why-uneven = Die Felder darunter sind nicht alle gleich hoch ({ $rule }).
miyabi-why-outside = Das Gartenteil würde über den Garten hinausragen ({ $rule }).
miyabi-why-on-zen = Es würde das Zen-Gartenteil auf { $cell } überdecken ({ $rule }).
miyabi-why-on-frog = Auf { $cell } sitzt der Frosch ({ $rule }).
miyabi-why-zen-open = Das letzte Zen-Gartenteil, auf { $cell }, ist noch nicht umschlossen ({ $rule }).
miyabi-why-not-bare = { $cell } ist nicht leer; ein Zen-Gartenteil liegt direkt auf dem Spielplan ({ $rule }).
miyabi-why-display = Dieses Gartenteil liegt nicht mehr aus ({ $rule }).
miyabi-why-zen-display = Kein solches Zen-Gartenteil liegt offen ({ $rule }).
miyabi-why-placed = Du hast in diesem Zug schon gelegt ({ $rule }).
miyabi-why-must-place = Wer legen kann, muss legen ({ $rule }).
miyabi-why-end = Ein Zug endet nach dem Legen oder Passen ({ $rule }).
miyabi-why-stepped = Der Frosch zieht einmal pro Zug ({ $rule }).
miyabi-why-frog-first = Zuerst kommt der Frosch auf ein Feld ({ $rule }).
miyabi-why-frog-stands = Der Frosch hat schon seinen Platz ({ $rule }).
miyabi-why-frog-outside = Der Frosch würde den Garten verlassen ({ $rule }).
miyabi-why-frog-zen = Der Frosch betritt das Zen-Gartenteil auf { $cell } nie ({ $rule }).
miyabi-why-frog-layer = Von Ebene { $layer } erreicht der Frosch Ebene { $goal } nicht ({ $rule }).
miyabi-why-frog-objects = Ein silberner Frosch zieht nicht auf die Objekte auf { $cell } ({ $rule }).
miyabi-why-no-zen = Dieses Spiel ist ohne den Zen-Garten ({ $rule }).
miyabi-why-no-frog = Dieses Spiel ist ohne Frösche ({ $rule }).

## Stapel
miyabi-stack = { $cell }, Ebene für Ebene
miyabi-stack-unknown = von hier aus nicht gesehen
miyabi-stack-board = der Spielplan

## Punkte
miyabi-majorities = Mehrheiten
miyabi-object = Objekt
miyabi-points = Punkte
miyabi-extra-colourful = Der bunte Garten
miyabi-extra-meadow = Die große Wiese
miyabi-extra-seven = 7!
miyabi-track = { $name }: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
miyabi-sheet-row = Mehrheit { miyabi-kind }
miyabi-part-tile = { miyabi-objects } × Ebene { $layer }
miyabi-part-bonus = { miyabi-kind } zuerst auf Ebene 5
miyabi-part-zen = Zen-Gartenteil gelegt
miyabi-part-enclosure = Zen-Gartenteil auf { $cell } umschlossen, { $objects ->
    [one] 1 Objekt
   *[other] { $objects } Objekte
} daneben
miyabi-part-climb = Frosch erreicht Ebene { $layer }
miyabi-part-tiles = Gelegte Gartenteile
miyabi-part-zen-placed = Zen-Gartenteile gelegt
miyabi-part-zen-enclosed = Zen-Gartenteile umschlossen
miyabi-part-climbing = Aufstieg des Froschs
miyabi-part-row = { miyabi-kind }, { $count } sichtbar
miyabi-part-colourful = Der bunte Garten
miyabi-part-meadow = 2 × { $cells ->
    [one] 1 grünes Feld
   *[other] { $cells } grüne Felder
}
miyabi-part-meadow-short = Die große Wiese
miyabi-part-seven = 7 × { $lines ->
    [one] 1 Zeile oder Spalte mit sieben
   *[other] { $lines } Zeilen und Spalten mit sieben
}
miyabi-part-seven-short = 7!
miyabi-part-track = Punkte auf dem Punkteplan

## Verlauf
miyabi-log-dealt = Bauphase { $round }: neue Gartenteile
miyabi-log-placed = { miyabi-objects } auf { $at }, Ebene { $layer }
miyabi-log-bonus = { miyabi-kind } zuerst auf Ebene 5
miyabi-log-zen = Zen-Gartenteil mit { miyabi-kind } auf { $at }
miyabi-log-enclosed = Zen-Gartenteil auf { $at } umschlossen
miyabi-log-frog = Frosch auf { $at }
miyabi-log-step = Frosch nach { $at }, Ebene { $layer }
miyabi-log-golden = der Frosch wird golden
miyabi-log-passed = gepasst
miyabi-log-majority = Mehrheit { miyabi-kind }: { $counts }
miyabi-log-final = Abschlusswertung

# Edo Yashiki: das Spielbrett. Es gibt keine deutsche Anleitung; die Begriffe sind unsere.

edo-feature = { $feature ->
    [T] Tatami
    [P] Teich
    [F] { $edition ->
        [samurai-gardener] Pfad
       *[other] Boden
    }
   *[G] { $edition ->
        [samurai-gardener] Busch
       *[other] Garten
    }
}
edo-run = { $feature ->
    [T] { $length } Tatami
    [P] { $length } Teiche
    [F] { $length } { $edition ->
        [samurai-gardener] Pfade
       *[other] Böden
    }
   *[G] { $length } { $edition ->
        [samurai-gardener] Büsche
       *[other] Gärten
    }
}
edo-comma = ,{" "}
edo-semicolon = ;{" "}

## was ansteht
edo-status-round = Runde { $round }
edo-round-theirs = Runde { $round } · { $name } nimmt zuerst
edo-round-yours = Runde { $round } · du nimmst zuerst
edo-eyebrow = Runde { $round } von höchstens { $rounds } · { $phase ->
    [grab] die Karten liegen offen
    [place] alle legen gleichzeitig
    [score] Wertung
   *[open] neue Karten kommen
}
edo-first-cards = Die ersten Karten kommen
edo-called = Bereit?
edo-grab = Greif zu!
edo-pick = Nimm eine Karte
edo-place = Lege deine Karte
edo-choose = Wähle eine Reihe
edo-their-turn = { $name } nimmt
edo-waiting = Warten auf { $names }
edo-next = Die nächste Runde beginnt
edo-tap = Tippe dahin, wo die Karte liegen soll
edo-pick-how = Unter jeder Karte steht, was sie jetzt höchstens bringt
edo-try-how = Tippe ins Haus, um die Karte vorher auszuprobieren
edo-calm-note = Hier nehmt ihr die Karten ruhig, der Reihe nach. Für den Wettlauf auf „Hajime!“ öffne einen neuen Tisch und wähle „Gleichzeitig“.

## Zugreifen
edo-ready = Ich bin bereit
edo-ready-said = Bereit
edo-ready-always = Immer bereit
edo-ready-by-itself = Automatisch bereit in { $seconds } s
edo-seat-ready = { $name } ist bereit
edo-seat-not-ready = { $name } ist noch nicht bereit
edo-look = Schau die Karten an …
edo-wait = Warte …
edo-hajime = Hajime!
edo-too-early = Zu früh!
edo-fair = Fair gegriffen: langsame Leitungen sind ausgeglichen
edo-got = Du hast deine Karte
edo-practice-again = Noch einmal
edo-ms = { $ms } ms
edo-last = letzte Karte

## Karten
edo-card = Karte { $number }
edo-card-free = Karte { $number }: { $face }
edo-card-yours = Karte { $number }, deine: { $face }
edo-card-taken = Karte { $number }, genommen von { $name }: { $face }
edo-yours = Deine
edo-best = bis +{ $points }

## Haus
edo-your-house = Dein Haus
edo-their-house = Haus von { $name }
edo-back = Zu deinem Haus
edo-enlarge = { $house }: vergrößern
edo-placed = Gelegt
edo-placing = Legt …
edo-choosing = Wählt …
edo-square = { $x }, { $y }: { $what }
edo-square-locked = { $x }, { $y }: { $what }, gesperrt
edo-square-empty = leer
edo-square-card = hier liegt deine Karte: { $face }
edo-square-legal = hier kann die Karte liegen, bringt { $points }
edo-square-blocked = hier kann die Karte nicht liegen
edo-zoom-in = Größer
edo-zoom-out = Kleiner
edo-zoom-fit = Das ganze Haus zeigen
edo-markers = { $edition ->
    [samurai-gardener] Merkmale
   *[other] Spezialisten-Marker
}
edo-renewed = dann kommen alle vier zurück

## Aktionen
edo-actions = Deine Aktionen
edo-half-turn = Halb drehen
edo-undo = Zurück
edo-confirm = Bestätigen
edo-confirm-points = Bestätigen +{ $points }
edo-take = Karte { $number } nehmen
edo-placement = bei { $x }, { $y }{ $turned ->
    [yes] , halb gedreht
   *[no] {""}
}
edo-placement-runs = { edo-placement }: { $runs }
edo-say-preview = { $what }; bringt { $points }.
edo-say-best = { $what }; bringt höchstens { $points }.
edo-no-bonus = ein Merkmal, kein Bonus
edo-no-runs = keine Reihe
edo-which-run = { $times ->
    [one] Welche Reihe { edo-feature } soll zählen?
   *[other] Welche { $times } Reihen { edo-feature } sollen zählen?
}

## warum nicht
edo-why-locked = Das würde ein Feld einer Reihe von { $length } überdecken ({ $rule }).
edo-why-apart = Die Karte muss das Haus berühren oder überlappen ({ $rule }).
edo-why-taken = Diese Karte ist weg ({ $rule }).
edo-why-hand = Du hast deine Karte schon ({ $rule }).
edo-why-placed = Du hast deine Karte schon gelegt ({ $rule }).
edo-why-turn = Eine halbe Drehung ändert diese Karte nicht ({ $rule }).

## Punkte
edo-part-run = { edo-run }
edo-part-bonus = Bonus für { $features ->
    [one] 1 Merkmal
   *[other] { $features } Merkmale
}
edo-part-runs-line = Reihen von { $length }
edo-part-bonuses-line = Mehrere Merkmale zugleich
edo-last-card = { $name }: die letzte Karte
edo-track = { $name }: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}

## Verlauf
edo-log-opened = Runde { $round }: Karten offen
edo-log-taken = Karte { $card } genommen
edo-log-last = die letzte Karte
edo-log-placed = { $runs ->
    [0] gelegt
    [one] gelegt: eine Reihe
   *[other] gelegt: { $runs } Reihen
}
edo-log-scored = Punkte
edo-log-ended = { $why ->
    [goal] Das Ziel ist erreicht
   *[cards] Es sind zu wenig Karten übrig
}

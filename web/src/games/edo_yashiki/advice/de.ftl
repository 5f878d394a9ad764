# Gründe von Tipps. Die Schlüssel der Gründe, und woher Punkte kommen, sind die des Servers.

edo_yashiki-advice-feature = { $feature ->
    [tatami] Tatami
    [pond] Teich
    [floor] Boden
    [path] Pfad
    [bush] Busch
   *[garden] Garten
}

## Gründe
edo_yashiki-reason-best-card = Die Karte kann sofort { $after } bringen, nicht { $other }
edo_yashiki-reason-denies-card = Lässt { $rival } höchstens eine Karte für { $after }, nicht { $other }
edo_yashiki-reason-reaches-goal = Erreicht 25: Das Spiel endet mit dieser Runde
edo_yashiki-reason-markers = { $markers ->
    [features] Behält { $after ->
        [one] 1 Merkmal
       *[other] { $after } Merkmale
    }, nicht { $other }
   *[markers] Behält { $after ->
        [one] 1 Marker
       *[other] { $after } Marker
    }, nicht { $other }
}
edo_yashiki-reason-open-pairs = Offene Paare, { edo_yashiki-advice-feature }: { $after }, nicht { $other }
edo_yashiki-reason-open-threes = Offene Dreier, { edo_yashiki-advice-feature }: { $after }, nicht { $other }
edo_yashiki-reason-open-fours = Offene Vierer, { edo_yashiki-advice-feature }: { $after }, nicht { $other }

## woher Punkte kommen
edo_yashiki-through-threes = Dreierreihen
edo_yashiki-through-fours = Viererreihen
edo_yashiki-through-fives = Fünferreihen
edo_yashiki-through-bonus = Bonus für mehrere Merkmale

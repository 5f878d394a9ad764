# Raisons des conseils. Les clés des raisons et de l’origine des points sont celles du serveur.

miyabi-advice-row = { $row ->
    [maple] érable
    [pagoda] pagode
    [fish] poisson
    [azalea] bouquet d’azalées
    [boxwood] buisson de buis
   *[stone] rocher
}

## raisons
miyabi-reason-takes-lead = Prend la majorité : { miyabi-advice-row }
miyabi-reason-keeps-lead = Garde la majorité : { miyabi-advice-row }
miyabi-reason-extends-lead = Avance, { miyabi-advice-row } : { $after }, et non { $other }
miyabi-reason-catches-up = Rattrape son retard, { miyabi-advice-row } : de { $before } à { $after }
miyabi-reason-opens-three = Ouvre le niveau { $after } à une triple : { miyabi-advice-row }
miyabi-reason-opens-two = Ouvre le niveau { $after } à une double : { miyabi-advice-row }
miyabi-reason-keeps-three = Laisse le niveau { $after } ouvert à une triple : { miyabi-advice-row }
miyabi-reason-next-tile = Te laisse une plate-bande à { $after }, et non { $other }
miyabi-reason-bonus-in-reach = Met un bonus de { $after } à portée : { miyabi-advice-row }
miyabi-reason-group = Porte ton meilleur groupe à { $after }, et non { $other }
miyabi-reason-meadow = Porte ta pelouse à { $after }, et non { $other }
miyabi-reason-sevens = { $after ->
    [one] Donne { $after } point
   *[other] Donne { $after } points
} de sept, et non { $other }
miyabi-reason-zen-sides = { $after ->
    [one] Ferme { $after } côté
   *[other] Ferme { $after } côtés
} de la plate-bande zen, et non { $other }
miyabi-reason-frog-climbs = Permet à la grenouille de monter au niveau { $after }
miyabi-reason-denies-tile = Ne laisse à { $rival } qu’une plate-bande à { $after }, et non { $other }
miyabi-reason-denies-bonus = Prend le bonus à la portée { DE($rival) } : { miyabi-advice-row }

## d’où viennent les points
miyabi-through-row-of = majorité { miyabi-advice-row }
miyabi-through-bonus-of = bonus { miyabi-advice-row }
miyabi-through-tiles = plates-bandes
miyabi-through-colourful-garden = Le jardin coloré
miyabi-through-big-meadow = La grande pelouse
miyabi-through-7 = 7 !
miyabi-through-zen-enclosed = plates-bandes zen entourées
miyabi-through-frog = montée de la grenouille

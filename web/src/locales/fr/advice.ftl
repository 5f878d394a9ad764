# Conseils : suggestions et raisons. Les clés des raisons et de l’origine des points sont celles du serveur.

advice-row = { $row ->
    [maple] érable
    [pagoda] pagode
    [fish] poisson
    [azalea] azalées
    [boxwood] buis
   *[stone] rocher
}
advice-feature = { $feature ->
    [tatami] tatami
    [pond] étang
    [floor] plancher
    [path] allée
    [bush] buisson
   *[garden] jardin
}

## raisons, Miyabi
reason-scores = Rapporte { $after } tout de suite, et non { $other }
reason-takes-lead = Prend la majorité : { advice-row }
reason-keeps-lead = Garde la majorité : { advice-row }
reason-extends-lead = Avance, { advice-row } : { $after }, et non { $other }
reason-catches-up = Rattrape son retard, { advice-row } : de { $before } à { $after }
reason-opens-three = Ouvre le niveau { $after } à un triple : { advice-row }
reason-opens-two = Ouvre le niveau { $after } à un double : { advice-row }
reason-keeps-three = Laisse le niveau { $after } ouvert à un triple : { advice-row }
reason-next-tile = Vous laisse une plate-bande à { $after }, et non { $other }
reason-bonus-in-reach = Met un bonus de { $after } à portée : { advice-row }
reason-group = Porte votre meilleur groupe à { $after }, et non { $other }
reason-meadow = Porte votre pelouse à { $after }, et non { $other }
reason-sevens = Donne { $after } points de sept, et non { $other }
reason-zen-sides = Ferme { $after } côtés de la plate-bande zen, et non { $other }
reason-frog-climbs = Permet à la grenouille de monter au niveau { $after }
reason-denies-tile = Ne laisse à { $rival } qu’une plate-bande à { $after }, et non { $other }
reason-denies-bonus = Prend le bonus à la portée de { $rival } : { advice-row }

## raisons, Edo Yashiki
reason-best-card = Sa carte peut rapporter { $after } tout de suite, et non { $other }
reason-denies-card = Ne laisse à { $rival } qu’une carte à { $after }, et non { $other }
reason-reaches-goal = Atteint 25 : la partie se termine avec cette manche
reason-markers = { $markers ->
    [features] Garde { $after } éléments, et non { $other }
   *[markers] Garde { $after } marqueurs, et non { $other }
}
reason-open-pairs = Paires ouvertes, { advice-feature } : { $after }, et non { $other }
reason-open-threes = Lignes de trois ouvertes, { advice-feature } : { $after }, et non { $other }
reason-open-fours = Lignes de quatre ouvertes, { advice-feature } : { $after }, et non { $other }

## d’où viennent les points
through-at-once = tout de suite
through-rival = points du meilleur adversaire
through-all = en tout
through-row-of = majorité { advice-row }
through-bonus-of = bonus { advice-row }
through-tiles = plates-bandes
through-colourful-garden = Le jardin coloré
through-big-meadow = La grande pelouse
through-7 = 7 !
through-zen-enclosed = plates-bandes zen entourées
through-frog = montée de la grenouille
through-threes = lignes de trois
through-fours = lignes de quatre
through-fives = lignes de cinq
through-bonus = bonus pour plusieurs éléments

## un conseil
hint-thinking = Réflexion en cours …
hint-none = Aucune raison ne le distingue à elle seule.
hint-only = Rien d’autre n’est possible.
hint-value = Gagne { NUMBER($chance, style: "percent", maximumFractionDigits: 0) } de telles parties, { NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) } sur le meilleur adversaire
hint-tempting = { $action } rapporterait { $gain } tout de suite, mais { NUMBER($behind, maximumFractionDigits: 1) } de moins à la fin.
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) } · { $through }
hint-said = Conseil : { $action }, rapporte { $points }. { $why }
hint-close = Ranger le conseil

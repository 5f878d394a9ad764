# Raisons des conseils. Les clés des raisons et de l’origine des points sont celles du serveur.

edo_yashiki-advice-feature = { $feature ->
    [tatami] tatami
    [pond] étang
    [floor] plancher
    [path] allée
    [bush] buisson
   *[garden] jardin
}

## raisons
edo_yashiki-reason-best-card = Sa carte peut rapporter { $after } tout de suite, et non { $other }
edo_yashiki-reason-denies-card = Ne laisse à { $rival } qu’une carte à { $after }, et non { $other }
edo_yashiki-reason-reaches-goal = Atteint 25 : la partie se termine avec cette manche
edo_yashiki-reason-markers = { $markers ->
    [features] Garde { $after ->
        [one] { $after } élément
       *[other] { $after } éléments
    }, et non { $other }
   *[markers] Garde { $after ->
        [one] { $after } marqueur
       *[other] { $after } marqueurs
    }, et non { $other }
}
edo_yashiki-reason-open-pairs = Paires ouvertes, { edo_yashiki-advice-feature } : { $after }, et non { $other }
edo_yashiki-reason-open-threes = Lignes de trois ouvertes, { edo_yashiki-advice-feature } : { $after }, et non { $other }
edo_yashiki-reason-open-fours = Lignes de quatre ouvertes, { edo_yashiki-advice-feature } : { $after }, et non { $other }

## d’où viennent les points
edo_yashiki-through-threes = lignes de trois
edo_yashiki-through-fours = lignes de quatre
edo_yashiki-through-fives = lignes de cinq
edo_yashiki-through-bonus = bonus pour plusieurs éléments

# Edo Yashiki : le plateau. Il n’y a pas de règle française ; les termes sont les nôtres.

edo-feature = { $feature ->
    [T] tatami
    [P] étang
    [F] { $edition ->
        [samurai-gardener] allée
       *[other] plancher
    }
   *[G] { $edition ->
        [samurai-gardener] buisson
       *[other] jardin
    }
}
edo-run = { $feature ->
    [T] { $length } tatamis
    [P] { $length } étangs
    [F] { $length } { $edition ->
        [samurai-gardener] allées
       *[other] planchers
    }
   *[G] { $length } { $edition ->
        [samurai-gardener] buissons
       *[other] jardins
    }
}
edo-comma = ,{" "}
edo-semicolon = {"\u202F"};{" "}

## où l’on en est
edo-status-round = Manche { $round }
edo-round-theirs = Manche { $round } · { $name } choisit en premier
edo-round-yours = Manche { $round } · tu choisis en premier
edo-eyebrow = Manche { $round } sur { $rounds } au plus · { $phase ->
    [grab] les cartes sont visibles
    [place] tout le monde pose en même temps
    [score] décompte
   *[open] de nouvelles cartes arrivent
}
edo-first-cards = Les premières cartes arrivent
edo-called = Prêt ?
edo-grab = Attrape une carte !
edo-pick = Prends une carte
edo-place = Pose ta carte
edo-choose = Choisis une ligne
edo-their-turn = { $name } choisit
edo-waiting = On attend { $names }
edo-next = La manche suivante commence
edo-tap = Touche l’endroit où poser la carte
edo-pick-how = Sous chaque carte : ce qu’elle peut rapporter au mieux
edo-try-how = Touche la maison pour essayer la carte avant de la prendre
edo-calm-note = Ici, on prend les cartes calmement, à tour de rôle. Pour la course à « hajime ! », ouvre une nouvelle table et choisis « Tous à la fois ».

## attraper
edo-ready = Je suis prêt
edo-ready-said = Prêt
edo-ready-always = Toujours prêt
edo-ready-by-itself = Prêt automatiquement dans { $seconds } s
edo-seat-ready = { $name } est prêt
edo-seat-not-ready = { $name } n’est pas encore prêt
edo-look = Regarde les cartes…
edo-wait = Attends…
edo-hajime = Hajime !
edo-too-early = Trop tôt !
edo-fair = Prise équitable : les lignes lentes sont compensées
edo-got = Tu as ta carte
edo-practice-again = Encore une fois
edo-ms = { $ms } ms
edo-last = dernière

## cartes
edo-card = carte { $number }
edo-card-free = Carte { $number } : { $face }
edo-card-yours = Carte { $number }, la tienne : { $face }
edo-card-taken = Carte { $number }, prise par { $name } : { $face }
edo-yours = À toi
edo-best = max +{ $points }

## maison
edo-your-house = Ta maison
edo-their-house = Maison { DE($name) }
edo-back = Vers ta maison
edo-enlarge = { $house } : agrandir
edo-placed = Posée
edo-placing = Pose…
edo-choosing = Choisit…
edo-square = { $x }, { $y } : { $what }
edo-square-locked = { $x }, { $y } : { $what }, bloqué
edo-square-empty = vide
edo-square-card = ta carte est ici : { $face }
edo-square-legal = la carte peut être ici, rapporte { $points }
edo-square-blocked = la carte ne peut pas être ici
edo-zoom-in = Agrandir
edo-zoom-out = Réduire
edo-zoom-fit = Montrer toute la maison
edo-markers = { $edition ->
    [samurai-gardener] Éléments
   *[other] Marqueurs de spécialistes
}
edo-renewed = puis les quatre reviennent

## actions
edo-actions = Tes actions
edo-half-turn = Demi-tour
edo-undo = Annuler
edo-confirm = Valider
edo-confirm-points = Valider +{ $points }
edo-take = Prendre la carte { $number }
edo-placement = en { $x }, { $y }{ $turned ->
    [yes] , après un demi-tour
   *[no] {""}
}
edo-placement-runs = { edo-placement } : { $runs }
edo-say-preview = { $what } ; rapporte { $points }.
edo-say-best = { $what } ; rapporte au mieux { $points }.
edo-no-bonus = un seul élément, pas de bonus
edo-no-runs = aucune ligne
edo-which-run = { $times ->
    [one] Quelle ligne
   *[other] Quelles { $times } lignes
} { $feature ->
    [P] d’
    [F] { $edition ->
        [samurai-gardener] d’
       *[other] de{" "}
    }
   *[other] de{" "}
}{ edo-feature } compter ?

## pourquoi pas
edo-why-locked = Cela recouvrirait une case d’une ligne de { $length } ({ $rule }).
edo-why-apart = La carte doit toucher ou recouvrir la maison ({ $rule }).
edo-why-taken = Cette carte est prise ({ $rule }).
edo-why-hand = Tu as déjà ta carte ({ $rule }).
edo-why-placed = Tu as déjà posé ta carte ({ $rule }).
edo-why-turn = Un demi-tour ne change pas cette carte ({ $rule }).

## points
edo-part-run = { edo-run }
edo-part-bonus = bonus de { $features ->
    [one] { $features } élément
   *[other] { $features } éléments
}
edo-part-runs-line = Lignes de { $length }
edo-part-bonuses-line = Plusieurs éléments à la fois
edo-last-card = { $name } : la dernière carte
edo-track = { $name } : { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## journal
edo-log-opened = Manche { $round } : cartes visibles
edo-log-taken = carte { $card } prise
edo-log-last = dernière carte
edo-log-placed = { $runs ->
    [0] carte posée
    [one] carte posée : une ligne
   *[other] carte posée : { $runs } lignes
}
edo-log-scored = points
edo-log-ended = { $why ->
    [goal] L’objectif est atteint
   *[cards] Il reste trop peu de cartes
}

# Miyabi : le plateau. Termes de la règle imprimée.

miyabi-objects = { $object ->
    [maple] { $count ->
        [one] un érable
       *[other] { $count } érables
    }
    [pagoda] { $count ->
        [one] une pagode
       *[other] { $count } pagodes
    }
    [fish] { $count ->
        [one] un poisson
       *[other] { $count } poissons
    }
    [azalea] { $count ->
        [one] un bouquet d’azalées
       *[other] { $count } bouquets d’azalées
    }
    [boxwood] { $count ->
        [one] un buisson de buis
       *[other] { $count } buissons de buis
    }
   *[stone] { $count ->
        [one] un rocher
       *[other] { $count } rochers
    }
}
miyabi-kind = { $object ->
    [maple] érable
    [pagoda] pagode
    [fish] poisson
    [azalea] bouquet d’azalées
    [boxwood] buisson de buis
   *[stone] rocher
}
miyabi-comma = ,{" "}
miyabi-semicolon = {"\u202F"};{" "}

## tour et progression
miyabi-your-turn = À toi de jouer
miyabi-their-turn = Au tour { DE($name) }
miyabi-steps = Ton tour, pas à pas
miyabi-step-tile = choisir une plate-bande
miyabi-step-column = choisir une colonne
miyabi-step-in-column = colonne { $column }
miyabi-step-turn = tourner
miyabi-step-confirm = valider
miyabi-step-frog = avancer la grenouille
miyabi-step-frog-setup = poser ta grenouille
miyabi-step-tile-or-frog = choisir une plate-bande ou avancer la grenouille
miyabi-step-frog-or-end = avancer la grenouille ou finir
miyabi-step-pass = rien ne va : passer
miyabi-first-tile = Choisis d’abord une plate-bande.
miyabi-status-round = Étape { $round } sur { $rounds }
miyabi-round-theirs = Étape { $round } · { $name } commence
miyabi-round-yours = Étape { $round } · tu commences
miyabi-prompt-tile = choisis une plate-bande
miyabi-prompt-frog-setup = pose ta grenouille sur une case
miyabi-prompt-after = avance la grenouille ou finis ton tour
miyabi-prompt-pass = aucune plate-bande ne va : passe

## présentoir
miyabi-display = Plates-bandes
miyabi-display-left = { $left ->
    [one] { $left } restante
   *[other] { $left } restantes
} sur { $of }
miyabi-tile = { $shape ->
    [single] { $objects }, simple
    [double] { $objects }, double
    [straight] { $objects }, droite à 3 cases, objet au bout
    [middle] { $objects }, droite à 3 cases, objet au milieu
    [elbow] { $objects }, angle à 3 cases, objet au coude
    [left] { $objects }, angle à 3 cases, de l’objet tout droit, puis à gauche
   *[right] { $objects }, angle à 3 cases, de l’objet tout droit, puis à droite
}
miyabi-tile-zen = Plate-bande zen, { miyabi-kind }
miyabi-tile-unplayable = { $tile } ; ne va nulle part
miyabi-zen-tiles = Plates-bandes zen
miyabi-zen-left = { $left ->
    [one] { $left } face cachée
   *[other] { $left } faces cachées
}
miyabi-bonuses = Premier au niveau 5
miyabi-bonus-points = tuiles bonus
miyabi-bonus-assumed = supposées, sauf pour l’érable ; ta propre boîte peut les remplacer (M1.7)

## jardin
miyabi-your-garden = Ton jardin
miyabi-their-garden = Jardin { DE($name) }
miyabi-back = Vers ton jardin
miyabi-enlarge = { $garden } : agrandir
miyabi-passed = a passé
miyabi-starts = commence cette étape
miyabi-lanterns = { $count ->
    [one] { $count } lanterne
   *[other] { $count } lanternes
} sur 6
miyabi-cell = rangée { $row } { miyabi-kind }, colonne { $column }, { $layer ->
    [0] vide
   *[other] niveau { $layer }
}
miyabi-cell-green = vert
miyabi-cell-zen-open = plate-bande zen avec { miyabi-kind }, pas encore entourée
miyabi-cell-zen-enclosed = plate-bande zen avec { miyabi-kind }, entourée
miyabi-cell-frog-silver = grenouille argentée
miyabi-cell-frog-golden = grenouille dorée
miyabi-cell-frog-here = la grenouille peut venir ici{ $points ->
    [0] {""}
   *[other] , rapporte { $points }
}
miyabi-cell-held = la plate-bande choisie est ici
miyabi-cell-legal = permis, rapporte { $points }
miyabi-cell-blocked = pas ici : { $why }
miyabi-columns = Colonnes
miyabi-best-points = colonne, meilleurs points
miyabi-column-best = Colonne { $column } : { $points ->
    [one] { $points } point
   *[other] { $points } points
}
miyabi-column-blocked = Colonne { $column } : { $why }
miyabi-column-lantern = Colonne { $column }, case lanterne occupée
miyabi-column-free = Colonne { $column }, case lanterne vide

## actions
miyabi-turn = Tourner
miyabi-undo = Annuler
miyabi-confirm = Valider
miyabi-confirm-points = Valider +{ $points }
miyabi-turn-of = position { $number } sur { $of }
miyabi-do-pass = Passer
miyabi-do-end = Finir le tour
miyabi-choice-tile = { $objects } en { $at }, niveau { $layer }
miyabi-choice-green = { $what }, vert en { $cells }
miyabi-choice-zen = plate-bande zen avec { miyabi-kind } en { $at }
miyabi-choice-frog = grenouille en { $at }
miyabi-choice-step = grenouille vers { $at }, niveau { $layer }
miyabi-choice-pass = passer jusqu’à la fin de l’étape
miyabi-choice-end = finir le tour
miyabi-say-preview = { $what } ; rapporte { $points }.
miyabi-pill = { $count } × niveau { $layer } = +{ $points }
miyabi-pill-more = { $count } × niveau { $layer } + { $more } = +{ $points }
miyabi-pill-zen = +{ $points }
miyabi-close = Fermer

## pourquoi pas
miyabi-short-lantern = lanterne
miyabi-short-uneven = inégal
miyabi-short-outside = dépasse
miyabi-short-on-zen = zen
miyabi-short-on-frog = grenouille
miyabi-short-zen-open = zen ouvert
miyabi-short-not-bare = pas vide
miyabi-short-display = prise
miyabi-short-zen-display = prise
miyabi-short-placed = posée
miyabi-why-lantern = La case lanterne de la colonne { $column } est déjà occupée ({ $rule }).
miyabi-why-uneven = Les cases dessous ne sont pas toutes à la même hauteur ({ $rule }).
miyabi-why-outside = La plate-bande dépasserait du jardin ({ $rule }).
miyabi-why-on-zen = Elle recouvrirait la plate-bande zen en { $cell } ({ $rule }).
miyabi-why-on-frog = La grenouille est en { $cell } ({ $rule }).
miyabi-why-zen-open = La dernière plate-bande zen, en { $cell }, n’est pas encore entourée ({ $rule }).
miyabi-why-not-bare = { $cell } n’est pas vide ; une plate-bande zen se pose sur le plateau même ({ $rule }).
miyabi-why-display = Cette plate-bande n’est plus là ({ $rule }).
miyabi-why-zen-display = Aucune plate-bande zen de ce type n’est visible ({ $rule }).
miyabi-why-placed = Tu as déjà posé pendant ce tour ({ $rule }).
miyabi-why-must-place = Si tu peux poser, tu le dois ({ $rule }).
miyabi-why-end = Un tour finit après avoir posé ou passé ({ $rule }).
miyabi-why-stepped = La grenouille avance une fois par tour ({ $rule }).
miyabi-why-frog-first = La grenouille se pose d’abord sur une case ({ $rule }).
miyabi-why-frog-stands = La grenouille a déjà sa place ({ $rule }).
miyabi-why-frog-outside = La grenouille quitterait le jardin ({ $rule }).
miyabi-why-frog-zen = La grenouille n’entre jamais sur la plate-bande zen en { $cell } ({ $rule }).
miyabi-why-frog-layer = Du niveau { $layer } la grenouille n’atteint pas le niveau { $goal } ({ $rule }).
miyabi-why-frog-objects = Une grenouille argentée n’avance pas sur les objets en { $cell } ({ $rule }).
miyabi-why-no-zen = Cette partie se joue sans le jardin zen ({ $rule }).
miyabi-why-no-frog = Cette partie se joue sans grenouilles ({ $rule }).

## pile
miyabi-stack = { $cell }, niveau par niveau
miyabi-stack-unknown = pas vu d’ici
miyabi-stack-board = le plateau

## points
miyabi-majorities = Majorités
miyabi-object = Objet
miyabi-points = points
miyabi-extra-colourful = Le jardin coloré
miyabi-extra-meadow = La grande pelouse
miyabi-extra-seven = 7 !
miyabi-track = { $name } : { $points ->
    [one] { $points } point
   *[other] { $points } points
}
miyabi-sheet-row = Majorité { miyabi-kind }
miyabi-part-tile = { miyabi-objects } × niveau { $layer }
miyabi-part-bonus = { $object ->
    [pagoda] Première
   *[other] Premier
} { miyabi-kind } au niveau 5
miyabi-part-zen = Plate-bande zen posée
miyabi-part-enclosure = Plate-bande zen en { $cell } entourée, { $objects ->
    [one] { $objects } objet
   *[other] { $objects } objets
} à côté
miyabi-part-climb = La grenouille atteint le niveau { $layer }
miyabi-part-tiles = Plates-bandes posées
miyabi-part-zen-placed = Plates-bandes zen posées
miyabi-part-zen-enclosed = Plates-bandes zen entourées
miyabi-part-climbing = Montée de la grenouille
miyabi-part-row = { miyabi-kind }, { $count ->
    [one] { $count } visible
   *[other] { $count } visibles
}
miyabi-part-colourful = Le jardin coloré
miyabi-part-meadow = 2 × { $cells ->
    [one] { $cells } case verte
   *[other] { $cells } cases vertes
}
miyabi-part-meadow-short = La grande pelouse
miyabi-part-seven = 7 × { $lines ->
    [one] { $lines } rangée ou colonne de sept
   *[other] { $lines } rangées et colonnes de sept
}
miyabi-part-seven-short = 7 !
miyabi-part-track = Points sur le plateau « points »

## journal
miyabi-log-dealt = Étape { $round } : nouvelles plates-bandes
miyabi-log-placed = { miyabi-objects } en { $at }, niveau { $layer }
miyabi-log-bonus = { $object ->
    [pagoda] première
   *[other] premier
} { miyabi-kind } au niveau 5
miyabi-log-zen = plate-bande zen avec { miyabi-kind } en { $at }
miyabi-log-enclosed = plate-bande zen en { $at } entourée
miyabi-log-frog = grenouille en { $at }
miyabi-log-step = grenouille vers { $at }, niveau { $layer }
miyabi-log-golden = la grenouille devient dorée
miyabi-log-passed = tour passé
miyabi-log-majority = Majorité { miyabi-kind } : { $counts }
miyabi-log-final = classement final

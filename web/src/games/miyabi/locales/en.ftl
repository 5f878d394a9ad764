# Miyabi: the board. Terms as in the printed rulebook.

miyabi-objects = { $object ->
    [maple] { $count ->
        [one] one maple
       *[other] { $count } maples
    }
    [pagoda] { $count ->
        [one] one pagoda
       *[other] { $count } pagodas
    }
    [fish] { $count ->
        [one] one fish
       *[other] { $count } fish
    }
    [azalea] { $count ->
        [one] one azalea
       *[other] { $count } azaleas
    }
    [boxwood] { $count ->
        [one] one boxwood
       *[other] { $count } boxwoods
    }
   *[stone] { $count ->
        [one] one stone
       *[other] { $count } stones
    }
}
miyabi-kind = { $object ->
    [maple] maple
    [pagoda] pagoda
    [fish] fish
    [azalea] azalea
    [boxwood] boxwood
   *[stone] stone
}
miyabi-comma = ,{" "}
miyabi-semicolon = ;{" "}

## turn and progress
miyabi-your-turn = Your turn
miyabi-their-turn = { $name } plays
miyabi-steps = Your turn, step by step
miyabi-step-tile = choose a tile
miyabi-step-column = choose a column
miyabi-step-in-column = column { $column }
miyabi-step-turn = turn
miyabi-step-confirm = confirm
miyabi-step-frog = move the frog
miyabi-step-frog-setup = put your frog on a cell
miyabi-step-tile-or-frog = choose a tile, or step with the frog
miyabi-step-frog-or-end = step with the frog, or end
miyabi-step-pass = nothing fits: pass
miyabi-first-tile = First choose a tile.
miyabi-status-round = Round { $round } of { $rounds }
miyabi-round-theirs = Round { $round } · { $name } starts
miyabi-round-yours = Round { $round } · you start
miyabi-prompt-tile = choose a tile
miyabi-prompt-frog-setup = put your frog on a cell
miyabi-prompt-after = step with the frog, or end your turn
miyabi-prompt-pass = no tile fits: pass

## display
miyabi-display = Display
miyabi-display-left = { $left } of { $of } tiles left
miyabi-tile = { $shape ->
    [single] { $objects }, single
    [double] { $objects }, double
    [straight] { $objects }, triple straight, the object at the end
    [middle] { $objects }, triple straight, the object in the middle
    [elbow] { $objects }, triple corner, the object in the corner
    [left] { $objects }, triple corner, from the object ahead, then left
   *[right] { $objects }, triple corner, from the object ahead, then right
}
miyabi-tile-zen = Zen tile, { miyabi-kind }
miyabi-tile-unplayable = { $tile }; fits nowhere
miyabi-zen-tiles = Zen tiles
miyabi-zen-left = { $left } face down
miyabi-bonuses = First on layer 5
miyabi-bonus-points = bonus points
miyabi-bonus-assumed = assumed, except for maple; your own box can replace them (M1.7)

## garden
miyabi-your-garden = Your garden
miyabi-their-garden = { $name }’s garden
miyabi-back = Back to your garden
miyabi-enlarge = { $garden }: enlarge
miyabi-passed = passed
miyabi-starts = starts this round
miyabi-lanterns = { $count } of 6 lanterns
miyabi-cell = row { $row } { miyabi-kind }, column { $column }, { $layer ->
    [0] bare
   *[other] layer { $layer }
}
miyabi-cell-green = green
miyabi-cell-zen-open = Zen tile with { miyabi-kind }, not yet enclosed
miyabi-cell-zen-enclosed = Zen tile with { miyabi-kind }, enclosed
miyabi-cell-frog-silver = silver frog
miyabi-cell-frog-golden = golden frog
miyabi-cell-frog-here = the frog can go here{ $points ->
    [0] {""}
   *[other] , scores { $points }
}
miyabi-cell-held = the tile in hand lies here
miyabi-cell-legal = legal, scores { $points }
miyabi-cell-blocked = not here: { $why }
miyabi-columns = Columns
miyabi-best-points = column, best points
miyabi-column-best = Column { $column }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
miyabi-column-blocked = Column { $column }: { $why }
miyabi-column-lantern = Column { $column }, has a lantern
miyabi-column-free = Column { $column }, lantern field empty

## actions
miyabi-turn = Turn
miyabi-undo = Undo
miyabi-confirm = Confirm
miyabi-confirm-points = Confirm +{ $points }
miyabi-turn-of = turn { $number } of { $of }
miyabi-do-pass = Pass
miyabi-do-end = End turn
miyabi-choice-tile = { $objects } on { $at }, layer { $layer }
miyabi-choice-green = { $what }, green on { $cells }
miyabi-choice-zen = Zen tile with { miyabi-kind } on { $at }
miyabi-choice-frog = frog on { $at }
miyabi-choice-step = frog to { $at }, layer { $layer }
miyabi-choice-pass = pass for the rest of the round
miyabi-choice-end = end the turn
miyabi-say-preview = { $what }; scores { $points }.
miyabi-pill = { $count } × layer { $layer } = +{ $points }
miyabi-pill-more = { $count } × layer { $layer } + { $more } = +{ $points }
miyabi-pill-zen = +{ $points }
miyabi-close = Close

## why not
miyabi-short-lantern = lantern
miyabi-short-uneven = uneven
miyabi-short-outside = sticks out
miyabi-short-on-zen = Zen tile
miyabi-short-on-frog = frog
miyabi-short-zen-open = Zen open
miyabi-short-not-bare = not bare
miyabi-short-display = gone
miyabi-short-zen-display = gone
miyabi-short-placed = placed
miyabi-why-lantern = Column { $column } already has a lantern this round ({ $rule }).
miyabi-why-uneven = The cells under it are not all equally high ({ $rule }).
miyabi-why-outside = The tile would stick out of the garden ({ $rule }).
miyabi-why-on-zen = It would cover the Zen tile on { $cell } ({ $rule }).
miyabi-why-on-frog = The frog sits on { $cell } ({ $rule }).
miyabi-why-zen-open = The last Zen tile, on { $cell }, is not yet enclosed ({ $rule }).
miyabi-why-not-bare = { $cell } is not bare; a Zen tile lies on the board itself ({ $rule }).
miyabi-why-display = That tile is no longer on display ({ $rule }).
miyabi-why-zen-display = No such Zen tile lies open ({ $rule }).
miyabi-why-placed = You have placed already this turn ({ $rule }).
miyabi-why-must-place = If you can place a tile, you must ({ $rule }).
miyabi-why-end = A turn ends after placing or passing ({ $rule }).
miyabi-why-stepped = The frog steps once a turn ({ $rule }).
miyabi-why-frog-first = First the frog goes on a cell ({ $rule }).
miyabi-why-frog-stands = The frog has its place already ({ $rule }).
miyabi-why-frog-outside = The frog would leave the garden ({ $rule }).
miyabi-why-frog-zen = The frog never enters the Zen tile on { $cell } ({ $rule }).
miyabi-why-frog-layer = From layer { $layer } the frog does not reach layer { $goal } ({ $rule }).
miyabi-why-frog-objects = A silver frog does not step onto the objects on { $cell } ({ $rule }).
miyabi-why-no-zen = This game is played without the Zen garden ({ $rule }).
miyabi-why-no-frog = This game is played without frogs ({ $rule }).

## stack
miyabi-stack = { $cell }, layer by layer
miyabi-stack-unknown = not seen from here
miyabi-stack-board = the board

## points
miyabi-majorities = Majorities
miyabi-object = Object
miyabi-points = points
miyabi-extra-colourful = Colorful Garden
miyabi-extra-meadow = Big Meadow
miyabi-extra-seven = 7!
miyabi-track = { $name }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
miyabi-sheet-row = Most { miyabi-kind }
miyabi-part-tile = { miyabi-objects } × layer { $layer }
miyabi-part-bonus = First { miyabi-kind } on layer 5
miyabi-part-zen = Zen tile placed
miyabi-part-enclosure = Zen tile on { $cell } enclosed, { $objects ->
    [one] 1 object
   *[other] { $objects } objects
} beside it
miyabi-part-climb = Frog reaches layer { $layer }
miyabi-part-tiles = Tiles placed
miyabi-part-zen-placed = Zen tiles placed
miyabi-part-zen-enclosed = Zen tiles enclosed
miyabi-part-climbing = The frog’s climbing
miyabi-part-row = { miyabi-kind }, { $count } visible
miyabi-part-colourful = The Colorful Garden
miyabi-part-meadow = 2 × { $cells ->
    [one] 1 green cell
   *[other] { $cells } green cells
}
miyabi-part-meadow-short = The Big Meadow
miyabi-part-seven = 7 × { $lines ->
    [one] 1 row or column of seven
   *[other] { $lines } rows and columns of seven
}
miyabi-part-seven-short = 7!
miyabi-part-track = Points on the score track

## log
miyabi-log-dealt = Round { $round }: new tiles
miyabi-log-placed = { miyabi-objects } on { $at }, layer { $layer }
miyabi-log-bonus = first { miyabi-kind } on layer 5
miyabi-log-zen = Zen tile with { miyabi-kind } on { $at }
miyabi-log-enclosed = Zen tile on { $at } enclosed
miyabi-log-frog = frog on { $at }
miyabi-log-step = frog to { $at }, layer { $layer }
miyabi-log-golden = the frog turns golden
miyabi-log-passed = passed
miyabi-log-majority = Most { miyabi-kind }: { $counts }
miyabi-log-final = final scoring

# Edo Yashiki: the board. Terms as in the printed rulebook; Samurai Gardener has its own.

edo-feature = { $feature ->
    [T] tatami
    [P] pond
    [F] { $edition ->
        [samurai-gardener] path
       *[other] floor
    }
   *[G] { $edition ->
        [samurai-gardener] bush
       *[other] garden
    }
}
edo-run = { $feature ->
    [T] { $length } tatami
    [P] { $length } ponds
    [F] { $length } { $edition ->
        [samurai-gardener] paths
       *[other] floors
    }
   *[G] { $length } { $edition ->
        [samurai-gardener] bushes
       *[other] gardens
    }
}
edo-comma = ,{" "}
edo-semicolon = ;{" "}

## what is on
edo-status-round = Round { $round }
edo-round-theirs = Round { $round } · { $name } picks first
edo-round-yours = Round { $round } · you pick first
edo-eyebrow = Round { $round } of at most { $rounds } · { $phase ->
    [grab] the cards lie open
    [place] everybody places at once
    [score] scoring
   *[open] new cards come
}
edo-first-cards = The first cards come
edo-called = Ready?
edo-grab = Grab a card!
edo-pick = Pick a card
edo-place = Place your card
edo-choose = Choose a run
edo-their-turn = { $name } picks
edo-waiting = Waiting for { $names }
edo-next = The next round begins
edo-tap = Tap where the card should lie
edo-pick-how = Below each card: the most it could score now
edo-try-how = Tap the house to try the card before you take it
edo-calm-note = Here cards are taken calmly, in turn. For the race on “hajime!”, open a new table with the live grab.

## live grab
edo-ready = I am ready
edo-ready-said = Ready
edo-ready-always = Always ready
edo-ready-by-itself = Ready automatically in { $seconds } s
edo-seat-ready = { $name } is ready
edo-seat-not-ready = { $name } is not ready yet
edo-look = Look at the cards …
edo-wait = Wait …
edo-hajime = Hajime!
edo-too-early = Too early!
edo-fair = Fair grab: slow connections are compensated for
edo-got = You have your card
edo-practice-again = Once more
edo-ms = { $ms } ms
edo-last = last card

## cards
edo-card = card { $number }
edo-card-free = Card { $number }: { $face }
edo-card-yours = Card { $number }, yours: { $face }
edo-card-taken = Card { $number }, taken by { $name }: { $face }
edo-yours = Yours
edo-best = best +{ $points }

## house
edo-your-house = Your house
edo-their-house = { $name }’s house
edo-back = Back to your house
edo-enlarge = { $house }: enlarge
edo-placed = Placed
edo-placing = Placing …
edo-choosing = Choosing …
edo-square = { $x }, { $y }: { $what }
edo-square-locked = { $x }, { $y }: { $what }, locked
edo-square-empty = empty
edo-square-card = your card lies here: { $face }
edo-square-legal = the card can lie here, scores { $points }
edo-square-blocked = the card cannot lie here
edo-zoom-in = Zoom in
edo-zoom-out = Zoom out
edo-zoom-fit = Show the whole house
edo-markers = { $edition ->
    [samurai-gardener] Features
   *[other] Specialist markers
}
edo-renewed = then all four return

## actions
edo-actions = Your actions
edo-half-turn = Half turn
edo-undo = Undo
edo-confirm = Confirm
edo-confirm-points = Confirm +{ $points }
edo-take = Take card { $number }
edo-placement = at { $x }, { $y }{ $turned ->
    [yes] , after a half turn
   *[no] {""}
}
edo-placement-runs = { edo-placement }: { $runs }
edo-say-preview = { $what }; scores { $points }.
edo-say-best = { $what }; scores { $points } at best.
edo-no-bonus = one feature, no bonus
edo-no-runs = no run
edo-which-run = Which { $times ->
    [one] run
   *[other] { $times } runs
} of { edo-feature } should score?

## why not
edo-why-locked = That would cover a square of a run of { $length } ({ $rule }).
edo-why-apart = The card must touch or overlap the house ({ $rule }).
edo-why-taken = That card is taken ({ $rule }).
edo-why-hand = You have your card already ({ $rule }).
edo-why-placed = You have placed your card ({ $rule }).
edo-why-turn = Half a turn does not change this card ({ $rule }).

## points
edo-part-run = { edo-run }
edo-part-bonus = bonus for { $features ->
    [one] 1 feature
   *[other] { $features } features
}
edo-part-runs-line = Runs of { $length }
edo-part-bonuses-line = Several features at once
edo-last-card = { $name }: the last card
edo-track = { $name }: { $points ->
    [one] 1 point
   *[other] { $points } points
}

## log
edo-log-opened = Round { $round }: cards open
edo-log-taken = took card { $card }
edo-log-last = got the last card
edo-log-placed = { $runs ->
    [0] placed
    [one] placed: one run
   *[other] placed: { $runs } runs
}
edo-log-scored = scored
edo-log-ended = { $why ->
    [goal] The goal is reached
   *[cards] Too few cards are left
}

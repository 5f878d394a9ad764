# Advice: hints and their reasons. The keys of reasons and of what they come through are the server's.

advice-row = { $row ->
    [maple] maple
    [pagoda] pagoda
    [fish] fish
    [azalea] azalea
    [boxwood] boxwood
   *[stone] stone
}
advice-feature = { $feature ->
    [tatami] tatami
    [pond] pond
    [floor] floor
    [path] path
    [bush] bush
   *[garden] garden
}

## reasons, Miyabi
reason-scores = Scores { $after } at once, not { $other }
reason-takes-lead = Takes the lead in { advice-row }
reason-keeps-lead = Keeps the lead in { advice-row }
reason-extends-lead = Leads in { advice-row } by { $after }, not by { $other }
reason-catches-up = Catches up in { advice-row }, from { $before } to { $after }
reason-opens-three = Opens layer { $after } for a triple of { advice-row }
reason-opens-two = Opens layer { $after } for a double of { advice-row }
reason-keeps-three = Keeps layer { $after } open for a triple of { advice-row }
reason-next-tile = Leaves you a tile for { $after }, not { $other }
reason-bonus-in-reach = Brings the { advice-row } bonus of { $after } in reach
reason-group = Brings your best group to { $after }, not { $other }
reason-meadow = Brings your meadow to { $after }, not { $other }
reason-sevens = Makes { $after } points for sevens, not { $other }
reason-zen-sides = Closes { $after } sides of the Zen tile, not { $other }
reason-frog-climbs = Lets the frog climb to layer { $after }
reason-denies-tile = Leaves { $rival } a tile for { $after } at most, not { $other }
reason-denies-bonus = Takes the { advice-row } bonus that { $rival } could reach

## reasons, Edo Yashiki
reason-best-card = Its card can score { $after } at once, not { $other }
reason-denies-card = Leaves { $rival } a card for { $after } at most, not { $other }
reason-reaches-goal = Reaches 25, so that the game ends with this round
reason-markers = { $markers ->
    [features] Keeps { $after } features, not { $other }
   *[markers] Keeps { $after } markers, not { $other }
}
reason-open-pairs = Open pairs of { advice-feature }: { $after }, not { $other }
reason-open-threes = Open threes of { advice-feature }: { $after }, not { $other }
reason-open-fours = Open fours of { advice-feature }: { $after }, not { $other }

## what points come through
through-at-once = at once
through-rival = the best rival’s points
through-all = in all
through-row-of = majority, { advice-row }
through-bonus-of = bonus, { advice-row }
through-tiles = tiles
through-colourful-garden = Colorful Garden
through-big-meadow = Big Meadow
through-7 = 7!
through-zen-enclosed = Zen tiles enclosed
through-frog = the frog’s climbing
through-threes = runs of three
through-fours = runs of four
through-fives = runs of five
through-bonus = bonus for several features

## a hint
hint-thinking = Thinking it over …
hint-none = No single fact tells it from the rest.
hint-only = Nothing else is possible.
hint-value = Wins { NUMBER($chance, style: "percent", maximumFractionDigits: 0) } of games from here, { NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) } vs. the best opponent
hint-tempting = { $action } would score { $gain } at once, and end { NUMBER($behind, maximumFractionDigits: 1) } lower.
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) } · { $through }
hint-said = Hint: { $action }, scores { $points }. { $why }
hint-close = Close the hint

# Reasons of hints. The keys of reasons and of what they come through are the server’s.

miyabi-advice-row = { $row ->
    [maple] maple
    [pagoda] pagoda
    [fish] fish
    [azalea] azalea
    [boxwood] boxwood
   *[stone] stone
}

## reasons
miyabi-reason-takes-lead = Takes the lead in { miyabi-advice-row }
miyabi-reason-keeps-lead = Keeps the lead in { miyabi-advice-row }
miyabi-reason-extends-lead = Leads in { miyabi-advice-row } by { $after }, not by { $other }
miyabi-reason-catches-up = Catches up in { miyabi-advice-row }, from { $before } to { $after }
miyabi-reason-opens-three = Opens layer { $after } for a triple of { miyabi-advice-row }
miyabi-reason-opens-two = Opens layer { $after } for a double of { miyabi-advice-row }
miyabi-reason-keeps-three = Keeps layer { $after } open for a triple of { miyabi-advice-row }
miyabi-reason-next-tile = Leaves you a tile for { $after }, not { $other }
miyabi-reason-bonus-in-reach = Brings the { miyabi-advice-row } bonus of { $after } in reach
miyabi-reason-group = Brings your best group to { $after }, not { $other }
miyabi-reason-meadow = Brings your meadow to { $after }, not { $other }
miyabi-reason-sevens = { $after ->
    [one] Makes 1 point
   *[other] Makes { $after } points
} for sevens, not { $other }
miyabi-reason-zen-sides = { $after ->
    [one] Closes 1 side
   *[other] Closes { $after } sides
} of the Zen tile, not { $other }
miyabi-reason-frog-climbs = Lets the frog climb to layer { $after }
miyabi-reason-denies-tile = Leaves { $rival } a tile for { $after } at most, not { $other }
miyabi-reason-denies-bonus = Takes the { miyabi-advice-row } bonus that { $rival } could reach

## what points come through
miyabi-through-row-of = majority, { miyabi-advice-row }
miyabi-through-bonus-of = bonus, { miyabi-advice-row }
miyabi-through-tiles = tiles
miyabi-through-colourful-garden = Colorful Garden
miyabi-through-big-meadow = Big Meadow
miyabi-through-7 = 7!
miyabi-through-zen-enclosed = Zen tiles enclosed
miyabi-through-frog = the frog’s climbing

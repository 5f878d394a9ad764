pebbles-heap =
    { $count ->
        [one] One pebble in the heap
       *[other] { $count } pebbles in the heap
    }
pebbles-prompt = take one to three pebbles
pebbles-take = Take { $count }
pebbles-log-taken =
    { $count ->
        [one] one pebble
       *[other] { $count } pebbles
    }

pebbles-heap =
    { $count ->
        [one] Un galet dans le tas
       *[other] { $count } galets dans le tas
    }
pebbles-prompt = prenez de un à trois galets
pebbles-take = Prendre { $count }
pebbles-log-taken =
    { $count ->
        [one] un galet
       *[other] { $count } galets
    }

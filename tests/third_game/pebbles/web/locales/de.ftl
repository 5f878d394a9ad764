pebbles-heap =
    { $count ->
        [one] Ein Kiesel im Haufen
       *[other] { $count } Kiesel im Haufen
    }
pebbles-prompt = nimm einen bis drei Kiesel
pebbles-take = Nimm { $count }
pebbles-log-taken =
    { $count ->
        [one] ein Kiesel
       *[other] { $count } Kiesel
    }

# Reasons of hints. The keys of reasons and of what they come through are the server’s.

edo_yashiki-advice-feature = { $feature ->
    [tatami] tatami
    [pond] pond
    [floor] floor
    [path] path
    [bush] bush
   *[garden] garden
}

## reasons
edo_yashiki-reason-best-card = Its card can score { $after } at once, not { $other }
edo_yashiki-reason-denies-card = Leaves { $rival } a card for { $after } at most, not { $other }
edo_yashiki-reason-reaches-goal = Reaches 25, so that the game ends with this round
edo_yashiki-reason-markers = { $markers ->
    [features] Keeps { $after ->
        [one] 1 feature
       *[other] { $after } features
    }, not { $other }
   *[markers] Keeps { $after ->
        [one] 1 marker
       *[other] { $after } markers
    }, not { $other }
}
edo_yashiki-reason-open-pairs = Open pairs of { edo_yashiki-advice-feature }: { $after }, not { $other }
edo_yashiki-reason-open-threes = Open threes of { edo_yashiki-advice-feature }: { $after }, not { $other }
edo_yashiki-reason-open-fours = Open fours of { edo_yashiki-advice-feature }: { $after }, not { $other }

## what points come through
edo_yashiki-through-threes = runs of three
edo_yashiki-through-fours = runs of four
edo_yashiki-through-fives = runs of five
edo_yashiki-through-bonus = bonus for several features

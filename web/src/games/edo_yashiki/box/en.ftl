edo_yashiki-box-count = { $kind ->
   *[cards] Cards: { $count } of { $expected }
}
edo_yashiki-box-how = Enter every card once, either way up. Tap a square until it shows what is printed: tatami, pond, floor or garden. With a keyboard, arrows go from square to square, and T, P, F and G set it.
edo_yashiki-box-square = Row { $row }, { $column ->
    [1] left
   *[other] right
}: { $what }

edo_yashiki-box-count = { $kind ->
   *[cards] Cards: { $count } of { $expected }
}
edo_yashiki-box-wrong = The deck is not complete, or too large. { edo_yashiki-box-count }
edo_yashiki-box-wrong-card = Card { $number } is “{ $face }”. A card has three rows of two letters out of T, P, F and G, such as FG/FP/TT.
edo_yashiki-box-how = Enter every card once, either way up. Tap a square until it shows what is printed: tatami, pond, floor or garden. With a keyboard, arrows go from square to square, and T, P, F and G set it.
edo_yashiki-box-square = Row { $row }, { $column ->
    [1] left
   *[other] right
}: { $what }

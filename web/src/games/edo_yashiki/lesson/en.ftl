# Edo Yashiki: the lesson. No digit stands here: numbers come from the engine (lesson.json says from where).

edo_yashiki-lesson-house-title = Your house
edo_yashiki-lesson-house = Your house begins with one card: two squares wide, three high. A square is tatami, pond, floor or garden. Card by card the house grows, and whatever lies three times in a line earns points.
edo_yashiki-lesson-grab-title = The open cards
edo_yashiki-lesson-grab = In each round as many cards lie open as there are players, { $cards } this time. Here they are taken calmly, one after the other, and you begin.
edo_yashiki-lesson-grab-task = Take the second card: press it, then confirm.
edo_yashiki-lesson-grab-after = The last card went to Mei at once. Now everybody places their card in their own house, all at the same time; nobody waits. Mei has done so already.
edo_yashiki-lesson-place-title = Place it
edo_yashiki-lesson-place = A card lies upright, either way up. It must touch the house along an edge, or lie over it: overlapping is the heart of the game. Try places and half turns; the button at the bottom says what a place would score.
edo_yashiki-lesson-place-task = Find a place where three equal squares lie in a line, and confirm.
edo_yashiki-lesson-place-after = Three in a line, { $points ->
    [one] { $points } point
   *[other] { $points } points
}. The round is scored when all have placed; then new cards lie open, and the next player begins.
edo_yashiki-lesson-rope-title = The rope
edo_yashiki-lesson-rope = The three floors are roped now. Three or more in a line are a run, and a run may never be covered again, not even in part and not even by the same. So it stays yours, and it is in your way.
edo_yashiki-lesson-rope-task = Try it: move your card over the roped squares.
edo_yashiki-lesson-rope-after = Right, that is not allowed. A card over a rope cannot be confirmed, and the board says which rule forbids it. But a run may be made longer at its ends.
edo_yashiki-lesson-bonus-title = Longer, and several at once
edo_yashiki-lesson-bonus = Three in a line count { $three }, four { $four }, five { $five }; six or more nothing at all. And if one card makes runs of two different features, there are { $bonus } more. One place does both now.
edo_yashiki-lesson-bonus-task = Find the place for { $points } points. You may ask to be shown.
edo_yashiki-lesson-bonus-after = The floors are four now, three ponds are new, and two features are worth { $bonus } more: { $points } points. Three features would bring { $three } more, all four { $four }.
edo_yashiki-lesson-live-title = Hajime!
edo_yashiki-lesson-live = Tables may also grab live. The cards lie open; everybody looks and says that they are ready. Three lamps light up, and on “hajime!” all reach for the cards at once. If someone beats you to a card, take another; the last card goes to the last player. Slow connections are compensated for.
edo_yashiki-lesson-live-task = Try it: look at the cards, say that you are ready, and take one as soon as you read “hajime!”.
edo_yashiki-lesson-live-after = That is all there is to it, and at a table others reach for the cards as well. A press before the signal locks you out for a moment. If you do not like to be hurried, choose a calm table.
edo_yashiki-lesson-specialists-title = Specialists
edo_yashiki-lesson-specialists = An option for later: you have a round marker for each feature. A run scores only if its marker is there, and scoring takes the marker away. Tatami and pond are spent here, so more ponds would bring nothing.
edo_yashiki-lesson-specialists-task = Find a place that scores with a marker you still have.
edo_yashiki-lesson-specialists-after = { $points ->
    [one] { $points } point
   *[other] { $points } points
}, and the marker is spent. When the last one goes, all four come back at once, even in the middle of scoring. The bonus counts only features that did score.
edo_yashiki-lesson-end-title = The end
edo_yashiki-lesson-end = The game ends after a round in which somebody has { $goal } points or more, or when too few cards are left. You have { $yours }.
edo_yashiki-lesson-end-task = Find the place for { $points } points.
edo_yashiki-lesson-end-after = That was it: the most points win, and you have won, { $yours } to { $theirs }. Tied players share the win.
edo_yashiki-lesson-over = You know all you need. Play a first calm game now, against an easy bot. Specialists, the live grab and the edition Samurai Gardener are waiting when you open a new table.

# Miyabi: the lesson. No digit stands here: numbers come from the engine (lesson.json says from where).

miyabi-lesson-garden-title = Your garden
miyabi-lesson-garden = This is your garden, and it is bare. It has { $rows } rows, and each row belongs to one kind of object, from maples at the top to stones at the bottom. The larger figure beside a row ({ $most } for maples) is what having the most objects there will earn you at the end.
miyabi-lesson-display-title = The display
miyabi-lesson-display = In every round { $tiles } tiles lie open for both of you. A tile has objects on one of its cells; the rest of it is green. There are as many objects as the tile has cells.
miyabi-lesson-display-task = Pick the tile with two fish.
miyabi-lesson-place-title = Row and column
miyabi-lesson-place = The fish must lie in the fish row, so the row is fixed. You choose the column, and which way the green end points. Green may lie in any row; nothing may stick out of the garden.
miyabi-lesson-place-task = Choose column c, let the green end point to the right, and confirm.
miyabi-lesson-place-after = { $objects } fish × layer { $layer } = { $points } points, at once. And a lantern now stands over column c. Mei has placed a tile in her own garden; you never get in each other’s way except by taking tiles.
miyabi-lesson-lantern-title = One lantern a column
miyabi-lesson-lantern = Each column takes objects once a round: where a lantern stands, that is done. So a round has at most six turns for you, and every column is used once.
miyabi-lesson-lantern-task = Try it: pick any tile and choose column c again.
miyabi-lesson-lantern-after = Right, that is not allowed. When something is not possible, the board says why and names the rule. In the next round all lanterns are taken away again.
miyabi-lesson-layer-title = Higher is better
miyabi-lesson-layer = Tiles may lie on tiles, if all their cells lie equally high. The green end of your fish tile in column d is such a place: what you put there lies on layer { $layer }.
miyabi-lesson-layer-task = Pick the single fish, choose column d, and confirm.
miyabi-lesson-layer-after = { $objects } × layer { $layer } = { $points }. A tile counts its objects times its layer, so a small tile high up is soon worth more than a large one on the ground.
miyabi-lesson-stack-title = What lies beneath
miyabi-lesson-stack = Objects may be covered. They have paid already; but at the end only what is visible counts.
miyabi-lesson-stack-task = Look into the stack: press and hold cell d3, or go there and press I.
miyabi-lesson-stack-after = Every layer, from the top down. You can look into any cell at any time, including those in other gardens.
miyabi-lesson-bonus-title = The fifth layer
miyabi-lesson-bonus = Later, in round { $round }. The first player to put a kind of object on layer { $layer } takes its bonus tile. In the corner your maples lie just one layer below.
miyabi-lesson-bonus-task = Put the two maples in column a for { $points } points.
miyabi-lesson-bonus-after = { $objects } × layer { $layer }, and { $bonus } for the bonus: { $points } points. That bonus tile is gone now; each of the other kinds has its own.
miyabi-lesson-majorities-title = Who has most
miyabi-lesson-majorities = At the end every row is counted by itself. Having the most visible fish earns { $most } points, the second most { $second }; at the moment you have { $yours } and Mei { $theirs }. Players tied for most each get the full points, and then nobody is second.
miyabi-lesson-pass-title = Nothing fits
miyabi-lesson-pass = The last of { $rounds } rounds. Two tiles are left, and neither fits anywhere in your garden. If you can place a tile, you must; if you cannot, you pass and sit out the rest of the round.
miyabi-lesson-pass-task = Press Pass, then confirm.
miyabi-lesson-pass-after = A round is over when everybody has passed or has six lanterns, and what is left on display is out of the game. After the last round come the rows: you have won, { $yours } to { $theirs }.
miyabi-lesson-expansions-title = There is more
miyabi-lesson-expansions = That is the whole game. Five expansions add to it, in any mix: points for the largest group of objects, for the largest meadow, and for rows and columns with exactly seven; Zen tiles that pay when they are enclosed; and a frog that climbs. Begin without them, then add one at a time.
miyabi-lesson-over = You know all you need. Play a first game now, against an easy bot; the board shows what is possible and what it scores.

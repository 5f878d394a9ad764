# Miyabi on one page, and what is in its box. Numbers come from facts.json; none is written here.

miyabi-theme = “Miyabi” is an old Japanese word for refinement, the quiet elegance of the court. You design a garden of that kind: maples, pagodas, ponds, shrubs and stones, layer upon layer, until everything is in its place.

miyabi-card-turn = Your turn
miyabi-card-turn-place = Take one tile from the display and place it in your own garden, turned as you like.
miyabi-card-turn-lantern = Put a lantern over the column in which its objects lie.
miyabi-card-turn-score = Score objects × layer at once. The first player to bring a kind of object to layer { $layer } also takes its bonus.
miyabi-card-where = A tile may not lie like this
miyabi-card-where-outside = Outside the grid: all of it must be inside.
miyabi-card-where-row = In a wrong row: objects belong in the row of their kind. Green cells may lie anywhere.
miyabi-card-where-lantern = In a column with a lantern: each column takes objects once a round.
miyabi-card-where-uneven = On uneven ground: all cells under it are equally high. Objects may be covered.
miyabi-card-round = A round
miyabi-card-round-start = Lay out so many tiles from the box, face up. All lantern fields are empty.
miyabi-card-round-first = The holder of the bonsai starts, in the first round the youngest. Play goes clockwise.
miyabi-card-round-pass = If you can place a tile, you must. If nothing fits, pass for the rest of the round.
miyabi-card-round-end = The round ends when all have passed or have { $lanterns } lanterns. Tiles left over are out; the bonsai moves on.
miyabi-card-end = The end
miyabi-card-end-rows = After the last round count the visible objects of each row. Most and second most score.
miyabi-card-end-ties = Tied for most: all get the higher prize, nobody the lower. Tied for second: all get the lower. Zero counts too.
miyabi-card-end-win = The highest total wins; tied players share the win.
miyabi-card-end-bonus = “?”: bonus of layer { $layer } that we assumed; your own box can replace it.
miyabi-card-expansions = Expansions, in any combination
miyabi-card-expansions-A = At the end { $points } point for each object of your best connected group.
miyabi-card-expansions-B = At the end { $points } points for each cell of your largest connected green area.
miyabi-card-expansions-C = { $open } Zen tiles lie open. Take one instead, onto bare board: { $points } point. Once enclosed, it scores the objects beside it and its own.
miyabi-card-expansions-D = At the end { $points } points for each row or column with exactly { $objects } objects.
miyabi-card-expansions-E = One step a turn, level or one layer up, scores the new layer. From layer { $golden } on the frog is golden and may step onto objects.

miyabi-contents-boards = garden boards
miyabi-contents-lanterns = wooden lanterns
miyabi-contents-stones = scoring stones
miyabi-contents-tiles = garden tiles
miyabi-contents-bonuses = bonus tiles
miyabi-contents-score-board = score board
miyabi-contents-round-marker = round marker
miyabi-contents-bonsai = bonsai
miyabi-contents-info-card = info card
miyabi-contents-expansions = expansion cards
miyabi-contents-zen = Zen tiles
miyabi-contents-frogs = frogs, silver and golden

miyabi-setup-A = The score board goes in the middle, the round marker on the first round.
miyabi-setup-B = Everybody takes a garden board, { $lanterns } lanterns and two stones of one color.
miyabi-setup-C = One stone waits in front of the first field. The other counts how often you pass { $track }.
miyabi-setup-D = The bonus tiles lie open beside the board.
miyabi-setup-E = All { $tiles } garden tiles go face down in the lid of the box.
miyabi-setup-F = For each round tiles are laid out as the table says; drawn here for two players.
miyabi-setup-G = The youngest player takes the bonsai and starts.
miyabi-setup-H = With expansions: the Zen tiles face down, { $open } of them turned up; and a silver frog on each garden.

miyabi-pieces-of = { miyabi-kind } × { $count }
miyabi-pieces-bonuses = Bonus tiles and their points

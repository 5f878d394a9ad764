# -- the score sheet of a real table
miyabi-score-track = Points on the score track
miyabi-score-gardens = Gardens
miyabi-score-garden-of = The garden of { $name }
miyabi-score-frog = Everything scored while playing is on the track already: layers, bonus tiles, Zen tiles, the frog.
miyabi-score-brush = What a tap does
miyabi-score-brush-turn = Next
miyabi-score-brush-0 = Bare
miyabi-score-brush-1 = One object
miyabi-score-brush-2 = Two objects
miyabi-score-brush-3 = Three objects
miyabi-score-brush-g = Green
miyabi-score-brush-z = Zen tile
miyabi-score-state-bare = bare
miyabi-score-state-green = green
miyabi-score-state-zen = Zen tile
miyabi-score-cell = Row { $row }, column { $column }: { $what }
miyabi-score-row-points = { NUMBER($points, signDisplay: "always") }
miyabi-score-keys = In the garden: arrows move, 1 2 3 are objects, G is green, Z a Zen tile, Delete empties.
miyabi-score-wrong-zen = { $name }, { $cell }: a Zen tile, but expansion C is not in play.
miyabi-score-wrong-alone = { $name }, { $cell }: a tile with { $count } objects covers { $count } cells, but too few beside it are covered. Which are green?
miyabi-score-wrong-lanterns = { $name }: { $shown } cells with objects are too many. Nobody places more than { $most } tiles.
miyabi-score-wrong-tiles = { $tile ->
    [z] The gardens show { $shown } Zen tiles; there are { $most }.
    [1] The gardens show { $shown } cells with one object; there are only { $most } such tiles in the game.
   *[other] The gardens show { $shown } cells with { $tile } objects; there are only { $most } such tiles in the game.
}

# -- the score sheet of a real table
score-title = { $game }: score sheet
score-intro = At a real table? Tap in what lies there at the end, and see at once what everybody has.
score-no-game = There is no score sheet for this game.
score-of-miyabi = The final gardens, row by row
score-of-edo_yashiki = Every round, run by run
score-player = Player { $number }
score-name = Name
score-name-of = Name of player { $seat }
score-track = Points on the score track
score-gardens = Gardens
score-garden-of = The garden of { $name }
score-frog = Everything scored while playing is on the track already: layers, bonus tiles, Zen tiles, the frog.
score-brush = What a tap does
score-brush-turn = Next
score-brush-0 = Bare
score-brush-1 = One object
score-brush-2 = Two objects
score-brush-3 = Three objects
score-brush-g = Green
score-brush-z = Zen tile
score-state-bare = bare
score-state-green = green
score-state-zen = Zen tile
score-cell = Row { $row }, column { $column }: { $what }
score-row-points = { NUMBER($points, signDisplay: "always") }
score-keys = In the garden: arrows move, 1 2 3 are objects, G is green, Z a Zen tile, Delete empties.
score-points = Points
score-total = Total
score-goes-on = The game goes on.
score-undo = Undo
score-undone = Undone.
score-clear = New sheet
score-print = Print
score-share = Share
score-share-text = The whole sheet is in this link. No server keeps it.
score-link = Link to this sheet
score-qr = Code for the link to this sheet
score-cut = This link is incomplete.
score-pad = Runs and points, round by round
score-rounds = Round
score-round = Round { $round }
score-place = { $name }, round { $round }
score-place-points = ; { $points ->
    [one] one point
   *[other] { $points } points
}
score-runs = Runs of this round
score-no-run = no run
score-add-runs = No run yet. Tap the runs that the card made:
score-add = Add a run
score-six = { $what } or more: no points
score-remove = Take away: { $what }
score-removed = { $what }: taken away
score-markers = { $name }: markers left
score-next = On to { $name }
score-next-round = Next round
score-drop-round = Take round { $round } away
score-wrong-zen = { $name }, { $cell }: a Zen tile, but expansion C is not in play.
score-wrong-alone = { $name }, { $cell }: a tile with { $count } objects covers { $count } cells, but too few beside it are covered. Which are green?
score-wrong-lanterns = { $name }: { $shown } cells with objects are too many. Nobody places more than { $most } tiles.
score-wrong-tiles = { $tile ->
    [z] The gardens show { $shown } Zen tiles; there are { $most }.
    [1] The gardens show { $shown } cells with one object; there are only { $most } such tiles in the game.
   *[other] The gardens show { $shown } cells with { $tile } objects; there are only { $most } such tiles in the game.
}
score-wrong-over = { $name } has { $points } points, so the game is over. There is no round { $round }.

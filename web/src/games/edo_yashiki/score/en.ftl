# -- the score sheet of a real table
edo_yashiki-score-pad = Runs and points, round by round
edo_yashiki-score-rounds = Round
edo_yashiki-score-round = Round { $round }
edo_yashiki-score-place = { $name }, round { $round }
edo_yashiki-score-place-points = ; { $points ->
    [one] one point
   *[other] { $points } points
}
edo_yashiki-score-runs = Runs of this round
edo_yashiki-score-no-run = no run
edo_yashiki-score-add-runs = No run yet. Tap the runs that the card made:
edo_yashiki-score-add = Add a run
edo_yashiki-score-six = { $what } or more: no points
edo_yashiki-score-remove = Take away: { $what }
edo_yashiki-score-removed = { $what }: taken away
edo_yashiki-score-markers = { $name }: markers left
edo_yashiki-score-next = On to { $name }
edo_yashiki-score-next-round = Next round
edo_yashiki-score-drop-round = Take round { $round } away
edo_yashiki-score-wrong-over = { $name } has { $points } points, so the game is over. There is no round { $round }.

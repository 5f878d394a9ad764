# The end of a game: how it is told, and the picture to keep.

ending-sheet = Final scoring
ending-unit = Points for
ending-total = Total
ending-lead = Now everything is counted
ending-skip = Skip
ending-enlarge = { $what }: enlarge
ending-keep = Keep the picture

## the picture
keep-what = What is on it
keep-own = Only yours
keep-one = Only { $name }’s
keep-all = Everybody’s
keep-preview = Preview of the picture
keep-png = Save as PNG
keep-svg = Save as SVG
keep-failed = This browser could not draw the picture. Please save it as SVG.
keep-score = { $score ->
    [one] 1 point
   *[other] { $score } points
}
keep-credit = Played on Niwashi. All art is original.

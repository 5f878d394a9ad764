miyabi-box-count = { $kind ->
    [garden] Garden tiles: { $count } of { $expected }
    [single] Single: { $count } of { $expected }
    [double] Double: { $count } of { $expected }
    [corner] Triple corner: { $count } of { $expected }
    [straight] Triple straight: { $count } of { $expected }
   *[zen] Zen tiles: { $count } of { $expected }
}
miyabi-box-wrong = This does not add up. { miyabi-box-count }
miyabi-box-wrong-bonuses = Every kind of object needs a bonus tile. Missing: { $missing }
miyabi-box-tiles-of = Tiles with { miyabi-kind }: { $count }
miyabi-box-tile = { $tile } ({ $kind })
miyabi-box-bonuses = Points of the bonus tiles for layer 5
miyabi-box-bonuses-of = Bonus tile, { miyabi-kind }
miyabi-box-zen = Zen tiles
miyabi-box-zen-of = Zen tile, { miyabi-kind }

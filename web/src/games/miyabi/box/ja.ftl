miyabi-box-count = { $kind ->
    [garden] 庭のタイル：{ $expected }枚中{ $count }枚
    [single] 1マス：{ $expected }枚中{ $count }枚
    [double] 2マス：{ $expected }枚中{ $count }枚
    [corner] 3マスL字：{ $expected }枚中{ $count }枚
    [straight] 3マス直線：{ $expected }枚中{ $count }枚
   *[zen] 禅タイル：{ $expected }枚中{ $count }枚
}
miyabi-box-wrong = 数が合いません。{ miyabi-box-count }
miyabi-box-wrong-bonuses = 飾りの種類ごとにボーナスタイルが必要です。足りないもの：{ $missing }
miyabi-box-tiles-of = { miyabi-kind }のタイル：{ $count }枚
miyabi-box-tile = { $tile }（{ $kind }）
miyabi-box-bonuses = 5段目のボーナスタイルの点数
miyabi-box-bonuses-of = ボーナスタイル、{ miyabi-kind }
miyabi-box-zen = 禅タイル
miyabi-box-zen-of = 禅タイル、{ miyabi-kind }

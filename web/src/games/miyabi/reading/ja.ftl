# キーで読み上げる庭の様子。

miyabi-read = { $what }：{ $cells }。
miyabi-read-theirs = { miyabi-their-garden }。{ $text }
miyabi-read-row = { $row }行目 { miyabi-kind }
miyabi-read-level = { $layer ->
    [0] 空きマス
   *[other] { $layer }段
}
miyabi-read-cell = { $at } { $layer ->
    [0] 空き
   *[other] { $layer }段
}

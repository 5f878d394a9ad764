# キーで読み上げる屋敷の様子。

edo-read-row = { $y }行：{ $squares }。
edo-read-row-empty = { $y }行：何もありません。
edo-read-column = { $x }列：{ $squares }。
edo-read-column-empty = { $x }列：何もありません。
edo-read-square = { $at } { $what }
edo-read-square-locked = { edo-read-square }、固定
edo-read-runs = 並び：{ $runs }。
edo-read-no-runs = 並びはまだありません。
edo-read-across = { $run }（{ $y }行、{ $x }から{ $end }）
edo-read-down = { $run }（{ $x }列、{ $y }から{ $end }）
edo-read-theirs = { edo-their-house }。{ $text }

edo_yashiki-box-count = { $kind ->
   *[cards] カード：{ $expected }枚中{ $count }枚
}
edo_yashiki-box-wrong = 枚数が合いません。{ edo_yashiki-box-count }
edo_yashiki-box-wrong-card = カード{ $number }が「{ $face }」になっています。カードはT、P、F、Gのうち2文字を3行、例えばFG/FP/TTのように書きます。
edo_yashiki-box-how = どのカードも一度ずつ、どちら向きでも入力してください。マスを押すたびに畳、池、床、庭と変わります。キーボードでは矢印でマスを移り、T、P、F、Gで決めます。
edo_yashiki-box-square = { $row }行目{ $column ->
    [1] 左
   *[other] 右
}：{ $what }

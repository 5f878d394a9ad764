# ヒントの理由。理由と得点源のキーはサーバーのもの。

miyabi-advice-row = { $row ->
    [maple] カエデ
    [pagoda] 塔
    [fish] 鯉
    [azalea] ツツジ
    [boxwood] ツゲ
   *[stone] 石
}

## 理由
miyabi-reason-takes-lead = { miyabi-advice-row }の多数を取る
miyabi-reason-keeps-lead = { miyabi-advice-row }の多数を守る
miyabi-reason-extends-lead = { miyabi-advice-row }の差が{ $after }（もう一方は{ $other }）
miyabi-reason-catches-up = { miyabi-advice-row }で追い上げる：{ $before }から{ $after }へ
miyabi-reason-opens-three = { miyabi-advice-row }の3マスタイルに{ $after }段目を開く
miyabi-reason-opens-two = { miyabi-advice-row }の2マスタイルに{ $after }段目を開く
miyabi-reason-keeps-three = { miyabi-advice-row }の3マスタイルに{ $after }段目を残す
miyabi-reason-next-tile = 次に{ $after }点のタイルが残る（もう一方は{ $other }点）
miyabi-reason-bonus-in-reach = { miyabi-advice-row }のボーナス{ $after }点が届くところに来る
miyabi-reason-group = 一番のまとまりが{ $after }になる（もう一方は{ $other }）
miyabi-reason-meadow = 草地が{ $after }になる（もう一方は{ $other }）
miyabi-reason-sevens = 「7」の得点が{ $after }点になる（もう一方は{ $other }点）
miyabi-reason-zen-sides = 禅タイルの{ $after }辺が囲まれる（もう一方は{ $other }辺）
miyabi-reason-frog-climbs = カエルが{ $after }段目に登れる
miyabi-reason-denies-tile = { $rival }に残るタイルは最高{ $after }点（もう一方は{ $other }点）
miyabi-reason-denies-bonus = { $rival }が届く{ miyabi-advice-row }のボーナスを先に取る

## 得点源
miyabi-through-row-of = { miyabi-advice-row }の多数
miyabi-through-bonus-of = { miyabi-advice-row }のボーナス
miyabi-through-tiles = タイル
miyabi-through-colourful-garden = 彩りの庭
miyabi-through-big-meadow = 大きな草地
miyabi-through-7 = 7！
miyabi-through-zen-enclosed = 囲んだ禅タイル
miyabi-through-frog = カエルの登り

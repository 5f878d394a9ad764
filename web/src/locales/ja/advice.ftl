# 助言：ヒントとその理由。理由と得点源のキーはサーバーのもの。

advice-row = { $row ->
    [maple] カエデ
    [pagoda] 塔
    [fish] 鯉
    [azalea] ツツジ
    [boxwood] ツゲ
   *[stone] 石
}
advice-feature = { $feature ->
    [tatami] 畳
    [pond] 池
    [floor] 床
    [path] 小道
    [bush] 茂み
   *[garden] 庭
}

## 理由、Miyabi
reason-scores = すぐに{ $after }点（もう一方は{ $other }点）
reason-takes-lead = { advice-row }の多数を取る
reason-keeps-lead = { advice-row }の多数を守る
reason-extends-lead = { advice-row }の差が{ $after }（もう一方は{ $other }）
reason-catches-up = { advice-row }で追い上げる：{ $before }から{ $after }へ
reason-opens-three = { advice-row }の3マスタイルに{ $after }段目を開く
reason-opens-two = { advice-row }の2マスタイルに{ $after }段目を開く
reason-keeps-three = { advice-row }の3マスタイルに{ $after }段目を残す
reason-next-tile = 次に{ $after }点のタイルが残る（もう一方は{ $other }点）
reason-bonus-in-reach = { advice-row }のボーナス{ $after }点が届くところに来る
reason-group = 一番のまとまりが{ $after }になる（もう一方は{ $other }）
reason-meadow = 草地が{ $after }になる（もう一方は{ $other }）
reason-sevens = 「7」の得点が{ $after }点になる（もう一方は{ $other }点）
reason-zen-sides = 禅タイルの{ $after }辺が囲まれる（もう一方は{ $other }辺）
reason-frog-climbs = カエルが{ $after }段目に登れる
reason-denies-tile = { $rival }に残るタイルは最高{ $after }点（もう一方は{ $other }点）
reason-denies-bonus = { $rival }が届く{ advice-row }のボーナスを先に取る

## 理由、江戸屋敷
reason-best-card = このカードですぐに最高{ $after }点（もう一方は{ $other }点）
reason-denies-card = { $rival }に残るカードは最高{ $after }点（もう一方は{ $other }点）
reason-reaches-goal = 25点に届き、このラウンドでゲームが終わる
reason-markers = { $markers ->
    [features] 要素が{ $after }残る（もう一方は{ $other }）
   *[markers] マーカーが{ $after }残る（もう一方は{ $other }）
}
reason-open-pairs = のばせる{ advice-feature }の2つ並び：{ $after }（もう一方は{ $other }）
reason-open-threes = のばせる{ advice-feature }の3つ並び：{ $after }（もう一方は{ $other }）
reason-open-fours = のばせる{ advice-feature }の4つ並び：{ $after }（もう一方は{ $other }）

## 得点源
through-at-once = すぐに
through-rival = 最上位の相手の得点
through-all = 全体で
through-row-of = { advice-row }の多数
through-bonus-of = { advice-row }のボーナス
through-tiles = タイル
through-colourful-garden = 彩りの庭
through-big-meadow = 大きな草地
through-7 = 7！
through-zen-enclosed = 囲んだ禅タイル
through-frog = カエルの登り
through-threes = 3つの列
through-fours = 4つの列
through-fives = 5つの列
through-bonus = 複数種類のボーナス

## ヒント
hint-thinking = 考えています…
hint-none = ほかと分ける決め手は一つではありません。
hint-only = ほかにできることはありません。
hint-value = このような対局の勝率{ NUMBER($chance, style: "percent", maximumFractionDigits: 0) }、最上位の相手との差{ NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) }
hint-tempting = { $action }はすぐに{ $gain }点ですが、最後には{ NUMBER($behind, maximumFractionDigits: 1) }点少なくなります。
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) }・{ $through }
hint-said = ヒント：{ $action }、{ $points }点。{ $why }
hint-close = ヒントをしまう

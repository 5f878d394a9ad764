# ヒントの理由。理由と得点源のキーはサーバーのもの。

edo_yashiki-advice-feature = { $feature ->
    [tatami] 畳
    [pond] 池
    [floor] 床
    [path] 小道
    [bush] 茂み
   *[garden] 庭
}

## 理由
edo_yashiki-reason-best-card = このカードですぐに最高{ $after }点（もう一方は{ $other }点）
edo_yashiki-reason-denies-card = { $rival }に残るカードは最高{ $after }点（もう一方は{ $other }点）
edo_yashiki-reason-reaches-goal = 25点に届き、このラウンドでゲームが終わる
edo_yashiki-reason-markers = { $markers ->
    [features] 要素が{ $after }残る（もう一方は{ $other }）
   *[markers] マーカーが{ $after }残る（もう一方は{ $other }）
}
edo_yashiki-reason-open-pairs = のばせる{ edo_yashiki-advice-feature }の2つ並び：{ $after }（もう一方は{ $other }）
edo_yashiki-reason-open-threes = のばせる{ edo_yashiki-advice-feature }の3つ並び：{ $after }（もう一方は{ $other }）
edo_yashiki-reason-open-fours = のばせる{ edo_yashiki-advice-feature }の4つ並び：{ $after }（もう一方は{ $other }）

## 得点源
edo_yashiki-through-threes = 3つの並び
edo_yashiki-through-fours = 4つの並び
edo_yashiki-through-fives = 5つの並び
edo_yashiki-through-bonus = 複数種類のボーナス

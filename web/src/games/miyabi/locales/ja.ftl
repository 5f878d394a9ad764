# Miyabi：盤面。日本語版の説明書はないので、用語は自前。

miyabi-objects = { $object ->
    [maple] カエデ{ $count }本
    [pagoda] 塔{ $count }基
    [fish] 鯉{ $count }匹
    [azalea] ツツジ{ $count }株
    [boxwood] ツゲ{ $count }本
   *[stone] 石{ $count }個
}
miyabi-kind = { $object ->
    [maple] カエデ
    [pagoda] 塔
    [fish] 鯉
    [azalea] ツツジ
    [boxwood] ツゲ
   *[stone] 石
}
miyabi-comma = 、
miyabi-semicolon = ；

## 手番
miyabi-your-turn = あなたの番
miyabi-their-turn = { $name }さんの番
miyabi-steps = 手番の流れ
miyabi-step-tile = タイルを選ぶ
miyabi-step-column = 列を選ぶ
miyabi-step-in-column = { $column }列
miyabi-step-turn = 回す
miyabi-step-confirm = 決定
miyabi-step-frog = カエルを動かす
miyabi-step-frog-setup = カエルを置く
miyabi-step-tile-or-frog = タイルを選ぶ／カエルを動かす
miyabi-step-frog-or-end = カエルを動かすか終える
miyabi-step-pass = 置けない：パス
miyabi-first-tile = 先にタイルを選んでください。
miyabi-status-round = 第{ $round }ラウンド／全{ $rounds }
miyabi-round-theirs = 第{ $round }ラウンド · { $name }さんから
miyabi-round-yours = 第{ $round }ラウンド · あなたから
miyabi-prompt-tile = タイルを選んでください
miyabi-prompt-frog-setup = カエルをマスに置いてください
miyabi-prompt-after = カエルを動かすか、手番を終えてください
miyabi-prompt-pass = 置けるタイルがありません：パス

## 場
miyabi-display = 場のタイル
miyabi-display-left = 残り{ $left }／{ $of }枚
miyabi-tile = { $shape ->
    [single] { $objects }、1マス
    [double] { $objects }、2マス
    [straight] { $objects }、3マス直線、飾りは端
    [middle] { $objects }、3マス直線、飾りは中央
    [elbow] { $objects }、3マスL字、飾りは角
    [left] { $objects }、3マスL字、飾りから進んで左折
   *[right] { $objects }、3マスL字、飾りから進んで右折
}
miyabi-tile-zen = 禅タイル、{ miyabi-kind }
miyabi-tile-unplayable = { $tile }；置ける所なし
miyabi-zen-tiles = 禅タイル
miyabi-zen-left = 裏向き{ $left }枚
miyabi-bonuses = 5段目一番乗り
miyabi-bonus-points = ボーナス点
miyabi-bonus-assumed = カエデ以外は推定。お手持ちの箱の値に差し替えられます（M1.7）

## 庭
miyabi-your-garden = あなたの庭
miyabi-their-garden = { $name }さんの庭
miyabi-back = 自分の庭へ
miyabi-enlarge = { $garden }：拡大
miyabi-passed = パス済
miyabi-starts = このラウンドの先手
miyabi-lanterns = 灯籠 { $count }／6
miyabi-cell = { $row }行目 { miyabi-kind }、{ $column }列、{ $layer ->
    [0] 空き
   *[other] { $layer }段
}
miyabi-cell-green = 緑
miyabi-cell-zen-open = 禅タイル（{ miyabi-kind }）、まだ囲まれていない
miyabi-cell-zen-enclosed = 禅タイル（{ miyabi-kind }）、囲まれている
miyabi-cell-frog-silver = 銀のカエル
miyabi-cell-frog-golden = 金のカエル
miyabi-cell-frog-here = カエルが来られる{ $points ->
    [0] {""}
   *[other] 、{ $points }点
}
miyabi-cell-held = 選んだタイルがここにある
miyabi-cell-legal = 置ける、{ $points }点
miyabi-cell-blocked = 置けない：{ $why }
miyabi-columns = 列
miyabi-best-points = 列と最高点
miyabi-column-best = { $column }列：{ $points }点
miyabi-column-blocked = { $column }列：{ $why }
miyabi-column-lantern = { $column }列、灯籠あり
miyabi-column-free = { $column }列、灯籠なし

## 操作
miyabi-turn = 回す
miyabi-undo = 戻す
miyabi-confirm = 決定
miyabi-confirm-points = 決定 +{ $points }
miyabi-turn-of = 向き{ $number }／{ $of }
miyabi-do-pass = パス
miyabi-do-end = 手番を終える
miyabi-choice-tile = { $at }に{ $objects }、{ $layer }段目
miyabi-choice-green = { $what }、緑は{ $cells }
miyabi-choice-zen = { $at }に禅タイル（{ miyabi-kind }）
miyabi-choice-frog = カエルを{ $at }に
miyabi-choice-step = カエルを{ $at }へ、{ $layer }段
miyabi-choice-pass = このラウンドの残りをパス
miyabi-choice-end = 手番を終える
miyabi-say-preview = { $what }；{ $points }点。
miyabi-pill = { $count }×{ $layer }段 = +{ $points }
miyabi-pill-more = { $count }×{ $layer }段 + { $more } = +{ $points }
miyabi-pill-zen = +{ $points }
miyabi-close = 閉じる

## 置けない理由
miyabi-short-lantern = 灯籠
miyabi-short-uneven = 段差
miyabi-short-outside = はみ出す
miyabi-short-on-zen = 禅
miyabi-short-on-frog = カエル
miyabi-short-zen-open = 禅未完
miyabi-short-not-bare = 空きなし
miyabi-short-display = なし
miyabi-short-zen-display = なし
miyabi-short-placed = 済み
miyabi-why-lantern = { $column }列にはこのラウンドもう灯籠があります（{ $rule }）。
miyabi-why-uneven = 下のマスの高さがそろっていません（{ $rule }）。
miyabi-why-outside = タイルが庭からはみ出します（{ $rule }）。
miyabi-why-on-zen = { $cell }の禅タイルにかぶります（{ $rule }）。
miyabi-why-on-frog = { $cell }にカエルがいます（{ $rule }）。
miyabi-why-zen-open = 前の禅タイル（{ $cell }）がまだ囲まれていません（{ $rule }）。
miyabi-why-not-bare = { $cell }は空いていません。禅タイルは盤に直接置きます（{ $rule }）。
miyabi-why-display = そのタイルはもう場にありません（{ $rule }）。
miyabi-why-zen-display = その禅タイルは表になっていません（{ $rule }）。
miyabi-why-placed = この手番ではもう置きました（{ $rule }）。
miyabi-why-must-place = 置けるときは必ず置きます（{ $rule }）。
miyabi-why-end = 手番は置くかパスした後に終わります（{ $rule }）。
miyabi-why-stepped = カエルは手番に1回だけ動きます（{ $rule }）。
miyabi-why-frog-first = まずカエルをマスに置きます（{ $rule }）。
miyabi-why-frog-stands = カエルはもう置かれています（{ $rule }）。
miyabi-why-frog-outside = カエルが庭から出てしまいます（{ $rule }）。
miyabi-why-frog-zen = カエルは{ $cell }の禅タイルに入れません（{ $rule }）。
miyabi-why-frog-layer = { $layer }段から{ $goal }段へは行けません（{ $rule }）。
miyabi-why-frog-objects = 銀のカエルは{ $cell }の飾りに乗れません（{ $rule }）。
miyabi-why-no-zen = このゲームは禅の庭なしです（{ $rule }）。
miyabi-why-no-frog = このゲームはカエルなしです（{ $rule }）。

## 段
miyabi-stack = { $cell }、段ごと
miyabi-stack-unknown = ここからは見ていない
miyabi-stack-board = 盤

## 点
miyabi-majorities = 多数
miyabi-object = 飾り
miyabi-points = 点
miyabi-extra-colourful = 彩りの庭
miyabi-extra-meadow = 大きな草地
miyabi-extra-seven = 7！
miyabi-track = { $name }：{ $points }点
miyabi-sheet-row = { miyabi-kind }の多数
miyabi-part-tile = { miyabi-objects }×{ $layer }段
miyabi-part-bonus = { miyabi-kind }5段目一番乗り
miyabi-part-zen = 禅タイルを置いた
miyabi-part-enclosure = { $cell }の禅タイルを囲んだ、隣の飾り{ $objects }
miyabi-part-climb = カエルが{ $layer }段へ
miyabi-part-tiles = 置いたタイル
miyabi-part-zen-placed = 置いた禅タイル
miyabi-part-zen-enclosed = 囲んだ禅タイル
miyabi-part-climbing = カエルの登り
miyabi-part-row = { miyabi-kind }、見えている{ $count }
miyabi-part-colourful = 彩りの庭
miyabi-part-meadow = 2×緑{ $cells }マス
miyabi-part-meadow-short = 大きな草地
miyabi-part-seven = 7×ちょうど7の行と列{ $lines }本
miyabi-part-seven-short = 7！
miyabi-part-track = 得点ボードの点

## 記録
miyabi-log-dealt = 第{ $round }ラウンド：新しいタイル
miyabi-log-placed = { $at }に{ miyabi-objects }、{ $layer }段目
miyabi-log-bonus = { miyabi-kind }5段目一番乗り
miyabi-log-zen = { $at }に禅タイル（{ miyabi-kind }）
miyabi-log-enclosed = { $at }の禅タイルを囲んだ
miyabi-log-frog = カエルを{ $at }に
miyabi-log-step = カエルを{ $at }へ、{ $layer }段
miyabi-log-golden = カエルが金になった
miyabi-log-passed = パス
miyabi-log-majority = { miyabi-kind }の多数：{ $counts }
miyabi-log-final = 最後の得点計算

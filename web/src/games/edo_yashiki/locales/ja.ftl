# 江戸屋敷：盤面。用語は床・畳・池・庭。

edo-feature = { $feature ->
    [T] 畳
    [P] 池
    [F] { $edition ->
        [samurai-gardener] 小道
       *[other] 床
    }
   *[G] { $edition ->
        [samurai-gardener] 茂み
       *[other] 庭
    }
}
edo-run = { $feature ->
    [T] 畳{ $length }
    [P] 池{ $length }
    [F] { $edition ->
        [samurai-gardener] 小道{ $length }
       *[other] 床{ $length }
    }
   *[G] { $edition ->
        [samurai-gardener] 茂み{ $length }
       *[other] 庭{ $length }
    }
}
edo-comma = 、
edo-semicolon = ；

## 場面
edo-status-round = 第{ $round }ラウンド
edo-round-theirs = 第{ $round }ラウンド · { $name }さんから選ぶ
edo-round-yours = 第{ $round }ラウンド · あなたから選ぶ
edo-eyebrow = 第{ $round }ラウンド（最大{ $rounds }）· { $phase ->
    [grab] カードが並んだ
    [place] 全員同時に配置
    [score] 得点計算
   *[open] 新しいカードへ
}
edo-first-cards = 最初のカードへ
edo-called = 準備はいい？
edo-grab = カードを取れ！
edo-pick = カードを選ぶ
edo-place = カードを置く
edo-choose = 並びを選ぶ
edo-their-turn = { $name }さんが選ぶ
edo-waiting = { $names }さん待ち
edo-next = 次のラウンドへ
edo-tap = カードを置く所をタップ
edo-pick-how = カードの下は、今取れる最高点
edo-try-how = 屋敷をタップすると、取る前に試せます
edo-calm-note = ここでは順番に取ります。「はじめ！」の早取りは、新しいテーブルで「一斉に取る」を選んでください。

## 早取り
edo-ready = 準備よし
edo-ready-said = 準備済み
edo-ready-always = いつも準備よし
edo-ready-by-itself = あと{ $seconds }秒で自動的に準備よし
edo-seat-ready = { $name }さんは準備済み
edo-seat-not-ready = { $name }さんはまだ
edo-look = カードを見て…
edo-wait = 待って…
edo-hajime = はじめ！
edo-too-early = 早すぎ！
edo-fair = 公平な判定：通信の遅れは補われます
edo-got = カードを取った
edo-practice-again = もう一度
edo-ms = { $ms }ミリ秒
edo-last = 最後

## カード
edo-card = カード{ $number }
edo-card-free = カード{ $number }：{ $face }
edo-card-yours = カード{ $number }、あなたのカード：{ $face }
edo-card-taken = カード{ $number }、{ $name }さんが取得：{ $face }
edo-yours = あなた
edo-best = 最高+{ $points }

## 屋敷
edo-your-house = あなたの屋敷
edo-their-house = { $name }さんの屋敷
edo-back = 自分の屋敷へ
edo-enlarge = { $house }：拡大
edo-placed = 配置済み
edo-placing = 配置中…
edo-choosing = 選択中…
edo-square = { $x }, { $y }：{ $what }
edo-square-locked = { $x }, { $y }：{ $what }、固定
edo-square-empty = 空き
edo-square-card = カードはここ：{ $face }
edo-square-legal = ここに置ける、{ $points }点
edo-square-blocked = ここには置けない
edo-zoom-in = 拡大
edo-zoom-out = 縮小
edo-zoom-fit = 屋敷全体を表示
edo-markers = { $edition ->
    [samurai-gardener] 要素
   *[other] 職人マーカー
}
edo-renewed = その後4つとも戻る

## 操作
edo-actions = あなたの操作
edo-half-turn = 半回転
edo-undo = 戻す
edo-confirm = 決定
edo-confirm-points = 決定 +{ $points }
edo-take = カード{ $number }を取る
edo-placement = { $x }, { $y }に{ $turned ->
    [yes] （半回転）
   *[no] {""}
}
edo-placement-runs = { edo-placement }：{ $runs }
edo-say-preview = { $what }；{ $points }点。
edo-say-best = { $what }；最高{ $points }点。
edo-no-bonus = 1種類、ボーナスなし
edo-no-runs = 並びなし
edo-which-run = { edo-feature }のどの並びを数える？（{ $times }本）

## 置けない理由
edo-why-locked = { $length }つの並びのマスにかぶります（{ $rule }）。
edo-why-apart = カードは屋敷に接するか重ねます（{ $rule }）。
edo-why-taken = そのカードはもう取られました（{ $rule }）。
edo-why-hand = もうカードを持っています（{ $rule }）。
edo-why-placed = もうカードを置きました（{ $rule }）。
edo-why-turn = このカードは半回転しても同じです（{ $rule }）。

## 点
edo-part-run = { edo-run }
edo-part-bonus = { $features }種類のボーナス
edo-part-runs-line = { $length }つの並び
edo-part-bonuses-line = 複数の種類を同時に
edo-last-card = { $name }：最後のカード
edo-track = { $name }：{ $points }点

## 記録
edo-log-opened = 第{ $round }ラウンド：カードを公開
edo-log-taken = カード{ $card }を取った
edo-log-last = 最後のカード
edo-log-placed = { $runs ->
    [0] 配置
   *[other] 配置：並び{ $runs }本
}
edo-log-scored = 得点
edo-log-ended = { $why ->
    [goal] 目標に到達
   *[cards] カードが足りない
}

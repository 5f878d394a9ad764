# -- 実際のテーブルの得点表
edo_yashiki-score-pad = ラウンドごとの並びと得点
edo_yashiki-score-rounds = ラウンド
edo_yashiki-score-round = 第{ $round }ラウンド
edo_yashiki-score-place = { $name }さん、第{ $round }ラウンド
edo_yashiki-score-place-points = 、{ $points }点
edo_yashiki-score-runs = このラウンドの並び
edo_yashiki-score-no-run = 並びなし
edo_yashiki-score-add-runs = まだありません。カードでできた並びをタップしてください：
edo_yashiki-score-add = 並びを加える
edo_yashiki-score-six = { $what }以上：0点
edo_yashiki-score-remove = 取り除く：{ $what }
edo_yashiki-score-removed = { $what }：取り除きました
edo_yashiki-score-markers = { $name }さんの残りのマーカー
edo_yashiki-score-next = { $name }さんへ
edo_yashiki-score-next-round = 次のラウンド
edo_yashiki-score-drop-round = 第{ $round }ラウンドを取り除く
edo_yashiki-score-wrong-over = { $name }さんが{ $points }点なので、ゲームは終わりです。第{ $round }ラウンドはありません。

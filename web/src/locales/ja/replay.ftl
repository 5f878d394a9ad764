# 再生と分析。

replay-title = { $game }：再生
replay-missing = この対局は表示できません
replay-to-table = テーブルへ
replay-rail = 記録、分析、プレイヤー
replay-panels = 記録と分析
replay-controls = 手順
replay-place = { $of }手中{ $at }手目
replay-first = 最初へ
replay-back = 一手戻る
replay-play = 再生
replay-pause = 停止
replay-next = 一手進む
replay-last = 最後へ
replay-turn-back = 前の分かれ目
replay-turn-on = 次の分かれ目
replay-slider = 手順
replay-speed = 速さ
replay-times = { NUMBER($speed) }倍
replay-share = この場面へのリンクをコピー
replay-close = このファイルを閉じる

## ファイルの記録
record-what = Niwashiは対局を小さなファイルに記録します。どこで打たれた対局でも、ここで一手ずつ見直せます。
record-choose = ファイルを選ぶ
record-drop = またはこのページにドロップ
record-private = サーバーは再現するだけで保存しません。閉じるまでこのウィンドウに残ります。
record-too-large = { $file }は256 KiBを超えています。記録は数十キロバイトです。
record-several = { $file }には一行に一局ずつ、複数の記録があります。一局だけのファイルを開いてください。
record-no-json = { $file }は記録ではありません。JSONとして読めません。
record-no-record = { $file }はJSONですが記録ではありません。「niwashi」「game」「events」が必要です。

## 続きを打つ
play-on = ここから続ける
play-on-text = この対局の{ $count }手目のあとから、ボットを相手に新しいテーブルを始めます。
play-on-seat = あなたの席
play-on-level = 相手
play-on-chance = ここから先の引きは新しく決まります。
play-on-start = 続ける

## 分析
analysis = 分析
analysis-what = 強いボットが一手ずつ調べます。勝ち目はどうだったか、何を損したか、より良い手は何だったか。
analysis-later = 分析は対局のあとで。
analysis-starting = 最初の手を考えています…
analysis-progress = { $of }手のうち{ $done }手を判定しました。
analysis-leave = 離れても分析は続きます。あとで戻れます。
analysis-here = このブラウザが計算しています。ページを離れても、戻れば続きから再開します。
analysis-done = 分析ができました。
analysis-graph = 勝つ見込み
analysis-chance-of = { $name } { $chance }
analysis-action = この手
analysis-no-action = ここは引きかテーブルの出来事です。手のところへ進むと、その価値が見られます。
analysis-only = 唯一の手
analysis-mark = { $mark ->
    [blunder] 大きなミス
    [mistake] ミス
   *[slip] 緩手
}
analysis-small = 少し損
analysis-good = はっきり良い手は見つからず
analysis-wins = 勝率
analysis-margin = 点差
analysis-before = 前
analysis-after = 後
analysis-lost = 損
analysis-noise = （誤差の範囲）
analysis-points-about = { $points } ± { $error }
analysis-better = より良い手
analysis-reason-worth = （{ $through }：{ $points }）
analysis-show = 盤上に表示
analysis-show-not = 対局に戻る
analysis-showing = { $at }手目の代わりに：{ $name }の別の手
analysis-shown = 盤上により良い手を表示しています：{ $what }
analysis-turns = 分かれ目
analysis-turn-loss = { $name }：勝つ見込みを{ $chance }失う
analysis-turn-lead = ここから{ $name }が優勢（{ $chance }）
analysis-seats = それぞれの出来
analysis-player = プレイヤー
analysis-accuracy = 正確さ
analysis-mean-loss = 平均の損
analysis-marks = 緩手／ミス／大
analysis-marks-said = 緩手{ $slips }、ミス{ $mistakes }、大きなミス{ $blunders }
analysis-how = どの手も最善の代案とともに、クラブ級のボット同士で何度も終局まで打たせました。±は標準誤差です。

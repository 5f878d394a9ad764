# -- the lesson and the rules
lesson-step = ステップ{ $number }／{ $of }
lesson-on = 次へ
lesson-skip = このステップを飛ばす
lesson-back = 戻る
lesson-show = 見本
lesson-restart = 最初から
lesson-leave = 手ほどきを終える
lesson-rules = ルール：
lesson-other = それもできますが、ここでは書いてあるとおりにしてみてください。見本も見られます。
lesson-over = お見事！
lesson-first-game = やさしいボットと最初のゲーム
rules-all = すべてのルール
rules-search = ルールを検索
rules-clear = 検索を消す
rules-contents = 目次
rules-count = ルール{ $count }件
rules-found = { $count ->
    [0] 「{ $words }」は見つかりません。文字を減らしてみてください。
   *[other] { $count }件見つかりました。
}
rules-print = 印刷
rules-own-words = 私たちの言葉で書いています。番号は、できない理由として盤が示すものと同じです。
rules-adds = 加わるもの：
rules-lesson = 遊びながら学ぶ
rules-choose = どちらのゲーム？
rules-link = ルール{ $rule }へのリンク
lesson-retry = もう一度
rules-views = ルールの見方
rules-box = 箱の中身と準備
rules-allowed = 置ける
rules-refused = 置けない
card-foot = 私たちの言葉で書いています。小さな番号はルールの番号です。
box-contents = 印刷された箱の中身
box-setup = 準備
box-pieces = すべてのタイルとカード
box-drawn = ここに描かれているのは内容物セット「{ $name }」です。
box-replace = 印刷された箱の中身がすべて公表されているわけではないため、残りは復元です。何がどこから分かったかは印で示しています。箱をお持ちなら、中身を数えて、ブラウザでも端末のコマンドでも自分のファイルで遊べます：
box-count-own = 自分の箱を数える
box-source-printed = ルールブックに記載
box-source-example = 印刷された例から読み取り
box-source-reported = プレイヤーや評による報告
box-source-assumed = 推定
box-source-own = 実物の箱で確認

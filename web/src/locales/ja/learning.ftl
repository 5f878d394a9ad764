# -- the lesson and the rules
lesson-step = { $of }のうち{ $number }
lesson-on = 次へ
lesson-skip = この段を飛ばす
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

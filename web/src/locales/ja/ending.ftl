# 対局の終わり：得点の発表と、残しておく絵。

ending-sheet = 最終得点
ending-unit = 得点の内訳
ending-total = 合計
ending-lead = 得点を数えます
ending-skip = スキップ
ending-enlarge = { $what }：拡大
ending-keep = 絵を残す

## 絵
keep-what = 絵の内容
keep-own = 自分だけ
keep-one = { $name }だけ
keep-all = 全員
keep-preview = 絵のプレビュー
keep-png = PNGで保存
keep-svg = SVGで保存
keep-failed = このブラウザでは絵を描けませんでした。SVGで保存してください。
keep-score = { $score }点
keep-credit = Niwashiで対局。絵はすべてオリジナルです。

# 「雅」の早見表と箱の中身。数は facts.json から。ここには書きません。

miyabi-theme = 「雅」とは、宮廷に育まれた洗練、静かな優美さのこと。カエデ、塔、池、植え込み、石を、すべてがあるべき所に収まるまで、一段また一段と重ねて庭をつくります。

miyabi-card-turn = 手番
miyabi-card-turn-place = 場のタイルを一枚取り、好きな向きで自分の庭に置きます。
miyabi-card-turn-lantern = 飾りのある列の上に灯籠を置きます。
miyabi-card-turn-score = すぐに「飾りの数×段」の点を得ます。ある飾りを最初に{ $layer }段目へ置いた人は、そのボーナスも得ます。
miyabi-card-where = こうは置けません
miyabi-card-where-outside = マス目の外。全体が中になければなりません。
miyabi-card-where-row = 違う行。飾りはその種類の行へ。緑のマスはどこでもかまいません。
miyabi-card-where-lantern = 灯籠のある列。飾りを置けるのは、一列につきラウンドに一度です。
miyabi-card-where-uneven = 段差の上。下のマスはすべて同じ高さです。飾りは覆ってもかまいません。
miyabi-card-round = ラウンド
miyabi-card-round-start = 箱から表の枚数のタイルを表向きに並べます。灯籠はまだありません。
miyabi-card-round-first = 盆栽を持つ人から始めます。最初は一番若い人。時計回りに進みます。
miyabi-card-round-pass = 置けるなら、置かなければなりません。何も置けなければ、ラウンドの残りはパスです。
miyabi-card-round-end = 全員がパスするか灯籠が{ $lanterns }つになると終わり。残ったタイルは除き、盆栽は次の人へ。
miyabi-card-end = ゲームの終わり
miyabi-card-end-rows = 最後のラウンドのあと、行ごとに見えている飾りを数えます。一番目と二番目に多い人が点を得ます。
miyabi-card-end-ties = 一番が同数なら全員が大きいほうを得て、小さいほうはなし。二番が同数なら全員が小さいほう。ゼロも数です。
miyabi-card-end-win = 合計の一番高い人の勝ち。同点なら勝ちを分け合います。
miyabi-card-end-bonus = 「？」は推定した{ $layer }段目のボーナス。お手持ちの箱の値に差し替えられます。
miyabi-card-expansions = 拡張（組み合わせは自由）
miyabi-card-expansions-A = 終わりに、つながった一番よいまとまりの飾り一つにつき{ $points }点。
miyabi-card-expansions-B = 終わりに、一番大きな草地の一マスにつき{ $points }点。
miyabi-card-expansions-C = 禅タイルが{ $open }枚表向き。代わりに取って空いた盤に置けます（{ $points }点）。囲まれると、隣の飾りと自分の飾りの数だけ点。
miyabi-card-expansions-D = 終わりに、飾りがちょうど{ $objects }つの行と列に{ $points }点ずつ。
miyabi-card-expansions-E = 手番に一歩、同じ段か一段上へ。登るとその段の点。{ $golden }段目から金色になり、飾りにも乗れます。

miyabi-contents-boards = 庭のボード
miyabi-contents-lanterns = 木の灯籠
miyabi-contents-stones = 得点の石
miyabi-contents-tiles = 庭のタイル
miyabi-contents-bonuses = ボーナスタイル
miyabi-contents-score-board = 得点ボード
miyabi-contents-round-marker = ラウンドマーカー
miyabi-contents-bonsai = 盆栽
miyabi-contents-info-card = 早見カード
miyabi-contents-expansions = 拡張カード
miyabi-contents-zen = 禅タイル
miyabi-contents-frogs = カエル（表は銀、裏は金）

miyabi-setup-A = 得点ボードを中央に、ラウンドマーカーを最初のラウンドに置きます。
miyabi-setup-B = それぞれ庭のボード、灯籠{ $lanterns }つ、同じ色の石二つを取ります。
miyabi-setup-C = 石の一つは最初のマスの手前に。もう一つは{ $track }を越えた回数を示します。
miyabi-setup-D = ボーナスタイルを表向きに並べます。
miyabi-setup-E = 庭のタイル{ $tiles }枚を、箱のふたに裏向きに入れます。
miyabi-setup-F = ラウンドごとに、表のとおりにタイルを並べます（絵は二人のとき）。
miyabi-setup-G = 一番若い人が盆栽を持って始めます。
miyabi-setup-H = 拡張を使うなら、禅タイルを裏向きにして{ $open }枚を表に。銀のカエルをそれぞれの庭に。

miyabi-pieces-of = { miyabi-kind } × { $count }
miyabi-pieces-bonuses = ボーナスタイルとその点

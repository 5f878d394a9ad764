# 「江戸屋敷」の早見表と箱の中身。数は facts.json から。ここには書きません。

edo_yashiki-theme = 諸国の大名は、将軍の目の届く江戸で暮らす務めがあり、そこに屋敷を構えました。座敷、池、庭の見事さは人々の目にとまります。そんな屋敷を、カード一枚ずつ、しかも素早く建てていきます。

edo_yashiki-card-round = ラウンド
edo_yashiki-card-round-open = 人数と同じ枚数のカードを表向きに並べます。
edo_yashiki-card-round-grab = 一斉に取る：全員の準備ができたら「はじめ！」で同時に。順番に取る：スタートプレイヤーから時計回りに。
edo_yashiki-card-round-place = 全員が、互いを待たずに自分の屋敷に置きます。
edo_yashiki-card-round-score = 全員が置いたら得点計算。スタートプレイヤーは時計回りに移ります。
edo_yashiki-card-where = こうは置けません
edo_yashiki-card-where-sideways = 横向き。カードは縦向きに、そのままか上下逆に置きます。
edo_yashiki-card-where-corner = 角だけ。屋敷に重なるか、辺で接していなければなりません。何枚に重なってもかまいません。
edo_yashiki-card-where-run = 並びの上。同じマスがまっすぐ{ $length }つ以上並んだら、その一マスも覆えません。
edo_yashiki-card-scoring = 並び
edo_yashiki-card-scoring-runs = 新しいカードのマスを含む並びは、横も縦も、全体の長さで点になります。
edo_yashiki-card-runs-head = 並びの長さ
edo_yashiki-card-bonus = ボーナス
edo_yashiki-card-bonus-features = 一枚のカードで点になった種類の数で決まります。同じ種類の並びはいくつあっても一つ。
edo_yashiki-card-bonuses-head = 種類
edo_yashiki-card-points = 点
edo_yashiki-card-end = ゲームの終わり
edo_yashiki-card-end-goal = 誰かが{ $goal }点以上になったラウンドの終わりか、残りのカードが人数より少なくなったときに終わります。
edo_yashiki-card-end-win = 点の一番多い人の勝ち。同点なら勝ちを分け合います。
edo_yashiki-card-specialists = 職人ありの場合
edo_yashiki-card-specialists-markers = 全員が{ $features }種類それぞれのマーカーを持ちます。並びはそのマーカーがあるときだけ点になり、点にするとマーカーはなくなります。
edo_yashiki-card-specialists-return = 最後のマーカーがなくなると、得点計算の途中でもすぐに全部戻ります。
edo_yashiki-card-specialists-long = { $length }マス以上の並びはマーカーを使いません。ボーナスは実際に点になったものだけを数えます。

edo_yashiki-contents-cards = 建物カード
edo_yashiki-contents-score-cards = 得点カード
edo_yashiki-contents-score-markers = 得点マーカー
edo_yashiki-contents-specialist-cards = 職人カード
edo_yashiki-contents-specialist-markers = 職人マーカー
edo_yashiki-contents-summary-card = 早見カード

edo_yashiki-setup-A = 得点カードを並べます（{ $track }まで）。全員のマーカーはゼロから。
edo_yashiki-setup-B = 建物カード{ $cards }枚を混ぜ、裏向きの山札にします。
edo_yashiki-setup-C = 最後に畳（またはじゅうたん）に座った人から始めます。その人が全員に一枚ずつ配ります。
edo_yashiki-setup-D = 縦向きに自分の前に置きます。これが屋敷の始まりです。
edo_yashiki-setup-E = 山札の横に、人数と同じ枚数を表向きに並べます（絵は二人のとき）。
edo_yashiki-setup-F = 職人ありなら、マーカー{ $features }つの載った職人カードを全員に。

edo_yashiki-pieces-pattern = 型{ $number }

# -- 名前
name-cut = 名前は{ $count }文字までです。残りは切り取りました。
name-use = この名前にする
name-changed = これから{ $name }さんとお呼びします。
name-yours = ほかの人に見える名前
gathering-invited = { $name }さんから{ $game }へのご招待
rematch-go = 再戦へ

# -- 自分の対局
games-sum = 終わった対局{ $count }局、うち{ $won }勝
games-search = 名前で探す
games-all = すべてのゲーム
games-running = 進行中
games-finished = 終局
games-none = まだ対局がありません
games-none-text = 終わった対局はここに並び、リプレイと検討をいつでも見られます。
games-not-found = 当てはまる対局はありません。
games-more = もっと見る
games-won = 勝ち
games-tied = 引き分け
games-place = { $seats }人中{ $place }位
games-shared = 一台で対局
games-analysed = 検討ができています。
games-kept-guest = この対局があなたのものだと知っているのは、このブラウザだけです。アカウントを作ると、どの端末でも見られます。

# -- 今日の庭
daily-title = 今日の庭
daily-text = 今朝、{ $names }が{ $game }を打ち、{ $scores }で終わりました。庭が育つ様子を眺めたり、もっとよい手を探したりできます。
daily-watch = 育つ様子を見る
daily-picture = 今日の対局の終わり
daily-soon = ボットが今日の庭を作っています…

# -- ボットの人柄
bot-yui = はじめての庭。何もかもが楽しい。
bot-nico = きれいだと思ったら植える。
bot-emi = カエルに相談して決める。
bot-poldi = 数え忘れても気にしない。
bot-hana = 遊ぶこと自体が好き。
bot-kenji = 紅葉には目がない。
bot-otto = 植えるのはゆっくり、笑うのは早い。
bot-lise = 鼻歌まじりに砂を掃く。
bot-sora = 空と、あなたの点をよく見ている。
bot-clara = 花壇はいつも整っている。
bot-jun = 先週の一局を覚えている。
bot-tomo = いつも二番目によいものを残していく。
bot-ren = 何ひとつ譲らない。
bot-akiko = 二ラウンド先まで読む。
bot-bruno = 高く積んで、待つ。
bot-shiori = あなたの隙を見逃さない。
bot-enshu = あなたの庭まで借景にする。
bot-soseki = 石のように長く考える。
bot-sesshu = 一筆、直しなし。
bot-zenami = 何百年もこの砂を掃いている。
components-shipped = 内容物：{ $name }（一部は推定）

# -- アカウント
account-password = パスワードを変更
password-old = 現在のパスワード
password-new = 新しいパスワード
account-password-done = パスワードを変更し、ほかの端末をすべてログアウトしました。
account-out-elsewhere = ほかの端末をすべてログアウト
account-out-elsewhere-done = ほかの端末をすべてログアウトしました。
games-export = すべての対局を書き出す
games-import = 対局を読み込む
games-imported = { $count ->
    [0] このファイルに新しい対局はありません。
   *[other] { $count }局を追加しました。
}
games-unfinished = ファイルのうち{ $count }局はまだ終わっていません。続けるには「対局を再生」で開いてください。
games-damaged = このブラウザの保存データが壊れているため、ファイルに入っていません：{ $games }

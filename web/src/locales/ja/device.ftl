# -- 一台の端末で遊ぶ
device-own = それぞれの端末で
device-this = この端末で一緒に
device-this-sentence = 手番の人に盤面が切り替わります。どちらのゲームにも隠された情報はありません。
device-name = プレイヤー{ $seat }の名前
device-names-twice = 同じ名前のプレイヤーがいます。どちらかを変えてください。
device-names-missing = この端末で遊ぶ人全員の名前が必要です。
seat-here = この端末
pass-go-on = { $name }さんが続ける
resign-for = { $name }さんとして投了
replaced-at = ボットが{ $name }さんの代わりに打っています。

# -- テーブルの内容物：付属のもの、または主催者の箱
components = 内容物
components-sentence = 印刷版のタイルやカードはすべてが公表されているわけではなく、残りは推定で補っています。箱をお持ちなら、実際の中身で遊べます。
components-usual = 復元（付属）
components-mine = 自分の箱…
box-choose = ファイルを選ぶ（TOML）
box-write = フォームで箱の中身を数える
box-remove = ファイルを外す
box-needed = 箱のファイルを選ぶか、フォームで作ってください。
box-accepted = 箱「{ $name }」で遊びます。
box-assumed = 推定の項目：{ $entries }件中{ $assumed }件。
box-is-shipped = これは付属の内容物です。
box-too-large = { $file }は64 KiBを超えています。通常は数キロバイトです。
box-wrong = このファイルは使えません：{ $sentence }
box-wrong-game = これは別のゲームのファイルです。
box-wrong-name = 箱に60文字以内の名前を付けてください。
box-wrong-toml = { $line ->
    [0] TOMLファイルではありません。
   *[other] TOMLファイルではありません（{ $line }行目を読めません）。
}
box-wrong-unknown = ファイルに「{ $section }」がありますが、ここでは使えません。
box-wrong-section = ファイルに「{ $section }」の節がありません。
box-wrong-entry = 「{ $section }」の節の「{ $entry }」は分かりません。
box-wrong-number = { $entry }には{ $low }から{ $high }までの整数が必要です。
box-wrong-file = ファイルが64 KiBを超えています。通常は数キロバイトです。

# -- フォーム
own-box = 自分の箱
box-title = { $game }の箱
box-intro = 箱の中身を入力してください。はじめは付属の復元の値が入っています。違うところだけ直してください。合計が合うかどうかはサーバーが調べます。
box-answer = ファイル
box-name = 箱の名前
box-own-name = 自分の箱
box-ready = 合っています。
box-not-yet = まだ合っていません。
box-play = この箱でテーブルを開く
box-download = ファイルをダウンロード
box-confirm = 残りもすべて合っている
box-start-over = 最初からやり直す
box-started-over = すべて付属の値に戻しました。
box-kept = 入力中の内容はこのブラウザに残ります。対局の記録には箱の中身がすべて入ります。
box-no-form = このゲームのフォームはありません。
box-mark-assumed = 推定
box-mark-known = 印刷または報告あり
box-mark-own = 自分の箱から
box-said-assumed = 推定
box-said-known = 印刷または報告あり
box-said-own = 自分の箱から
box-entry = { $what }、{ $source }

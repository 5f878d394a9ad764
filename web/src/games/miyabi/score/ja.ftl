# -- 実際のテーブルの得点表
miyabi-score-track = 得点ボードの点数
miyabi-score-gardens = 庭
miyabi-score-garden-of = { $name }さんの庭
miyabi-score-frog = ゲーム中の得点は、すべて得点ボードに入っています。段、ボーナス、禅タイル、カエルの点です。
miyabi-score-brush = タップの働き
miyabi-score-brush-turn = 次へ
miyabi-score-brush-0 = 空き
miyabi-score-brush-1 = 飾り1つ
miyabi-score-brush-2 = 飾り2つ
miyabi-score-brush-3 = 飾り3つ
miyabi-score-brush-g = 緑
miyabi-score-brush-z = 禅タイル
miyabi-score-state-bare = 空き
miyabi-score-state-green = 緑
miyabi-score-state-zen = 禅タイル
miyabi-score-cell = { $row }行{ $column }列：{ $what }
miyabi-score-row-points = { NUMBER($points, signDisplay: "always") }
miyabi-score-keys = 庭では、矢印で移動、1 2 3で飾り、Gで緑、Zで禅タイル、Deleteで空き。
miyabi-score-wrong-zen = { $name }さんの{ $cell }：禅タイルがありますが、拡張Cを使っていません。
miyabi-score-wrong-alone = { $name }さんの{ $cell }：飾り{ $count }つのタイルは{ $count }マスを覆いますが、隣に覆われたマスが足りません。緑のマスはどれですか？
miyabi-score-wrong-lanterns = { $name }さん：飾りのあるマスが{ $shown }は多すぎます。置けるタイルは{ $most }枚までです。
miyabi-score-wrong-tiles = { $tile ->
    [z] 庭に禅タイルが{ $shown }枚ありますが、全部で{ $most }枚です。
   *[other] 飾り{ $tile }つのマスが{ $shown }ありますが、そのタイルは{ $most }枚しか出ません。
}

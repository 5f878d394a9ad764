pebbles-title = 小石
pebbles-sentence = 小石を1個から3個取ります。最後の1個は点が高くなります。
pebbles-designer = なし（小石）
pebbles-credits = 作者のいないゲーム。
pebbles-buy = 2〜3人

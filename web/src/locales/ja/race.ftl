# -- 合図で全員が同時に動く
race-look = カードを見る時間
race-look-sentence = この時間が過ぎると、「いつも準備よし」の人は準備済みになります。ほかの人は自分で知らせます。
race-seconds = { $seconds }秒
race-always = はじめは全員「いつも準備よし」
race-always-on = いつも準備よしにする
race-always-off = いつも準備よしをやめる

# 早取りの時間
edo_yashiki-times = カードの早取り
edo_yashiki-times-from-signal = 合図からのミリ秒
edo_yashiki-times-seat = プレイヤー
edo_yashiki-times-claimed = 押した
edo_yashiki-times-arrival = 届いた
edo_yashiki-times-lag = 回線
edo_yashiki-times-effective = 判定
edo_yashiki-times-won = カードを獲得

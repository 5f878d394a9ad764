# 助言：ヒントとその理由。理由と得点源のキーはサーバーのもの。

## 理由
reason-scores = すぐに{ $after }点（もう一方は{ $other }点）

## 得点源
through-at-once = すぐに
through-rival = 最上位の相手の得点
through-all = 全体で

## ヒント
hint-thinking = 考えています…
hint-none = ほかと分ける決め手は一つではありません。
hint-only = ほかにできることはありません。
hint-value = このような対局の勝率{ NUMBER($chance, style: "percent", maximumFractionDigits: 0) }、最上位の相手との差{ NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) }
hint-tempting = { $action }はすぐに{ $gain }点ですが、最後には{ NUMBER($behind, maximumFractionDigits: 1) }点少なくなります。
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) }・{ $through }
hint-said = ヒント：{ $action }、{ $points }点。{ $why }
hint-close = ヒントをしまう

# Rat: Tipps und ihre Gründe. Die Schlüssel der Gründe, und woher Punkte kommen, sind die des Servers.

## Gründe
reason-scores = Bringt sofort { $after }, nicht { $other }

## woher Punkte kommen
through-at-once = sofort
through-rival = Punkte der stärksten Gegenseite
through-all = insgesamt

## ein Tipp
hint-thinking = Es wird überlegt …
hint-none = Kein einzelner Grund hebt es von den anderen ab.
hint-only = Etwas anderes ist nicht möglich.
hint-value = Gewinnt { NUMBER($chance, style: "percent", maximumFractionDigits: 0) } solcher Spiele, { NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) } zur stärksten Gegenseite
hint-tempting = { $action } brächte sofort { $gain }, am Ende aber { NUMBER($behind, maximumFractionDigits: 1) } weniger.
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) } · { $through }
hint-said = Tipp: { $action }, bringt { $points }. { $why }
hint-close = Tipp weglegen

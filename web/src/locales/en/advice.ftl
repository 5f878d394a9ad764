# Advice: hints and their reasons. The keys of reasons and of what they come through are the server's.

## reasons
reason-scores = Scores { $after } at once, not { $other }

## what points come through
through-at-once = at once
through-rival = the best rival’s points
through-all = in all

## a hint
hint-thinking = Thinking it over …
hint-none = No single reason sets it apart.
hint-only = Nothing else is possible.
hint-value = Wins { NUMBER($chance, style: "percent", maximumFractionDigits: 0) } of games from here, { NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) } vs. the best opponent
hint-tempting = { $action } would score { $gain } at once, and end { NUMBER($behind, maximumFractionDigits: 1) } lower.
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) } · { $through }
hint-said = Hint: { $action }, scores { $points }. { $why }
hint-close = Close the hint

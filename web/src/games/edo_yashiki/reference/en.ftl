# Edo Yashiki on one page, and what is in its box. Numbers come from facts.json; none is written here.

edo_yashiki-theme = The lords of the provinces had to spend part of their lives in Edo, under the eyes of the shogun, and kept residences there: yashiki. Everybody noticed whose rooms, ponds and gardens were the finest. You build such a residence, card by card, and quickly.

edo_yashiki-card-round = A round
edo_yashiki-card-round-open = Lay open as many cards as there are players.
edo_yashiki-card-round-grab = Live: when all are ready, “hajime!”, and all grab at once. Calm: pick clockwise, the start player first.
edo_yashiki-card-round-place = All place their card in their own house, without waiting.
edo_yashiki-card-round-score = When everybody has placed, all score. The start passes clockwise.
edo_yashiki-card-where = A card may not lie like this
edo_yashiki-card-where-sideways = On its side: a card lies upright, either way up.
edo_yashiki-card-where-corner = Only at a corner: it must lie over the house or touch it along an edge. It may cover several cards.
edo_yashiki-card-where-run = Over a run, which is { $length } or more equal squares in a line: none of them may be covered.
edo_yashiki-card-scoring = Runs
edo_yashiki-card-scoring-runs = Every run with a square of your new card scores, at its whole length, across and down.
edo_yashiki-card-runs-head = Run of
edo_yashiki-card-bonus = Bonus
edo_yashiki-card-bonus-features = For different features that score with one card. Several runs of one feature count as one.
edo_yashiki-card-bonuses-head = Features
edo_yashiki-card-points = Points
edo_yashiki-card-end = The end
edo_yashiki-card-end-goal = The game ends after a round in which somebody has { $goal } points or more, or when fewer cards are left than players.
edo_yashiki-card-end-win = The player with the most points wins; tied players share the win.
edo_yashiki-card-specialists = With specialists
edo_yashiki-card-specialists-markers = Everybody has a marker for each of the { $features } features. A run scores only with its marker, and scoring takes the marker away.
edo_yashiki-card-specialists-return = When the last marker goes, all return at once, even in the middle of scoring.
edo_yashiki-card-specialists-long = Runs of { $length } or more take no marker. The bonus counts only what did score.

edo_yashiki-contents-cards = building cards
edo_yashiki-contents-score-cards = score cards
edo_yashiki-contents-score-markers = score markers
edo_yashiki-contents-specialist-cards = specialist cards
edo_yashiki-contents-specialist-markers = specialist markers
edo_yashiki-contents-summary-card = summary card

edo_yashiki-setup-A = The score cards lie side by side and count to { $track }. Everybody’s marker starts on zero.
edo_yashiki-setup-B = The { $cards } building cards are shuffled into a face-down deck.
edo_yashiki-setup-C = The player who last sat on tatami, or on a carpet, starts and deals everybody one card.
edo_yashiki-setup-D = Place it upright in front of you: your house begins with it.
edo_yashiki-setup-E = Beside the deck as many cards are laid open as there are players; drawn here for two.
edo_yashiki-setup-F = With specialists: everybody gets a specialist card with { $features } markers.

edo_yashiki-pieces-pattern = Pattern { $number }

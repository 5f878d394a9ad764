pebbles-title = Pebbles
pebbles-sentence = Take one to three pebbles; the last one counts for more.
pebbles-designer = nobody (Pebbles)
pebbles-credits = Nobody’s game.
pebbles-buy = 2–3 players

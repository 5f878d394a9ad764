# -- live races: everybody acts at the same time, on a signal
race-look = Time to look at the cards
race-look-sentence = After this time, players who are “always ready” count as ready. Everybody else says when they are.
race-seconds = { $seconds } s
race-always = At first, everybody is “always ready”
race-always-on = Be always ready
race-always-off = No longer be always ready

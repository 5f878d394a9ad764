pebbles-title = Galets
pebbles-sentence = Prenez de un à trois galets ; le dernier compte davantage.
pebbles-designer = personne (Galets)
pebbles-credits = Le jeu de personne.
pebbles-buy = 2–3 joueurs

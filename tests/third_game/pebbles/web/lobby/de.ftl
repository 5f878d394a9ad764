pebbles-title = Kiesel
pebbles-sentence = Nimm einen bis drei Kiesel; der letzte zählt mehr.
pebbles-designer = niemandem (Kiesel)
pebbles-credits = Niemandes Spiel.
pebbles-buy = 2–3 Personen

# Miyabi auf einer Seite und was in der Schachtel ist. Zahlen kommen aus facts.json; hier steht keine.

miyabi-theme = „Miyabi“ ist ein altes japanisches Wort für feine Lebensart, die stille Eleganz am Kaiserhof. So einen Garten gestaltest du: Ahornbäume, Pagoden, Teiche, Sträucher und Steine, Ebene auf Ebene, bis alles seinen Platz hat.

miyabi-card-turn = Dein Zug
miyabi-card-turn-place = Nimm ein Gartenteil aus der Auslage und leg es, beliebig gedreht, in deinen eigenen Garten.
miyabi-card-turn-lantern = Stell eine Laterne über die Spalte, in der seine Objekte liegen.
miyabi-card-turn-score = Sofort zählen Objekte × Ebene. Wer eine Objektart als Erster auf Ebene { $layer } bringt, bekommt auch ihren Bonus.
miyabi-card-where = So darf ein Gartenteil nicht liegen
miyabi-card-where-outside = Außerhalb des Rasters: Alles muss darin liegen.
miyabi-card-where-row = In der falschen Zeile: Objekte gehören in die Zeile ihrer Art. Grüne Felder dürfen überall liegen.
miyabi-card-where-lantern = In einer Spalte mit Laterne: Jede Spalte nimmt je Bauphase einmal Objekte auf.
miyabi-card-where-uneven = Auf unebenem Grund: Alle Felder darunter sind gleich hoch. Objekte dürfen überdeckt werden.
miyabi-card-round = Eine Bauphase
miyabi-card-round-start = Legt so viele Gartenteile aus der Schachtel offen aus. Alle Laternenfelder sind leer.
miyabi-card-round-first = Wer den Bonsaibaum hat, beginnt, zuerst der Jüngste. Dann geht es im Uhrzeigersinn.
miyabi-card-round-pass = Wenn du legen kannst, musst du legen. Passt nichts, so passt du für den Rest der Bauphase.
miyabi-card-round-end = Sie endet, wenn alle gepasst oder { $lanterns } Laternen stehen haben. Übrige Teile sind aus dem Spiel; der Bonsaibaum geht weiter.
miyabi-card-end = Das Ende
miyabi-card-end-rows = Zählt nach der letzten Bauphase die sichtbaren Objekte jeder Zeile. Die meisten und die zweitmeisten bringen Punkte.
miyabi-card-end-ties = Gleichstand vorn: Alle bekommen den größeren Preis, niemand den kleineren. Gleichstand dahinter: Alle bekommen den kleineren. Auch null zählt.
miyabi-card-end-win = Die höchste Summe gewinnt; bei Gleichstand gewinnen alle zusammen.
miyabi-card-end-bonus = „?“: von uns angenommener Bonus für Ebene { $layer }; deine eigene Schachtel kann ihn ersetzen.
miyabi-card-expansions = Erweiterungen, beliebig kombiniert
miyabi-card-expansions-A = Am Ende { $points } Punkt für jedes Objekt deiner besten zusammenhängenden Gruppe.
miyabi-card-expansions-B = Am Ende { $points } Punkte für jedes Feld deiner größten grünen Fläche.
miyabi-card-expansions-C = { $open } Zen-Gartenteile liegen offen. Nimm eines statt eines Gartenteils, auf den leeren Plan: { $points } Punkt. Umschlossen zählt es die Objekte daneben und sein eigenes.
miyabi-card-expansions-D = Am Ende { $points } Punkte für jede Zeile oder Spalte mit genau { $objects } Objekten.
miyabi-card-expansions-E = Ein Schritt je Zug, eben oder eine Ebene höher, zählt die neue Ebene. Ab Ebene { $golden } ist der Frosch golden und darf auf Objekte.

miyabi-contents-boards = Garten-Spielpläne
miyabi-contents-lanterns = Laternen aus Holz
miyabi-contents-stones = Punktesteine
miyabi-contents-tiles = Gartenteile
miyabi-contents-bonuses = Bonusplättchen
miyabi-contents-score-board = Punkteplan
miyabi-contents-round-marker = Bauphasen-Marker
miyabi-contents-bonsai = Bonsaibaum
miyabi-contents-info-card = Infokärtchen
miyabi-contents-expansions = Erweiterungskärtchen
miyabi-contents-zen = Zen-Gartenteile
miyabi-contents-frogs = Frösche, silbern und golden

miyabi-setup-A = Der Punkteplan kommt in die Mitte, der Bauphasen-Marker auf die erste Bauphase.
miyabi-setup-B = Jeder nimmt einen Spielplan, { $lanterns } Laternen und zwei Punktesteine einer Farbe.
miyabi-setup-C = Ein Stein wartet vor dem ersten Feld. Der andere zählt, wie oft du über { $track } hinausziehst.
miyabi-setup-D = Die Bonusplättchen liegen offen daneben.
miyabi-setup-E = Alle { $tiles } Gartenteile kommen verdeckt in den Deckel der Schachtel.
miyabi-setup-F = Für jede Bauphase werden Gartenteile ausgelegt, wie es die Tabelle sagt; hier für zwei gezeichnet.
miyabi-setup-G = Der Jüngste nimmt den Bonsaibaum und beginnt.
miyabi-setup-H = Mit Erweiterungen: die Zen-Gartenteile verdeckt, { $open } davon aufgedeckt, und in jeden Garten ein silberner Frosch.

miyabi-pieces-of = { miyabi-kind } × { $count }
miyabi-pieces-bonuses = Bonusplättchen und ihre Punkte

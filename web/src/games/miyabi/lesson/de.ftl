# Miyabi: die Einführung. Hier steht keine Ziffer: Zahlen kommen vom Spiel selbst (lesson.json sagt, woher).

miyabi-lesson-garden-title = Dein Garten
miyabi-lesson-garden = Das ist dein Garten, noch ganz leer. Er hat { $rows } Zeilen, und jede gehört zu einer Objektart, von den Ahornbäumen oben bis zu den Steinen unten. Die größere Zahl neben einer Zeile (beim Ahornbaum { $most }) bekommst du am Ende, wenn du dort die meisten Objekte hast.
miyabi-lesson-display-title = Die Auslage
miyabi-lesson-display = In jeder Bauphase liegen { $tiles } Gartenteile offen für euch beide. Auf einem Feld eines Teils sind Objekte, der Rest ist grün. Es sind so viele Objekte, wie das Teil Felder hat.
miyabi-lesson-display-task = Wähle das Gartenteil mit zwei Fischen.
miyabi-lesson-place-title = Zeile und Spalte
miyabi-lesson-place = Die Fische gehören in die Fisch-Zeile, die Zeile steht also fest. Du wählst die Spalte, und wohin das grüne Ende zeigt. Grün darf in jeder Zeile liegen; nichts darf aus dem Garten ragen.
miyabi-lesson-place-task = Wähle Spalte c, lass das grüne Ende nach rechts zeigen, und bestätige.
miyabi-lesson-place-after = { $objects } Fische × Ebene { $layer } = { $points } Punkte, sofort. Und auf dem Laternenfeld von Spalte c steht jetzt eine Laterne. Mei hat in ihrem eigenen Garten gelegt; in die Quere kommt ihr euch nur, indem ihr Teile wegnehmt.
miyabi-lesson-lantern-title = Eine Laterne je Spalte
miyabi-lesson-lantern = In jede Spalte kommen einmal je Bauphase Objekte: Wo eine Laterne steht, ist das schon geschehen. Du hast also höchstens sechs Züge in einer Bauphase, und jede Spalte dient einmal.
miyabi-lesson-lantern-task = Probier es: Wähle irgendein Teil und noch einmal Spalte c.
miyabi-lesson-lantern-after = Genau: Das geht nicht. Was nicht geht, begründet das Brett und nennt die Regel. In der nächsten Bauphase sind alle Laternenfelder wieder leer.
miyabi-lesson-layer-title = Je höher, desto besser
miyabi-lesson-layer = Gartenteile dürfen auf Gartenteilen liegen, wenn alle ihre Felder gleich hoch aufliegen. Das grüne Ende deines Fisch-Teils in Spalte d ist so ein Platz: Was du dorthin legst, liegt auf Ebene { $layer }.
miyabi-lesson-layer-task = Wähle den einzelnen Fisch, dann Spalte d, und bestätige.
miyabi-lesson-layer-after = { $objects } × Ebene { $layer } = { $points }. Ein Gartenteil zählt seine Objekte mal seine Ebene; ein kleines weit oben ist bald mehr wert als ein großes am Boden.
miyabi-lesson-stack-title = Was darunter liegt
miyabi-lesson-stack = Objekte dürfen überdeckt werden. Gezählt haben sie schon; am Ende gilt nur, was sichtbar ist.
miyabi-lesson-stack-task = Sieh in den Stapel: Halte das Feld d3 gedrückt, oder geh hin und drücke I.
miyabi-lesson-stack-after = Jede Ebene, von oben nach unten. Du kannst jederzeit in jedes Feld sehen, auch in den Gärten der anderen.
miyabi-lesson-bonus-title = Die fünfte Ebene
miyabi-lesson-bonus = Später, in Bauphase { $round }. Wer eine Objektart als Erster auf Ebene { $layer } legt, bekommt ihr Bonusplättchen. In der Ecke liegen deine Ahornbäume nur eine Ebene tiefer.
miyabi-lesson-bonus-task = Lege die zwei Ahornbäume in Spalte a, für { $points } Punkte.
miyabi-lesson-bonus-after = { $objects } × Ebene { $layer }, und { $bonus } für das Bonusplättchen: { $points } Punkte. Dieses Plättchen ist nun weg; jede andere Objektart hat ihr eigenes.
miyabi-lesson-majorities-title = Wer die meisten hat
miyabi-lesson-majorities = Am Ende wird jede Zeile für sich gewertet. Die meisten sichtbaren Fische bringen { $most } Punkte, die zweitmeisten { $second }; im Moment hast du { $yours } und Mei { $theirs }. Bei Gleichstand vorn bekommen alle die volle Zahl, und niemand ist Zweiter.
miyabi-lesson-pass-title = Nichts passt
miyabi-lesson-pass = Die letzte von { $rounds } Bauphasen. Zwei Gartenteile sind übrig, und keines passt in deinen Garten. Wer legen kann, muss legen; wer nicht kann, passt und setzt bis zum Ende der Bauphase aus.
miyabi-lesson-pass-task = Drücke Passen und bestätige.
miyabi-lesson-pass-after = Eine Bauphase ist vorbei, wenn alle gepasst oder sechs Laternen stehen haben; was noch ausliegt, ist aus dem Spiel. Nach der letzten kommen die Zeilen: Du hast gewonnen, { $yours } zu { $theirs }.
miyabi-lesson-expansions-title = Und es gibt mehr
miyabi-lesson-expansions = Das ist das ganze Spiel. Fünf Erweiterungen kommen dazu, in jeder Mischung: Punkte für die größte Gruppe von Objekten, für die größte Wiese und für Zeilen und Spalten mit genau sieben; Zen-Gartenteile, die zählen, wenn sie umschlossen sind; und ein Frosch, der klettert. Fang ohne sie an und nimm eine nach der anderen dazu.
miyabi-lesson-over = Du weißt alles, was du brauchst. Spiel jetzt eine erste Partie gegen einen leichten Bot; das Brett zeigt, was geht und was es bringt.

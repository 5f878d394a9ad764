# Edo Yashiki auf einer Seite und was in der Schachtel ist. Zahlen kommen aus facts.json; hier steht keine.

edo_yashiki-theme = Die Fürsten der Provinzen mussten einen Teil ihres Lebens in Edo verbringen, unter den Augen des Shoguns, und hielten dort Residenzen: Yashiki. Jeder sah, wessen Räume, Teiche und Gärten die schönsten waren. So eine Residenz baust du, Karte um Karte, und das schnell.

edo_yashiki-card-round = Eine Runde
edo_yashiki-card-round-open = Legt so viele Karten offen aus, wie Spieler da sind.
edo_yashiki-card-round-grab = Gleichzeitig: Sind alle bereit, greifen sie auf „Hajime!“ zu. Ruhig: reihum, der Startspieler zuerst.
edo_yashiki-card-round-place = Alle legen ihre Karte ins eigene Haus, ohne zu warten.
edo_yashiki-card-round-score = Haben alle gelegt, werten alle. Der Start geht im Uhrzeigersinn weiter.
edo_yashiki-card-where = So darf eine Karte nicht liegen
edo_yashiki-card-where-sideways = Quer: Eine Karte liegt aufrecht, so herum oder auf dem Kopf.
edo_yashiki-card-where-corner = Nur an einer Ecke: Sie muss über dem Haus liegen oder es an einer Kante berühren. Sie darf mehrere Karten überdecken.
edo_yashiki-card-where-run = Über einer Reihe, also { $length } oder mehr gleichen Feldern in gerader Linie: Keines davon darf überdeckt werden.
edo_yashiki-card-scoring = Reihen
edo_yashiki-card-scoring-runs = Jede Reihe mit einem Feld deiner neuen Karte zählt, in ihrer ganzen Länge, waagrecht und senkrecht.
edo_yashiki-card-runs-head = Reihe von
edo_yashiki-card-bonus = Bonus
edo_yashiki-card-bonus-features = Für verschiedene Merkmale, die mit einer Karte zählen. Mehrere Reihen eines Merkmals gelten als eines.
edo_yashiki-card-bonuses-head = Merkmale
edo_yashiki-card-points = Punkte
edo_yashiki-card-end = Das Ende
edo_yashiki-card-end-goal = Das Spiel endet nach einer Runde, in der jemand { $goal } Punkte oder mehr hat, oder wenn weniger Karten übrig sind als Spieler.
edo_yashiki-card-end-win = Wer die meisten Punkte hat, gewinnt; bei Gleichstand gewinnen alle zusammen.
edo_yashiki-card-specialists = Mit Spezialisten
edo_yashiki-card-specialists-markers = Jeder hat einen Marker für jedes der { $features } Merkmale. Eine Reihe zählt nur mit ihrem Marker, und Zählen nimmt ihn weg.
edo_yashiki-card-specialists-return = Geht der letzte Marker, kommen alle sofort zurück, auch mitten in der Wertung.
edo_yashiki-card-specialists-long = Reihen von { $length } oder mehr kosten keinen Marker. Beim Bonus gilt nur, was wirklich gezählt hat.

edo_yashiki-contents-cards = Gebäudekarten
edo_yashiki-contents-score-cards = Punktekarten
edo_yashiki-contents-score-markers = Punktemarker
edo_yashiki-contents-specialist-cards = Spezialistenkarten
edo_yashiki-contents-specialist-markers = Spezialistenmarker
edo_yashiki-contents-summary-card = Übersichtskarte

edo_yashiki-setup-A = Die Punktekarten liegen nebeneinander und zählen bis { $track }. Alle Marker beginnen auf null.
edo_yashiki-setup-B = Die { $cards } Gebäudekarten werden zu einem verdeckten Stapel gemischt.
edo_yashiki-setup-C = Wer zuletzt auf Tatami gesessen hat, oder auf einem Teppich, beginnt und gibt jedem eine Karte.
edo_yashiki-setup-D = Leg sie aufrecht vor dich: Mit ihr beginnt dein Haus.
edo_yashiki-setup-E = Neben dem Stapel liegen so viele Karten offen, wie Spieler da sind; hier für zwei gezeichnet.
edo_yashiki-setup-F = Mit Spezialisten: Jeder bekommt eine Spezialistenkarte mit { $features } Markern.

edo_yashiki-pieces-pattern = Muster { $number }

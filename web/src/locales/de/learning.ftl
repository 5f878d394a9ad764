# -- the lesson and the rules
lesson-step = Schritt { $number } von { $of }
lesson-on = Weiter
lesson-skip = Diesen Schritt überspringen
lesson-back = Zurück
lesson-show = Zeig es mir
lesson-restart = Von vorn
lesson-leave = Einführung verlassen
lesson-rules = Regeln:
lesson-other = Das wäre auch erlaubt. Mach in diesem Schritt bitte, was dasteht; oder lass es dir zeigen.
lesson-over = Gut gemacht!
lesson-first-game = Eine erste Partie gegen einen leichten Bot
rules-all = Alle Regeln
rules-search = In den Regeln suchen
rules-clear = Suche leeren
rules-contents = Inhalt
rules-count = { $count } Regeln
rules-found = { $count ->
    [0] Nichts gefunden zu „{ $words }“. Vielleicht mit weniger Buchstaben?
    [one] Eine Regel gefunden.
   *[other] { $count } Regeln gefunden.
}
rules-print = Drucken
rules-own-words = In unseren eigenen Worten erzählt. Die Nummern sind die, die das Brett nennt, wenn etwas nicht geht.
rules-adds = Was dazukommt:
rules-lesson = Beim Spielen lernen
rules-choose = Welches Spiel?
rules-link = Link zu Regel { $rule }
lesson-retry = Noch einmal versuchen
rules-views = Ansichten der Regeln
rules-box = Schachtel und Aufbau
rules-allowed = Erlaubt
rules-refused = Nicht erlaubt
card-foot = In unseren eigenen Worten. Die kleinen Nummern sind die der Regeln.
box-contents = In der gedruckten Schachtel
box-setup = Aufbau
box-pieces = Jedes Teil einzeln
box-drawn = Abgebildet ist der Komponentensatz „{ $name }“.
box-replace = Nicht alles in der gedruckten Schachtel ist öffentlich, der Rest ist deshalb nachgebaut; die Zeichen sagen, was woher bekannt ist. Wenn du die Schachtel besitzt, zähl sie aus und spiel mit deiner eigenen Datei, im Browser oder im Terminal:
box-count-own = Die eigene Schachtel auszählen
box-source-printed = im Regelheft gedruckt
box-source-example = aus einem gedruckten Beispiel gelesen
box-source-reported = von Spielern oder Rezensionen berichtet
box-source-assumed = von uns angenommen
box-source-own = in einer Schachtel gezählt

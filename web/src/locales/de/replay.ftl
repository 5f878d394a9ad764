# Nachspielen und Analyse.

replay-title = { $game }: nachgespielt
replay-missing = Diese Partie lässt sich nicht zeigen
replay-to-table = Zum Tisch
replay-rail = Verlauf, Analyse und Spieler
replay-panels = Verlauf und Analyse
replay-controls = Schritte
replay-place = { $at } von { $of }
replay-first = Zum Anfang
replay-back = Einen Schritt zurück
replay-play = Abspielen
replay-pause = Anhalten
replay-next = Einen Schritt weiter
replay-last = Zum Ende
replay-turn-back = Voriger Wendepunkt
replay-turn-on = Nächster Wendepunkt
replay-slider = Schritt
replay-speed = Tempo
replay-times = { NUMBER($speed) }×
replay-share = Link zu diesem Schritt kopieren
replay-close = Diese Datei weglegen

## eine Partie aus einer Datei
record-what = Niwashi schreibt jede Partie in einer kleinen Datei auf. Hier kannst du sie noch einmal ansehen, Schritt für Schritt, wo immer sie gespielt wurde.
record-choose = Datei auswählen
record-drop = oder irgendwo auf dieser Seite ablegen
record-private = Der Server erzählt sie nach und vergisst sie wieder. Sie bleibt in diesem Fenster, bis du sie weglegst.
record-too-large = { $file } ist größer als 256 KiB. Eine Partie hat einige zehn Kilobyte.
record-several = { $file } enthält mehrere Partien, eine je Zeile. Bitte öffne eine Datei mit nur einer davon.
record-no-json = { $file } ist keine Partie: Die Datei ist kein lesbares JSON.
record-no-record = { $file } ist JSON, aber keine Partie: Dazu gehören „niwashi“, „game“ und „events“.

## weiterspielen
play-on = Von hier weiterspielen
play-on-text =
    { $count ->
        [one] Ein neuer Tisch gegen Bots beginnt nach { $count } Schritt dieser Partie.
       *[other] Ein neuer Tisch gegen Bots beginnt nach { $count } Schritten dieser Partie.
    }
play-on-seat = Dein Platz
play-on-level = Die anderen
play-on-chance = Was der Zufall von hier an bringt, wird neu gezogen.
play-on-start = Weiterspielen

## Analyse
analysis = Analyse
analysis-what = Ein starker Bot sieht sich jeden Zug an: wie die Chancen standen, was er gekostet hat und was besser gewesen wäre.
analysis-later = Das gibt es nach der Partie.
analysis-starting = Der erste Zug wird geprüft …
analysis-progress = { $done } von { $of } Zügen sind beurteilt.
analysis-leave = Du kannst weggehen und wiederkommen; es geht solange weiter.
analysis-here = Dieser Browser rechnet. Verlässt du die Seite, geht es weiter, wenn du zurückkommst.
analysis-done = Die Analyse ist fertig.
analysis-graph = Gewinnchancen
analysis-chance-of = { $name } { $chance }
analysis-action = Dieser Zug
analysis-no-action = Hier war der Zufall am Zug oder der Tisch. Geh zu einem Zug weiter, um zu sehen, was er wert war.
analysis-only = Der einzig mögliche Zug
analysis-mark = { $mark ->
    [blunder] Grober Fehler
    [mistake] Fehler
   *[slip] Ungenau
}
analysis-small = Ein wenig ging verloren
analysis-good = Nichts deutlich Besseres gefunden
analysis-wins = gewinnt
analysis-margin = Vorsprung
analysis-before = Vorher
analysis-after = Nachher
analysis-lost = Verlust
analysis-noise = (kann Zufall sein)
analysis-points-about = { $points } ± { $error }
analysis-better = Besser
analysis-reason-worth = ({ $through }: { $points })
analysis-show = Auf dem Brett zeigen
analysis-show-not = Zurück zur Partie
analysis-showing = Statt Schritt { $at }: was { $name } hätte tun können
analysis-shown = Auf dem Brett liegt, was besser gewesen wäre: { $what }
analysis-turns = Wendepunkte
analysis-turn-loss = { $name } verliert { $chance } Gewinnchance
analysis-turn-lead = Von hier an liegt { $name } vorn ({ $chance })
analysis-seats = Wie alle gespielt haben
analysis-player = Spieler
analysis-accuracy = genau
analysis-mean-loss = Verlust je Zug
analysis-marks = ungenau / Fehler / grob
analysis-marks-said = ungenau: { $slips }, Fehler: { $mistakes }, grobe Fehler: { $blunders }
analysis-how = Jeder Zug und seine beste Alternative wurden viele Male von Bots der Stufe Verein zu Ende gespielt. ± ist der Standardfehler.

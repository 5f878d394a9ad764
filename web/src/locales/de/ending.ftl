# Das Ende einer Partie: wie es erzählt wird, und das Bild zum Behalten.

ending-sheet = Abschlusswertung
ending-unit = Punkte für
ending-total = Summe
ending-lead = Jetzt wird gezählt
ending-skip = Überspringen
ending-enlarge = { $what }: vergrößern
ending-keep = Bild behalten

## das Bild
keep-what = Was darauf ist
keep-own = Nur deins
keep-one = Nur { $name }
keep-all = Alle
keep-preview = Vorschau des Bildes
keep-png = Als PNG sichern
keep-svg = Als SVG sichern
keep-failed = Dieser Browser konnte das Bild nicht zeichnen. Bitte sichere es als SVG.
keep-score = { $score ->
    [one] 1 Punkt
   *[other] { $score } Punkte
}
keep-credit = Gespielt auf Niwashi. Alle Bilder sind eigene.

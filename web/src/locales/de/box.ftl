# -- das Spielmaterial eines Tisches: das mitgelieferte oder die eigene Schachtel
components = Spielmaterial
components-sentence = Nicht alle Teile und Karten der gedruckten Spiele sind öffentlich; den Rest haben wir rekonstruiert. Wenn du das Spiel besitzt, kannst du mit dem spielen, was wirklich in der Schachtel liegt.
components-usual = Rekonstruktion (mitgeliefert)
components-mine = Meine Schachtel …
box-choose = Datei auswählen (TOML)
box-write = Meine Schachtel im Formular zählen
box-remove = Datei entfernen
box-needed = Wähle die Datei deiner Schachtel aus oder fülle das Formular aus.
box-accepted = Gespielt wird mit deiner Schachtel „{ $name }“.
box-assumed = Angenommene Einträge: { $assumed } von { $entries }.
box-is-shipped = Das ist das mitgelieferte Material.
box-too-large = { $file } ist größer als 64 KiB. Eine solche Datei hat wenige Kilobyte.
box-wrong = Diese Datei lässt sich nicht verwenden: { $sentence }
box-wrong-game = Diese Datei gehört zu einem anderen Spiel.
box-wrong-name = Deine Schachtel braucht einen Namen mit höchstens 60 Zeichen.
box-wrong-toml = { $line ->
    [0] Das ist keine TOML-Datei.
   *[other] Das ist keine TOML-Datei: Zeile { $line } ist nicht lesbar.
}
box-wrong-unknown = In der Datei steht „{ $section }“; das gehört nicht hinein.
box-wrong-section = Der Datei fehlt der Abschnitt „{ $section }“.
box-wrong-entry = „{ $entry }“ im Abschnitt „{ $section }“ ist nicht bekannt.
box-wrong-number = { $entry } braucht eine ganze Zahl von { $low } bis { $high }.
box-wrong-file = Die Datei ist größer als 64 KiB. Eine solche Datei hat wenige Kilobyte.

# -- das Formular
own-box = Deine eigene Schachtel
box-title = Deine Schachtel von { $game }
box-intro = Trag ein, was in deiner Schachtel liegt. Am Anfang steht hier die mitgelieferte Rekonstruktion; ändere, was bei dir anders ist. Der Server sagt, ob es aufgeht.
box-answer = Deine Datei
box-name = Name deiner Schachtel
box-own-name = Meine Schachtel
box-ready = Es geht auf.
box-not-yet = Es geht noch nicht auf.
box-play = Tisch damit eröffnen
box-download = Datei herunterladen
box-confirm = Alles Übrige stimmt auch
box-start-over = Von vorn anfangen
box-started-over = Alles ist wieder wie mitgeliefert.
box-kept = Dieser Browser merkt es sich, solange du schreibst. Aufzeichnungen deiner Partien enthalten die ganze Schachtel.
box-no-form = Für dieses Spiel gibt es kein Formular.
box-mark-assumed = von uns angenommen
box-mark-known = gedruckt oder berichtet
box-mark-own = aus deiner Schachtel
box-said-assumed = angenommen
box-said-known = gedruckt oder berichtet
box-said-own = aus deiner Schachtel
box-entry = { $what }, { $source }

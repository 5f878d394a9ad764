# -- überall
tagline = Stille Gartenspiele an einem Tisch
skip = Zum Inhalt springen
close = Schließen
cancel = Abbrechen
you = Du
name = Name
password = Passwort
language = Sprache
settings = Einstellungen
about = Über uns
help = Tasten und Hilfe
menu = Menü
how-to-play = So geht es
how-to-play-game = So spielt man { $game }
rules = Regeln
rules-card = Auf einer Seite
score = Punkte
seats = Plätze
table = Tisch
bot = Bot
to-lobby = Zur Lobby
my-games = Meine Partien
play-offline = Ohne Netz spielen
play-on-offline = Ohne Netz weiterspielen
play-on-server = Am Server weiterspielen
turns-waiting =
    { $count ->
        [one] Ein anderer Tisch wartet auf dich
       *[other] { $count } andere Tische warten auf dich
    }
turn-elsewhere = An einem anderen Tisch bist du am Zug: { $game }
session-ended = Du bist nicht mehr angemeldet. Du kannst zusehen oder neu hereinkommen.
nowhere-title = Hier ist nichts
nowhere-text = Vielleicht ist die Adresse vertippt oder der Link abgeschnitten.
page-unloaded = Diese Seite ließ sich nicht laden
page-unloaded-text = Bist du online? Vielleicht hat der Server inzwischen auch ein neueres Niwashi.
page-reload = Neu laden
points-signed = +{ $points }

# -- was schiefging
problem-said = Das ging nicht: { $sentence }
problem-unknown = Das ging nicht. Bitte versuche es noch einmal.
problem-client-offline = Der Server ist nicht erreichbar. Bist du online?
problem-site-part = Die Datei { $file } dieses Gartens fehlt oder ist beschädigt. Lade die Seite neu; hilft das nicht, muss der Ordner neu geschrieben werden.
problem-site-secure = Ein Garten ohne Server braucht https oder eine Adresse dieses Rechners: Nur dann lassen sich seine Dateien prüfen.
problem-site-start = Der Garten konnte in diesem Browser nicht starten. Lade die Seite neu.
problem-site-storage = Dieser Browser bewahrt die Partie nicht auf: Sein Speicher ist voll oder gesperrt. Sichere die Aufzeichnung, bevor du gehst.
problem-site-elsewhere = Diese Partie ist in einem anderen Tab offen. Spiele dort weiter oder schließe jenen Tab.
problem-site-damaged = Diese Partie ist im Speicher dieses Browsers beschädigt und kann nicht weitergehen.
problem-site-full = Der Speicher dieses Browsers ist voll oder gesperrt. Dazugekommen: { $added } von { $count }.
problem-site-thinking = Die Bots und Tipps stehen in diesem Browser still. Lade die Seite neu.
problem-site-server = Dafür braucht es einen Server: Hier gibt es keine anderen Leute.
problem-people-taken = Dieser Name gehört zu einem Konto. Melde dich an oder nimm einen anderen Namen.
problem-people-name = Ein Name hat 1 bis 24 sichtbare Zeichen.
problem-people-password = Ein Passwort hat mindestens 8 Zeichen.
problem-people-common-password = Dieses Passwort wird als eines der ersten probiert. Wähle ein anderes.
problem-people-login = Dieses Konto gibt es nicht, oder das Passwort stimmt nicht.
problem-people-banned = Der Betreiber dieses Servers lässt dich nicht herein.
problem-limits-rate = Das war etwas schnell. Warte kurz und versuche es noch einmal.
problem-server-full = Dieser Server ist gerade voll. Bitte komm später wieder.
problem-store-table = Diesen Tisch gibt es nicht. Vielleicht wurde er abgeräumt.
problem-table-taken = Jemand war schneller: Dieser Platz ist besetzt.
problem-table-full = Alle Plätze sind besetzt. Du kannst zuschauen.
problem-table-stale = Inzwischen ist etwas geschehen. Bitte schau noch einmal hin.
problem-table-back = Es gibt nichts zurückzunehmen.
problem-table-chance = Seither hat der Zufall gespielt; was er brachte, bleibt.
problem-hint-off = An diesem Tisch gibt es keine Tipps.
problem-hint-slow = Der Tipp braucht länger als sonst. Frag gleich noch einmal.
problem-table-closed = Der Betreiber dieses Servers hat diesen Tisch geschlossen.

# -- Lobby
lobby = Lobby
lobby-away = Der Server ist nicht erreichbar. Wir versuchen es weiter.
play-now = Jetzt spielen
play-now-bots = gegen Bots
play-now-busy = wird aufgebaut …
new-table = Neuer Tisch
seats-range = { $from }–{ $to } Plätze
seats-count =
    { $count ->
        [one] { $count } Platz
       *[other] { $count } Plätze
    }
minutes = { $count } Min.
continue-title = Deine Tische
continue = Weiterspielen
continue-with = { $game } mit { $names }
continue-gathering = Wartet auf Mitspieler
continue-paused = Pause
continue-running = Läuft
open-table = Öffnen
waiting-for = Wartet auf { $names }
your-turn-brief = Am Zug
your-turn = Du bist am Zug
plays = { $name } ist am Zug
open-tables = Offene Tische
tables-people =
    { $tables ->
        [one] { $tables } Tisch
       *[other] { $tables } Tische
    }, { $people ->
        [one] { $people } Person
       *[other] { $people } Personen
    } da
table-of = Tisch von { $name }
seats-taken = { $taken } von { $seats } Plätzen besetzt
watch = Zuschauen
join = Mitspielen
fewer = Weniger
all-tables = Alle { $count } Tische
no-tables = Gerade ist kein Tisch offen. Eröffne einen, dann sehen ihn hier alle.
join-by-link = Per Link mitspielen
table-link = Link zu einem Tisch
paste-link = Link einfügen
link-wrong = Das ist kein Link zu einem Tisch. Er endet mit /t/ und den Zeichen des Tisches.
scan-title = Scannen und auf dem Handy Platz nehmen
scan-text = Zweimal tippen, kein Konto.
qr-lobby = Code zum Scannen: die Adresse dieser Seite
share-how = Gerade erreicht nur dieser Rechner Niwashi. Damit Handys und andere Geräte in deinem Netz mitspielen können, starte es mit „scripts/play --lan“.
footer-credits = Erfunden von { $designers }. Niwashi ist unabhängig; alle Zeichnungen sind unsere eigenen.

# -- ein neuer Tisch
game = Spiel
who-plays = Wer spielt mit
seat-number = Platz { $seat }
seat-for-person = Für Freunde
seat-for-bot = Bot: { $level }
seats-drawn = Plätze auslosen
level-random = zufällig
level-greedy = gierig
level-beginner = Anfänger
level-casual = Hobby
level-club = Klub
level-strong = Stark
level-expert = Experte
pace = Tempo
clock-none = Keine Uhr
clock-turn = { $count } s je Zug
clock-bank = Je { $count } Min.
clock-days = { $count ->
    [one] 1 Tag je Zug
   *[other] { $count } Tage je Zug
}
clock-turn-60 = 1 Minute je Zug
clock-turn-180 = 3 Minuten je Zug
clock-bank-900 = Je 15 Minuten
clock-days-1 = 1 Tag je Zug
clock-days-3 = 3 Tage je Zug
timeout-bot = Zeit um: Ein Bot spielt weiter
timeout-lose = Zeit um: verloren
allow-take-back = Züge dürfen zurückgenommen werden
allow-hints = Tipps sind erlaubt
without-hints = Ohne Tipps
components-own = Schachtel des Gastgebers: { $name }
who-may-come = Wer darf kommen
visibility-private = Wer den Link hat
visibility-public = Alle: in der Lobby zeigen
start-game = Spiel beginnen
open-the-table = Tisch eröffnen

# -- Einstellungen
settings-kept = Bleiben in diesem Browser und gelten sofort.
theme = Licht
theme-auto = Wie mein System
theme-light = Tag
theme-dark = Nacht
theme-to-dark = Nachtfarben
theme-to-light = Tagfarben
colour = Farben
colour-ink = Tusche und Moos
colour-contrast = Starker Kontrast
motion = Bewegung
motion-auto = Wie mein System
motion-full = Bewegt
motion-none = Ruhig
playing = Beim Spielen
sound = Klänge
sound-on = Klänge einschalten
sound-off = Klänge ausschalten
sound-volume = Lautstärke
confirm-first = Vor jedem Zug nachfragen
notify = Mich benachrichtigen, wenn ich am Zug bin und woanders hinsehe
notify-on = Benachrichtigungen an
notify-off = Benachrichtigungen aus
notify-refused = Dein Browser erlaubt dieser Seite keine Benachrichtigungen.
keys = Tasten
keys-letters = Kürzel mit einzelnen Buchstaben
keys-fixed = Pfeile bewegen auf dem Plan, 1–6 wählen Spalte oder Karte, Tab geht weiter.
keys-change = In den Einstellungen kannst du Tasten umlegen oder Buchstaben ausschalten.
keys-reset = Alle Tasten zurücksetzen
key-turn = Gartenteil oder Karte drehen
key-confirm = Bestätigen
key-undo = Rückgängig
key-hint = Tipp
key-last = Letzten Zug ansagen
key-since = Ansagen, was seit deinem letzten Zug geschah
key-scores = Punkte ansagen
key-row = Zeile vorlesen
key-column = Spalte vorlesen
key-view = Draufsicht ein oder aus
key-help = Hilfe
key-arrows = Auf dem Plan bewegen
key-change = { $what }: { $key }. Drücken, um eine andere Taste zu wählen
key-press = Taste drücken
key-moved = Die Taste ist jetzt { $key }.
key-reserved = { $key } wird zum Bewegen gebraucht.
account = Konto
account-none = Zum Spielen brauchst du kein Konto. Mit einem behältst du deine Partien auf jedem Gerät.
account-guest = Du bist als { $name } hier. Mit einem Konto behältst du deine Partien.
account-in = Du bist als { $name } angemeldet.
account-make = Konto anlegen
account-made = Willkommen, { $name }. Deine Partien bleiben erhalten.
account-log-in = Anmelden
account-in-done = Willkommen zurück, { $name }.
account-out = Abmelden
account-out-done = Du bist abgemeldet.

# -- am Tisch
table-loading = Der Tisch wird gedeckt …
table-unreached = Der Server ist nicht erreichbar. Wir versuchen es weiter und decken den Tisch, sobald er antwortet.
table-missing = Dieser Tisch lässt sich nicht zeigen
table-rail = Spieler, Verlauf und Gespräch
table-others = Andere
table-parts = Teile des Tischs
board-missing = Dieses Programm kann dieses Spiel noch nicht zeichnen.
watching = Du schaust zu
title-your-turn = ● Du bist am Zug · { $game }
your-turn-call = Du bist am Zug.
connection-lost = Verbindung verloren. Wir versuchen es weiter; der Tisch bleibt lesbar.
connection-lost-short = Keine Verbindung
connection-back = Die Verbindung ist wieder da.
score-of = { $name } { $score }
sit-here = Hier sitzen
sit-down = Platz nehmen
stand-up = Aufstehen
come-in = Wie sollen wir dich nennen?
come-in-name = Dein Name am Tisch
come-in-text = Kein Konto, keine E-Mail. Ein Cookie merkt sich dich auf diesem Gerät.
gathering-host = Dein Tisch: { $game }
gathering-guest = Du bist eingeladen: { $game }
gathering-open =
    { $count ->
        [one] Ein Platz ist noch frei.
       *[other] { $count } Plätze sind noch frei.
    }
gathering-full = Alle sind da.
gathering-full-host = Alle sind da. Beginne, wann du magst.
gathering-wait = Der Gastgeber beginnt das Spiel.
seat-free = Freier Platz
seat-away = weg
seat-bot = Platz { $seat } einem Bot geben
seat-empty = { $name } bitten zu gehen
add-bot = Bot dazusetzen …
invite-title = Freunde einladen
invite-text = Wer diesen Link öffnet, darf einen freien Platz nehmen oder zuschauen.
qr-table = Code zum Scannen: der Link zu diesem Tisch
copy = Kopieren
share = Teilen
link-copied = Link kopiert.
link-copy-yourself = Bitte kopiere den Link selbst: Er ist markiert.
take-back = Zurücknehmen
pause = Pause
resume = Weiter
resign = Aufgeben
resign-sure-two = Wenn du aufgibst, gewinnt der andere.
resign-sure-many = Wenn du aufgibst, spielt ein Bot für dich weiter, und du wirst Letzter.
record = Partie herunterladen
replay = Nachspielen
analyse = Analysieren
open-record = Partie aus einer Datei öffnen
fair-title = Ist der Zufall fair?
fair-text = Dieser Fingerabdruck stand fest, bevor jemand Platz nahm. Am Ende zeigt der Tisch, woraus er gemacht ist.
fair-seed = Er ist gemacht aus:
question = Eine Frage an alle
agree = Einverstanden
decline = Lieber nicht
withdraw = Zurückziehen
asks-back = { $name } möchte einen Zug zurücknehmen.
asks-pause = { $name } möchte eine Pause.
asks-rematch = { $name } möchte eine Revanche.
asks-waiting = Wir warten auf die anderen.
asks-declined = { $name } möchte lieber nicht.
paused = Das Spiel pausiert. Keine Uhr läuft.
replaced = Ein Bot spielt für dich.
take-seat-back = Meinen Platz zurück
winner = Gewonnen
resigned = aufgegeben
bot-plays = ein Bot spielt
thinking = denkt nach …
to-act = am Zug
lag = Leitung { $ms } ms
log = Verlauf
chat = Gespräch
log-and-chat = Verlauf und Gespräch
log-empty = Noch ist nichts geschehen.
nothing-since = Seit deinem letzten Zug ist nichts geschehen.
chat-empty = Noch hat niemand etwas gesagt.
chat-say = Etwas sagen
chat-said = { $name } sagt: { $text }
chat-unread = Ungelesen:
chat-unread-lines =
    { $count ->
        [one] Eine neue Zeile im Chat
       *[other] { $count } neue Zeilen im Chat
    }
send = Senden
result-you = Du hast gewonnen!
result-over = Das Spiel ist aus
result-winners =
    { $count ->
        [one] Gewonnen hat { $names }
       *[other] Den Sieg teilen sich { $names }
    }
rank = { $rank }.
rematch = Revanche

# -- Zeilen des Verlaufs
log-sat = { $name } nimmt Platz
log-bot-sat = { $name } (Bot) spielt mit
log-left = Platz { $seat } ist wieder frei
log-removed = Der Gastgeber hat Platz { $seat } freigemacht
log-started = Das Spiel beginnt
log-came = { $name }: wieder da
log-went = { $name }: weg
log-called = Sind alle bereit?
log-early = { $name }: zu früh
log-beaten = { $name }: einen Moment zu spät
log-asked-back = { $name }: Darf ich das zurücknehmen?
log-asked-pause = { $name }: Eine Pause?
log-asked-rematch = { $name }: Eine Revanche?
log-agreed = { $name }: einverstanden
log-declined = { $name }: lieber nicht
log-paused = Pause
log-resumed = { $name }: weiter geht’s
log-ended = Das Spiel ist aus
log-back = Zurückgenommen
log-bot = { $name }: ein Bot übernimmt
log-person = { $name }: spielt wieder selbst
log-resign = { $name }: gibt auf

# -- at one device, at a real table
turn-of = { $name }, du bist am Zug.
pass-device = Gib das Gerät an { $name }
hand-over = An einem gemeinsamen Gerät erst weitergeben lassen, bevor der Nächste spielt
score-sheet = Wertungsblatt

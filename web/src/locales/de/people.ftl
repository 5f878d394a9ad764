# -- Namen
name-cut = Ein Name hat höchstens { $count } Zeichen; der Rest wurde abgeschnitten.
name-use = So heißen
name-changed = Du heißt jetzt { $name }.
name-yours = Dein Name, wie andere ihn sehen
gathering-invited = { $name } lädt dich zu { $game } ein
rematch-go = Zur Revanche

# -- die eigenen Partien
games-sum =
    { $count ->
        [one] Eine beendete Partie
       *[other] { $count } beendete Partien
    }, { $won } gewonnen
games-search = Nach Namen suchen
games-all = Alle Spiele
games-running = Laufend
games-finished = Beendet
games-none = Noch nichts gespielt
games-none-text = Jede Partie, die du beendest, steht hier, mit ihrer Wiederholung und ihrer Analyse.
games-not-found = Keine beendete Partie passt dazu.
games-more = Mehr zeigen
games-won = Gewonnen
games-tied = Geteilter Sieg
games-place = Platz { $place } von { $seats }
games-shared = An einem Gerät
games-analysed = Die Analyse ist fertig.
games-kept-guest = Nur dieser Browser weiß, dass diese Partien deine sind. Mit einem Konto findest du sie auf jedem Gerät.

# -- der Garten des Tages
daily-title = Der Garten des Tages
daily-text = { $names } haben heute früh { $game } gespielt; es endete { $scores }. Sieh zu, wie er wächst, oder finde einen besseren Zug.
daily-watch = Wachsen sehen
daily-picture = Das Ende der heutigen Partie
daily-soon = Zwei Bots spielen noch den Garten des Tages …

# -- wie Bots sind
bot-yui = Ihr erster Garten. Alles ist aufregend.
bot-nico = Pflanzt, was hübsch aussieht.
bot-emi = Fragt die Frösche um Rat.
bot-poldi = Vergisst zu zählen, macht aber nichts.
bot-hana = Spielt aus reiner Freude.
bot-kenji = Kann keinem Ahorn widerstehen.
bot-otto = Pflanzt langsam, lacht schnell.
bot-lise = Summt beim Harken.
bot-sora = Schaut in den Himmel und auf deine Punkte.
bot-clara = Hält jedes Beet in Ordnung.
bot-jun = Weiß noch, wie es letzten Donnerstag ausging.
bot-tomo = Lässt dir stets das Zweitbeste.
bot-ren = Verschenkt nichts.
bot-akiko = Rechnet zwei Runden voraus.
bot-bruno = Baut hoch und wartet.
bot-shiori = Sieht die Lücke, die du lässt.
bot-enshu = Borgt sich deine Landschaft für seinen Garten.
bot-soseki = Denkt so lange wie ein Stein.
bot-sesshu = Ein Strich, keine Korrektur.
bot-zenami = Harkt diesen Kies seit Jahrhunderten.
components-shipped = Spielmaterial: { $name } (zum Teil angenommen)

# -- Konto
account-password = Passwort ändern
password-old = Bisheriges Passwort
password-new = Neues Passwort
account-password-done = Dein Passwort ist geändert, alle anderen Geräte sind abgemeldet.
account-out-elsewhere = Alle anderen Geräte abmelden
account-out-elsewhere-done = Alle anderen Geräte sind abgemeldet.
games-export = Alle Partien sichern
games-import = Partien einlesen
games-imported = { $count ->
    [0] Keine neuen Partien in dieser Datei.
    [one] Eine Partie ist dazugekommen.
   *[other] { $count } Partien sind dazugekommen.
}
games-unfinished = { $count ->
    [one] Eine Partie der Datei ist nicht zu Ende. Öffne sie unter „Nachspielen“, um weiterzuspielen.
   *[other] { $count } Partien der Datei sind nicht zu Ende. Öffne eine unter „Nachspielen“, um weiterzuspielen.
}
games-damaged = Im Speicher dieses Browsers beschädigt und nicht in der Datei: { $games }

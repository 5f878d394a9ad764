# -- alle handeln zugleich, auf ein Zeichen
race-look = Zeit, die Karten anzusehen
race-look-sentence = Nach dieser Zeit gilt als bereit, wer „immer bereit“ ist. Alle anderen sagen, wann sie es sind.
race-seconds = { $seconds } s
race-always = Anfangs sind alle „immer bereit“
race-always-on = Immer bereit sein
race-always-off = Nicht mehr immer bereit sein

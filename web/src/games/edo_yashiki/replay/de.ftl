# die Zeiten beim schnellen Zugreifen
edo_yashiki-times = Der Zugriff
edo_yashiki-times-from-signal = in ms ab dem Signal
edo_yashiki-times-seat = Spieler
edo_yashiki-times-claimed = gedrückt
edo_yashiki-times-arrival = angekommen
edo_yashiki-times-lag = Leitung
edo_yashiki-times-effective = zählt
edo_yashiki-times-won = hat die Karte

# les temps d’une prise rapide
edo_yashiki-times = La prise
edo_yashiki-times-from-signal = en ms depuis le signal
edo_yashiki-times-seat = Joueur
edo_yashiki-times-claimed = appui
edo_yashiki-times-arrival = arrivée
edo_yashiki-times-lag = ligne
edo_yashiki-times-effective = compté
edo_yashiki-times-won = a la carte

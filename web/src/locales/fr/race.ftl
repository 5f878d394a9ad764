# -- tous agissent en même temps, à un signal
race-look = Temps pour regarder les cartes
race-look-sentence = Passé ce temps, les joueurs « toujours prêts » comptent comme prêts. Les autres disent quand ils le sont.
race-seconds = { $seconds } s
race-always = Au début, tous sont « toujours prêts »
race-always-on = Être toujours prêt
race-always-off = Ne plus être toujours prêt

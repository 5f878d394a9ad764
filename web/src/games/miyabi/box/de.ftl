miyabi-box-count = { $kind ->
    [garden] Gartenteile: { $count } von { $expected }
    [single] 1er: { $count } von { $expected }
    [double] 2er: { $count } von { $expected }
    [corner] 3er-Winkel: { $count } von { $expected }
    [straight] 3er-Gerade: { $count } von { $expected }
   *[zen] Zen-Gartenteile: { $count } von { $expected }
}
miyabi-box-wrong = Das geht nicht auf. { miyabi-box-count }
miyabi-box-wrong-bonuses = Jede Objektart braucht ein Bonusplättchen. Es fehlen: { $missing }
miyabi-box-tiles-of = Gartenteile mit { miyabi-kind }: { $count }
miyabi-box-tile = { $tile } ({ $kind })
miyabi-box-bonuses = Punkte der Bonusplättchen für Ebene 5
miyabi-box-bonuses-of = Bonusplättchen, { miyabi-kind }
miyabi-box-zen = Zen-Gartenteile
miyabi-box-zen-of = Zen-Gartenteil, { miyabi-kind }

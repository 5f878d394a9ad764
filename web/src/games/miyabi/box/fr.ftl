miyabi-box-count = { $kind ->
    [garden] Plates-bandes : { $count } sur { $expected }
    [single] Simples : { $count } sur { $expected }
    [double] Doubles : { $count } sur { $expected }
    [corner] Angles à 3 cases : { $count } sur { $expected }
    [straight] Droites à 3 cases : { $count } sur { $expected }
   *[zen] Plates-bandes zen : { $count } sur { $expected }
}
miyabi-box-wrong = Le compte n’y est pas. { miyabi-box-count }
miyabi-box-wrong-bonuses = Chaque type d’objet doit avoir une tuile bonus. Il manque : { $missing }
miyabi-box-tiles-of = Plates-bandes, { miyabi-kind } : { $count }
miyabi-box-tile = { $tile } ({ $kind })
miyabi-box-bonuses = Points des tuiles bonus du niveau 5
miyabi-box-bonuses-of = Tuile bonus, { miyabi-kind }
miyabi-box-zen = Plates-bandes zen
miyabi-box-zen-of = Plate-bande zen, { miyabi-kind }

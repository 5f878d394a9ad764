# What is read out of a house at the press of a key.

edo-read-row = Row { $y }: { $squares }.
edo-read-row-empty = Row { $y }: nothing lies there.
edo-read-column = Column { $x }: { $squares }.
edo-read-column-empty = Column { $x }: nothing lies there.
edo-read-square = { $at } { $what }
edo-read-square-locked = { edo-read-square }, locked
edo-read-runs = Runs: { $runs }.
edo-read-no-runs = No runs yet.
edo-read-across = { $run } in row { $y }, from { $x } to { $end }
edo-read-down = { $run } in column { $x }, from { $y } to { $end }
edo-read-theirs = { edo-their-house }. { $text }

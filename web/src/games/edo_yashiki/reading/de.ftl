# Was auf Tastendruck aus einem Haus vorgelesen wird.

edo-read-row = Zeile { $y }: { $squares }.
edo-read-row-empty = Zeile { $y }: Hier liegt nichts.
edo-read-column = Spalte { $x }: { $squares }.
edo-read-column-empty = Spalte { $x }: Hier liegt nichts.
edo-read-square = { $at } { $what }
edo-read-square-locked = { edo-read-square }, gesperrt
edo-read-runs = Reihen: { $runs }.
edo-read-no-runs = Noch keine Reihen.
edo-read-across = { $run } in Zeile { $y }, von { $x } bis { $end }
edo-read-down = { $run } in Spalte { $x }, von { $y } bis { $end }
edo-read-theirs = { edo-their-house }. { $text }

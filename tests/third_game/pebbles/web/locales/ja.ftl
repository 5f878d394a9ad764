pebbles-heap = 山に小石が{ $count }個
pebbles-prompt = 小石を1個から3個取る
pebbles-take = { $count }個取る
pebbles-log-taken = 小石{ $count }個

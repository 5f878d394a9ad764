# the times of a live grab
edo_yashiki-times = The grab
edo_yashiki-times-from-signal = in ms from the signal
edo_yashiki-times-seat = Player
edo_yashiki-times-claimed = pressed
edo_yashiki-times-arrival = arrived
edo_yashiki-times-lag = lag
edo_yashiki-times-effective = counts
edo_yashiki-times-won = got the card

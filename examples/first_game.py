"""A first game: played by taking what is legal first, then kept as a record."""

import niwashi

game = niwashi.new("miyabi", seats=2, expansions="CE", seed=7)  # or "edo_yashiki", with its options
while not game.over:
    game.play(game.legal()[0])  # or its notation: game.play("fJdS"), or its number
print(game.scores, game.winners)
game.record().save("first.json")  # niwashi.load("first.json") has it back
print(game)  # a board that a person can read

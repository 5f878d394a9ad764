"""Niwashi: Miyabi and Edo Yashiki, to be played by people and programs.

import niwashi

game = niwashi.new("miyabi", seats=2, expansions="CE", seed=7)
while not game.over:
    game.play(game.legal()[0])
print(game.scores, game.winners)
game.record().save("first.json")
"""

from niwashi.actions import Action
from niwashi.catalog import names as game_names
from niwashi.core.errors import NiwashiError
from niwashi.loading import load, load_all, loads, new
from niwashi.play import Game
from niwashi.sheet import Sheet

__version__ = "0.1.0"
__all__ = ["Action", "Game", "NiwashiError", "Sheet", "game_names", "load", "load_all", "loads", "new"]

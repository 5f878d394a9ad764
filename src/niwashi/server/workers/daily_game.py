"""Plays the game of the day: the day is the seed, and bots that count nodes decide the same everywhere."""

from __future__ import annotations

from typing import Any

from niwashi import bots
from niwashi.core.record import Record
from niwashi.core.rng import seeded
from niwashi.engine import catalog, factory
from niwashi.table.bot_names import GARDENERS

LEVEL = "club"
SEATS = 2


def play_daily_game(name: str, day: str) -> Record:
    rules = catalog.rules(name)
    options: dict[str, Any] = {"seats": SEATS, **rules.turn_order_options}
    game = factory.new(name, seed=f"niwashi/daily/{day}", names=GARDENERS[LEVEL][:SEATS], **options)
    bot, rng = bots.make(LEVEL, rules), seeded(f"niwashi/daily/{name}/{day}")
    while not game.over:
        seat = game.to_act[0]
        game.play(bot.choose(game.position, seat, bots.default_budget(LEVEL), rng), seat)
    return game.record()

"""The UCT yardstick with several exploration constants, for tuning it in the arena:

niwashi arena benchmarks.uct_tuning:c{10,20,30,50,80} --game miyabi --seconds 0.05 --games 20
"""

from __future__ import annotations

from niwashi.bots import Bot
from niwashi.bots.uct import Uct
from niwashi.core.game import Rules


def c10(rules: Rules) -> Bot:
    return Uct(rules, 0.10)


def c20(rules: Rules) -> Bot:
    return Uct(rules, 0.20)


def c30(rules: Rules) -> Bot:
    return Uct(rules, 0.30)


def c50(rules: Rules) -> Bot:
    return Uct(rules, 0.50)


def c80(rules: Rules) -> Bot:
    return Uct(rules, 0.80)

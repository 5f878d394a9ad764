"""Bots against bots: matches, ratings, reports.

from niwashi.arena import match

print(match(["club", "casual"], "miyabi", games=200, seed=1).as_dict())
"""

from niwashi.arena.entrants import Entrant
from niwashi.arena.matches import match
from niwashi.arena.results import MatchResult, Pairing, Timing

__all__ = ["Entrant", "MatchResult", "Pairing", "Timing", "match"]

"""The authority of one running game. It has no socket, no clock, no database and no randomness of its own.

Whoever owns a table hands it commands and the time, stores each batch, and then commits it (docs/tables.md).
"""

from niwashi.table.commands import Command
from niwashi.table.state import Refusal
from niwashi.table.table import BotTurn, CommandResult, PendingEntries, Table

__all__ = ["BotTurn", "Command", "CommandResult", "PendingEntries", "Refusal", "Table"]

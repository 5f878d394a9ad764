"""The authority of one running game. It has no socket, no clock, no database and no randomness of its own.

The owner of a table passes it commands and the time, stores every batch of entries, and then commits it
(docs/tables.md).
"""

from niwashi.table.commands import Command
from niwashi.table.state import Refusal
from niwashi.table.table import BotTurn, CommandResult, PendingEntries, Table

__all__ = ["BotTurn", "Command", "CommandResult", "PendingEntries", "Refusal", "Table"]

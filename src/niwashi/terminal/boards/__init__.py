"""The boards: one module for each game that has a drawing, and a list of actions for any other."""

from __future__ import annotations

from niwashi.terminal.boards.board import Board


def make_board(game: str) -> Board:
    if game == "miyabi":
        from niwashi.terminal.boards.miyabi import MiyabiBoard

        return MiyabiBoard()
    if game == "edo_yashiki":
        from niwashi.terminal.boards.edo_yashiki import EdoBoard

        return EdoBoard()
    from niwashi.terminal.boards.listing import Listing

    return Listing()

"""Miyabi: a cursor that chooses a tile of the display, its column and its turn."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from niwashi.core.client_types import Reason
from niwashi.terminal.boards.board import Board
from niwashi.terminal.boards.miyabi_drawing import SIDE, Drawing, Ghost
from niwashi.terminal.canvas import Canvas
from niwashi.terminal.scene import Offer, Proposal, Scene

COLUMNS = "abcdef"
TURNS = "ESWN"
FROG = "frog"
"""The piece with which a frog is placed at set-up; any cell may be its place."""


@dataclass(frozen=True)
class Piece:
    """A tile of the display, an open Zen tile, the frog, or an action without a place."""

    name: str
    count: int = 1
    is_tile: bool = True


class MiyabiBoard(Board):
    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[Piece] = []
        self.picked, self.column, self.turn, self.cell = 0, 0, "E", 0

    # -- the scene -------------------------------------------------------------------------------------------------
    def show(self, scene: Scene) -> None:
        before = self.pieces[self.picked].name if self.pieces else ""
        super().show(scene)
        self.pieces = [*_tiles(scene), *_other_pieces(scene.offer)]
        names = [piece.name for piece in self.pieces]
        self.picked = names.index(before) if before in names else 0
        if scene.offer and scene.offer.actions and self.proposal.index is None:
            self._aim(scene.offer, self._index_near(scene.offer))

    def _index_near(self, offer: Offer) -> int:
        """A possible action, of the picked piece if it has one."""
        of_piece = self._indices(offer)
        return min(of_piece, key=lambda i: abs(offer.cover.column[i] - self.column)) if of_piece else 0

    def aim_at(self, notation: str) -> None:
        offer = self.scene.offer if self.scene else None
        if offer and notation in offer.actions:
            self._aim(offer, offer.actions.index(notation))

    def _aim(self, offer: Offer, index: int) -> None:
        cover, names = offer.cover, [piece.name for piece in self.pieces]
        name = _piece_of(offer, index)
        self.picked = names.index(name) if name in names else self.picked
        self.column = max(cover.column[index], 0) if cover.column[index] >= 0 else self.column
        self.turn = cover.turn[index] or self.turn
        if cover.does[index] == FROG:
            self.cell = cover.at[index]

    @property
    def keys(self) -> str:
        return "arrows move · Enter place" if self._places_frog else "↑↓ tile · ←→ column · r turn · Enter place"

    @property
    def _places_frog(self) -> bool:
        return self.piece is not None and self.piece.name == FROG

    @property
    def headline(self) -> str:
        if self.scene is None:
            return ""
        view = self.scene.view
        return f"round {view['round']} of {view['rounds']}" + (
            f" · expansions {view['expansions']}" if view["expansions"] else ""
        )

    # -- the cursor ------------------------------------------------------------------------------------------------
    @property
    def piece(self) -> Piece | None:
        return self.pieces[self.picked] if self.pieces else None

    def _indices(self, offer: Offer) -> list[int]:
        """The places of the picked piece's actions."""
        name = self.piece.name if self.piece else ""
        return [index for index in range(len(offer.actions)) if _piece_of(offer, index) == name]

    @property
    def proposal(self) -> Proposal:
        offer = self.scene.offer if self.scene else None
        if offer is None or self.piece is None:
            return Proposal()
        if self.piece.name == FROG:
            return self._frog_proposal(offer)
        return self._tile_proposal(offer) if self.piece.is_tile else self._other_proposal(offer)

    def _tile_proposal(self, offer: Offer) -> Proposal:
        assert self.piece is not None
        here = [index for index in self._indices(offer) if offer.cover.column[index] == self.column]
        if here:
            index = next((index for index in here if offer.cover.turn[index] == self.turn), here[0])
            return Proposal(index, offer.actions[index])
        name = self.piece.name
        notation = name + COLUMNS[self.column] + ("" if name[0] == "z" or name[1] == "1" else self._known_turn())
        blocked = offer.blocked
        places = blocked.tiles.get(name, [])
        reason: Reason | None = blocked.reasons[places[self.column]] if places else None
        return Proposal(None, notation, reason)

    def _known_turn(self) -> str:
        """Shape H has two turns."""
        assert self.piece is not None
        return TURNS[TURNS.index(self.turn) % 2] if self.piece.name[1] == "H" else self.turn

    def _other_proposal(self, offer: Offer) -> Proposal:
        assert self.piece is not None
        if self.piece.name in offer.actions:
            return Proposal(offer.actions.index(self.piece.name), self.piece.name)
        place = offer.blocked.actions.get(self.piece.name, -1)
        return Proposal(None, self.piece.name, offer.blocked.reasons[place] if place >= 0 else None)

    def _frog_proposal(self, offer: Offer) -> Proposal:
        here = [index for index in self._indices(offer) if offer.cover.at[index] == self.cell]
        name = f"frog@{COLUMNS[self.cell % SIDE]}{self.cell // SIDE + 1}"
        return Proposal(here[0], offer.actions[here[0]]) if here else Proposal(None, name)

    # -- keys and mouse --------------------------------------------------------------------------------------------
    def press(self, key: str) -> bool:
        if not self.pieces or self.scene is None or self.scene.offer is None:
            return False
        if self._places_frog and key in ("left", "right", "up", "down"):
            self._move_frog(key)
        elif key in ("left", "right"):
            self.column = (self.column + (1 if key == "right" else -1)) % SIDE
        elif key in ("up", "down", "tab", "shift+tab"):
            self.picked = (self.picked + (1 if key in ("down", "tab") else -1)) % len(self.pieces)
        elif key in ("r", "space"):
            self.wheel(1)
        elif key in COLUMNS:
            self.column = COLUMNS.index(key)
        else:
            return False
        return True

    def _move_frog(self, key: str) -> None:
        row, column = divmod(self.cell, SIDE)
        row += {"up": -1, "down": 1}.get(key, 0)
        column += {"left": -1, "right": 1}.get(key, 0)
        self.cell = row % SIDE * SIDE + column % SIDE

    def wheel(self, steps: int) -> None:
        """Turn the tile: to its next turn that is possible in this column, or to any where none is."""
        offer = self.scene.offer if self.scene else None
        if offer is None:
            return
        here = [offer.cover.turn[i] for i in self._indices(offer) if offer.cover.column[i] == self.column]
        turns = [turn for turn in TURNS if turn in here] or list(TURNS)
        now = offer.cover.turn[self.proposal.index] if self.proposal.index is not None else self.turn
        self.turn = turns[(turns.index(now) + steps) % len(turns)] if now in turns else turns[0]

    def point(self, target: Hashable) -> None:
        match target:
            case ("cell", int(cell)):
                self.cell, self.column = cell, cell % SIDE

    def click(self, target: Hashable) -> bool:
        self.point(target)
        match target:
            case ("cell", int()):
                return True
            case ("piece", int(place)) if self.scene and self.scene.offer:
                again, self.picked = self.picked == place, place
                return again and self.piece is not None and not self.piece.is_tile
        return False

    # -- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        if self.scene is not None:
            Drawing(self.scene, self.letters).draw(canvas, self._ghost(), self._shelf(), self._cursor())
        return canvas

    def _shelf(self) -> list[tuple[str, int, bool]]:
        return [(piece.name, piece.count, piece.is_tile) for piece in self.pieces]

    def _cursor(self) -> tuple[int, int]:
        """The picked piece and the column; -1 where there is nothing to choose."""
        if self.scene is None or self.scene.offer is None:
            return -1, -1
        tile = self.piece is not None and self.piece.is_tile and self.piece.name != FROG
        return self.picked, self.column if tile else -1

    def _ghost(self) -> Ghost | None:
        offer, index = (self.scene.offer if self.scene else None), self.proposal.index
        if offer is None:
            return None
        if index is None:
            return Ghost([self.cell], self.cell, 0, 0) if self._places_frog else None
        cover = offer.cover
        at = cover.at[index]
        return Ghost(cover.cells[index] or [at], at, cover.layer[index], cover.objects[index]) if at >= 0 else None


def _piece_of(offer: Offer, index: int) -> str:
    """The name of the piece that an action plays."""
    does = offer.cover.does[index]
    if does in ("tile", "zen"):
        return str(offer.cover.tile[index])
    return FROG if does == FROG else offer.actions[index]


def _tiles(scene: Scene) -> list[Piece]:
    display = scene.view["display"]
    zen = ["z" + letter for letter in (scene.view["zen"] or {"open": []})["open"]]
    return [Piece(kind, display.count(kind) or zen.count(kind)) for kind in dict.fromkeys([*display, *zen])]


def _other_pieces(offer: Offer | None) -> list[Piece]:
    if offer is None:
        return []
    if FROG in offer.cover.does:
        return [Piece(FROG, is_tile=False)]
    has_frog = "frogN" in offer.blocked.actions
    names = [name for name in offer.blocked.actions if has_frog or name in offer.actions]
    return [Piece(name, is_tile=False) for name in names]

"""Edo Yashiki: a cursor on the open cards, then a card that moves over the house."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from niwashi.core.client_types import Reason
from niwashi.games.edo_yashiki.client_types import EdoGrabs, EdoPlacings, EdoScorings
from niwashi.terminal.boards.board import Board
from niwashi.terminal.boards.edo_drawing import Camera, Drawing, Ghost, Shelf
from niwashi.terminal.canvas import Canvas
from niwashi.terminal.scene import Offer, Proposal, Scene

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
MARGIN = 4
"""Squares beyond the house that the cursor can reach."""


class EdoBoard(Board):
    def __init__(self) -> None:
        super().__init__()
        self.picked = 0
        self.x, self.y, self.turned = 0, 0, 0
        self.places: dict[tuple[int, int, int], int] = {}
        self.camera = Camera()

    # -- the scene -------------------------------------------------------------------------------------------------
    def show(self, scene: Scene) -> None:
        super().show(scene)
        self.places = {}
        if scene.offer is None:
            return
        if isinstance(cover := scene.offer.cover, EdoPlacings):
            self.places = {place: i for i, place in enumerate(zip(cover.x, cover.y, cover.turned))}
            if self.places and self.proposal.index is None:
                self.x, self.y, _ = min(self.places, key=lambda place: abs(place[0] - self.x) + abs(place[1] - self.y))
        else:
            self.picked = min(self.picked, len(scene.offer.actions) - 1)

    def aim_at(self, notation: str) -> None:
        offer = self.scene.offer if self.scene else None
        if offer is None or notation not in offer.actions:
            return
        index = offer.actions.index(notation)
        if isinstance(offer.cover, EdoPlacings):
            self.x, self.y, self.turned = offer.cover.x[index], offer.cover.y[index], offer.cover.turned[index]
        else:
            self.picked = index

    @property
    def keys(self) -> str:
        cover = self.scene.offer.cover if self.scene and self.scene.offer else None
        if isinstance(cover, EdoPlacings):
            return "arrows move · r half turn · Enter place"
        if isinstance(cover, EdoScorings):
            return "←→ run · Enter score"
        return "←→ card · Enter take"

    @property
    def headline(self) -> str:
        if self.scene is None:
            return ""
        view = self.scene.view
        return (
            f"round {view['round']} · {view['phase']} · {view['goal']} points end it · {view['cards_left']} cards left"
        )

    # -- the cursor ------------------------------------------------------------------------------------------------
    @property
    def proposal(self) -> Proposal:
        offer = self.scene.offer if self.scene else None
        if offer is None:
            return Proposal()
        if not isinstance(offer.cover, EdoPlacings):
            return Proposal(self.picked, offer.actions[self.picked]) if offer.actions else Proposal()
        for turned in (self.turned, 1 - self.turned):
            index = self.places.get((self.x, self.y, turned))
            if index is not None:
                return Proposal(index, offer.actions[index])
        return Proposal(None, f"place {self.x},{self.y}{'r' * self.turned}", self._reason(offer))

    def _reason(self, offer: Offer) -> Reason | None:
        blocked = offer.blocked
        for x, y, why in zip(blocked.x, blocked.y, blocked.why):
            if (x, y) == (self.x, self.y):
                return _reason_at(blocked, why)
        return _reason_at(blocked, blocked.elsewhere)

    # -- keys and mouse --------------------------------------------------------------------------------------------
    def press(self, key: str) -> bool:
        offer = self.scene.offer if self.scene else None
        if offer is None:
            return False
        if isinstance(offer.cover, EdoPlacings):
            return self._press_placing(key)
        count = len(offer.actions)
        if key in ("left", "up", "right", "down", "tab", "shift+tab") and count:
            self.picked = (self.picked + (1 if key in ("right", "down", "tab") else -1)) % count
        elif key.isdigit() and f"grab {key}" in offer.actions:
            self.picked = offer.actions.index(f"grab {key}")
        else:
            return False
        return True

    def _press_placing(self, key: str) -> bool:
        if key in STEPS:
            self._move(*STEPS[key])
        elif key in ("r", "space"):
            self.turned = 1 - self.turned
        elif key in ("tab", "shift+tab"):
            self._next_place(1 if key == "tab" else -1)
        else:
            return False
        return True

    def _move(self, right: int, down: int) -> None:
        house = self._house()
        width, height = len(house["rows"][0]), len(house["rows"])
        self.x = min(max(self.x + right, house["x"] - MARGIN), house["x"] + width + MARGIN - 2)
        self.y = min(max(self.y + down, house["y"] - MARGIN), house["y"] + height + MARGIN - 3)

    def _next_place(self, step: int) -> None:
        """From one possible place to the next, row by row."""
        places = sorted({(y, x) for x, y, _ in self.places})
        if places:
            later = [place for place in places if place > (self.y, self.x)]
            earlier = [place for place in places if place < (self.y, self.x)]
            self.y, self.x = (later or places)[0] if step > 0 else (earlier or places)[-1]

    def _house(self) -> Any:
        assert self.scene is not None
        return self.scene.view["houses"][self.scene.front]

    def wheel(self, steps: int) -> None:
        if self.places:
            self.turned = 1 - self.turned

    def point(self, target: Hashable) -> None:
        match target:
            case ("square", int(x), int(y)) if self.places:
                self.x, self.y = x, y

    def click(self, target: Hashable) -> bool:
        offer = self.scene.offer if self.scene else None
        match target:
            case ("square", int(), int()):
                self.point(target)
                return bool(self.places)
            case ("card", int(card)) if offer and f"grab {card + 1}" in offer.actions:
                return self._pick(offer.actions.index(f"grab {card + 1}"))
            case ("run", int(place)):
                return self._pick(place)
        return False

    def _pick(self, place: int) -> bool:
        again, self.picked = self.picked == place, place
        return again

    # -- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        if self.scene is not None:
            Drawing(self.scene, self.letters, self.camera).draw(canvas, self._ghost(), self._shelf())
        return canvas

    def _shelf(self) -> Shelf:
        """What is picked among the open cards or the runs to score."""
        offer = self.scene.offer if self.scene else None
        if offer and isinstance(offer.cover, EdoGrabs):
            best = dict(zip(offer.cover.card, offer.cover.best))
            return Shelf(offer.cover.card[self.picked], best, [])
        if offer and isinstance(offer.cover, EdoScorings):
            return Shelf(-1, {}, [*offer.actions], self.picked)
        return Shelf(-1, {}, [])

    def _ghost(self) -> Ghost | None:
        offer = self.scene.offer if self.scene else None
        if offer is None or not isinstance(cover := offer.cover, EdoPlacings):
            return None
        index = self.proposal.index
        turned = cover.turned[index] if index is not None else self.turned
        face = cover.faces[turned] if turned < len(cover.faces) else cover.faces[0]
        runs = (
            []
            if index is None
            else [
                (cover.runs.x[run], cover.runs.y[run], cover.runs.across[run], cover.runs.length[run])
                for run in cover.made[index]
            ]
        )
        return Ghost(self.x, self.y, face.split("/"), index is not None, runs)


def _reason_at(blocked: Any, place: int) -> Reason | None:
    reason: Reason | None = blocked.reasons[place] if 0 <= place < len(blocked.reasons) else None
    return reason

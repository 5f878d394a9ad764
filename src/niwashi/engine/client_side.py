"""The client's side of a game: views, the choices of a seat, the effects of each event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from niwashi.core.errors import NiwashiError, quote
from niwashi.engine.actions import whole
from niwashi.engine.event_log import EventLog, OptionsT
from niwashi.engine.events import TABLE, table_effect

if TYPE_CHECKING:
    from niwashi.core.client_types import ChoiceSet, Effect
    from niwashi.engine.moments import Moment


class ClientSide(EventLog[OptionsT]):
    """A game as clients see it. They know no rule."""

    def view(self, events: int | None = None) -> dict[str, Any]:
        """The position as JSON: now, or as it was after that many events."""
        return self._rules.view(self._moment_after(events).position)

    def is_race(self, events: int | None = None) -> bool:
        """Whether several seats act at the same time and the fastest comes first: now, or after that many events."""
        moment = self._moment_after(events)
        return len(moment.acting) > 1 and self._rules.is_race(moment.position)

    def _moment_after(self, events: int | None) -> Moment:
        number = len(self._log) if events is None else whole(events)
        if number is None or not 0 <= number <= len(self._log):
            raise NiwashiError(
                "game/view",
                f"this game has {len(self._log)} events; there is no view after {quote(events)} of them",
            )
        return self._moments[number]

    def effects(self, number: int) -> list[Effect]:
        """The effects of event `number`, counted from 0, for animation and speech."""
        place = whole(number)
        if place is None or not 0 <= place < len(self._log):
            raise NiwashiError(
                "game/effects", f"this game has {len(self._log)} events, numbered from 0; there is no {quote(number)}"
            )
        who, what = self._log[place].event
        if who == TABLE:
            return [table_effect(what)]
        return self._rules.effects(self._moments[place].position, who, what, self._moments[place + 1].position)

    def choices(self, seat: int) -> ChoiceSet:
        """Every legal action of a seat that may act, with its points and what it would cover."""
        return self._rules.choices(self._now.position, self.acting_seat(seat))

    def choices_key(self, seat: int) -> bytes:
        """A cache key: while it stays the same, so do the seat's choices."""
        return self._rules.choices_key(self._now.position, self.acting_seat(seat))

    def legal_ids(self, seat: int | None = None) -> tuple[int, ...]:
        """What a seat may do, as numbers in ascending order; none where it may not act."""
        seat = self._viewing_seat(seat)
        return tuple(self._now.legal_ids(seat)) if seat in self.to_act else ()

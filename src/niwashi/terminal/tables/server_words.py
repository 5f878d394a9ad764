"""What a server's messages say, in English."""

from __future__ import annotations

from typing import Any

from niwashi.core.files import printable
from niwashi.core.game import Part
from niwashi.engine.sheet import Sheet
from niwashi.wire.news import (
    Asked,
    Beaten,
    Called,
    Declined,
    Early,
    Ended,
    Happened,
    News,
    Paused,
    Resumed,
    Sat,
    Snapshot,
    Started,
)

SECOND_MS = 1000


def news_line(news: News, names: tuple[str, ...]) -> str:
    """A line for the log; empty for what is not worth one."""
    event = news.event
    match event:
        case Happened():
            return _game_line(event, news, names)
        case Sat():
            return f"{printable(event.name)} sits down"
        case Started():
            return "the game starts"
        case Called():
            return "look at the cards, and be ready"
        case Early():
            return f"{names[event.seat]} was too early"
        case Beaten():
            return f"{names[event.by]} was faster than {names[event.seat]}"
        case Asked():
            what = {"back": "to take back", "pause": "for a pause", "rematch": "for a rematch"}
            return f"{names[event.seat]} asks {what.get(event.what, event.what)}"
        case Declined():
            return f"{names[event.seat]} declines"
        case Paused():
            return "the game is paused"
        case Resumed():
            return "the game goes on"
        case Ended():
            return f"{' and '.join(names[seat] for seat in event.winners)} won"
    return ""


def _game_line(event: Happened, news: News, names: tuple[str, ...]) -> str:
    name = names[event.who] if isinstance(event.who, int) else event.who
    scored = [effect for effect in news.effects if effect.get("key") == "scored" and effect["points"]]
    gained = [
        f"+{one['points']}" if one["seat"] == event.who else f"({names[one['seat']]} +{one['points']})"
        for one in scored
    ]
    own_first = sorted(gained, key=lambda text: text.startswith("("))  # the end of a long line is cut off
    return " ".join([f"{name}:", printable(event.what), *own_first])


def waiting_text(snapshot: Snapshot, state: str, can_act: bool, table_time: int | None) -> str:
    """What happens now, in a few words."""
    if state == "lost":
        return "the connection is lost; trying again …"
    if state == "connecting":
        return "connecting …"
    if snapshot.phase == "gathering":
        seats = ", ".join(seat.name or "open" for seat in snapshot.seats)
        return f"seats: {seats}"
    if snapshot.phase == "over":
        return _result(snapshot)
    if snapshot.phase == "paused":
        return "the game is paused"
    if snapshot.asked is not None:
        return f"{snapshot.seats[snapshot.asked.seat].name} asks: {snapshot.asked.what}?"
    if snapshot.racing:
        return _race(snapshot, table_time)
    return "it is your turn" if can_act else _waiting_for(snapshot)


def _result(snapshot: Snapshot) -> str:
    if snapshot.ended is None:
        return "the game is over"
    winners = " and ".join(snapshot.seats[seat].name for seat in snapshot.ended.winners)
    return f"the game is over: {winners} won with {max(snapshot.ended.scores)} points"


def _race(snapshot: Snapshot, table_time: int | None) -> str:
    if snapshot.signal is None:
        ready = snapshot.called is not None and snapshot.you is not None and snapshot.seats[snapshot.you].ready
        return "the others still look at the cards" if ready else "look at the cards"
    if table_time is not None and table_time < snapshot.signal:
        return f"take a card by its number in {(snapshot.signal - table_time) / SECOND_MS:.1f} s"
    return "hajime! Take a card by its number"


def _waiting_for(snapshot: Snapshot) -> str:
    acting = [snapshot.seats[seat] for seat in (snapshot.view or {}).get("to_act", [])]
    return "waiting for " + ", ".join(seat.name + ("" if seat.here else " (away)") for seat in acting)


def hint_words(found: dict[str, Any]) -> str:
    lines = [f"{found['name']}: {found['action']}" + (f"  +{found['gain']}" if found["gain"] else "")]
    lines += [f"  {printable(reason['text'])}" for reason in found["reasons"]]
    value = found["value"]
    lines.append(f"  margin {value['margin']['mean']:+.1f}, wins {value['chance']['mean']:.0%}")
    return "\n".join(lines)


def sheet_text(snapshot: Snapshot, names: tuple[str, ...]) -> str:
    if snapshot.view is None:
        return ""
    seats = tuple(
        tuple(Part(str(item["text"] or item["key"]), "", int(item["points"]), str(item["rule"])) for item in items)
        for items in snapshot.view["sheet"]
    )
    return str(Sheet(names, seats))

"""A table of a server: seats, actions, consent and the live grab, over HTTP and a socket."""

from __future__ import annotations

import asyncio
import getpass
import uuid
from functools import partial
from typing import Any, TypeVar

import msgspec

from niwashi.core.client_types import Reason
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.files import printable
from niwashi.engine import catalog
from niwashi.engine.rulebook import rule_texts
from niwashi.terminal.scene import Scene
from niwashi.terminal.tables.connection import Connection
from niwashi.terminal.tables.http import ServerApi, ServerRefusal
from niwashi.terminal.tables.link import TableLink, read_link
from niwashi.terminal.tables.server_words import hint_words, news_line, sheet_text, waiting_text
from niwashi.terminal.tables.table import HINTING, Command, Table
from niwashi.terminal.tables.table_clock import TableClock
from niwashi.wire.answers import Answer, Conflict, Done
from niwashi.wire.messages import Message
from niwashi.wire.news import Announced, Choices, Happened, News, Snapshot
from niwashi.wire.requests import MAX_NEW_NAME_LENGTH

Content = TypeVar("Content")
RESEND_SECONDS = 4.0
BOT_LEVELS = ("beginner", "casual", "club", "strong", "expert")
FIRST_LEVEL = "casual"
YES = "yes"


async def find_table(link: str, name: str | None = None) -> ServerTable:
    """Signs in as a guest, unless this user has a session there already, and looks at the table."""
    found = read_link(link)
    api = ServerApi(found.base)
    try:
        await api.ask("GET", "session")
    except ServerRefusal as error:
        if error.status != 401:
            raise
        await api.ask("POST", "session", {"name": name or default_name()})
        api.keep_session()
    snapshot = await api.ask("GET", f"tables/{found.table}")
    return ServerTable(api, found, read_as(snapshot, Snapshot))


def default_name() -> str:
    try:
        name = getpass.getuser()
    except (OSError, KeyError):  # no such user
        name = "Guest"
    return printable(name).strip("~ ").capitalize()[:MAX_NEW_NAME_LENGTH] or "Guest"


def read_as(raw: Any, kind: type[Content]) -> Content:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        sentence = f"the server's messages are of another version: {printable(str(error))}"
        raise NiwashiError("client/version", sentence) from None


class ServerTable(Table):
    def __init__(self, api: ServerApi, link: TableLink, snapshot: Snapshot) -> None:
        super().__init__(catalog.rules(snapshot.game))
        self.link, self._api, self._clock = link, api, TableClock()
        self._connection = Connection(api, link.table, lambda: self._seq, self._take, self._set_state)
        self._answers: dict[str, tuple[asyncio.Future[Answer], str]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rules_by_number = rule_texts(self.rules.rulebook)
        self.state = "connecting"
        self._end: NiwashiError | None = None
        """Why nothing comes from the server any more."""
        self._seen = -1
        self._hinting = False
        self._stale = asyncio.Event()
        self._set_snapshot(snapshot)

    # -- what comes from the server ----------------------------------------------------------------------------------
    async def run(self) -> None:
        """Until the table is closed, or its messages are of another version: then nothing can be asked any more."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._connection.run())
                tasks.create_task(self._send_again())
                tasks.create_task(self._keep_seats_fresh())
        except* NiwashiError as errors:
            found = errors.exceptions[0]
            assert isinstance(found, NiwashiError)  # the group is flat
            self._end = found
        if self._end is not None:
            self._fail_all(self._end)
            raise self._end

    def _set_snapshot(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._seq: int = snapshot.seq
        self._clock.estimate(snapshot.at)
        story = [] if not snapshot.story else read_as(snapshot.story, list[News])
        if story:
            self.log = [line for one in story if (line := news_line(one, self._names))]
        self._choices = self._typed(snapshot.choices)
        self._show()

    def _typed(self, choices: Choices | None) -> Choices | None:
        """With the game's own structs in place of plain JSON."""
        if choices is None:
            return None
        types = self.rules.client_types
        return msgspec.structs.replace(
            choices,
            cover=read_as(choices.cover, types.cover),
            blocked=read_as(choices.blocked, types.blocked),
        )

    def _take(self, message: Message) -> None:
        if message.ping is not None:
            self._clock.note_ping(message.ping)
            self._tell({"do": "pong", "n": message.ping.n})
        if message.snapshot is not None:
            self._set_snapshot(message.snapshot)
        if message.news is not None:
            self._take_news(message.news)
        if message.choices is not None:
            self._choices = self._typed(message.choices)
        if message.answer is not None:
            self._settle(message.answer)
        if message.heartbeat is not None and message.heartbeat.seq > self._seq:
            self._spawn(self._connection.resync())
        if message.chat is not None:
            self.log.append(f"“{printable(message.chat.text)}” ({printable(message.chat.name)})")
        if message.error is not None:
            self._refuse(ServerRefusal(message.error.code, message.error.sentence))
        self._show()

    def _take_news(self, news: list[News]) -> None:
        fresh = [one for one in news if one.seq > self._seq]
        if fresh and fresh[0].seq != self._seq + 1:
            self._spawn(self._connection.resync())
            return
        for one in fresh:
            self._take_one(one)
        if fresh:
            self._stale.set()

    def _take_one(self, news: News) -> None:
        self._seq = news.seq
        changes: dict[str, Any] = {"seq": news.seq}
        if isinstance(news.event, Announced):
            changes["signal"] = news.event.signal
        if isinstance(news.event, Happened):
            changes["newest"] = news.seq
            acting = (self.snapshot.view or {}).get("to_act", [])
            if self._choices and (news.event.who == self._choices.seat or self._choices.seat not in acting):
                self._choices = None
        if news.view is not None:
            changes |= {"view": news.view, "racing": news.racing}
            if not news.racing:
                changes["signal"] = None
        self.snapshot = msgspec.structs.replace(self.snapshot, **changes)
        if line := news_line(news, self._names):
            self.log.append(line)

    async def _keep_seats_fresh(self) -> None:
        """Seats, clocks and questions stand only in snapshots: after every change one is fetched."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            try:
                found = read_as(await self._api.ask("GET", f"tables/{self.link.table}"), Snapshot)
            except ServerRefusal:
                continue
            if found.seq >= self._seq:
                choices, seq = self._choices, self._seq
                self._set_snapshot(msgspec.structs.replace(found, story=[]))
                if found.seq == seq:
                    self._choices = self._choices or choices
                else:
                    self._seq = seq  # the news in between are still to come, with their lines for the log
                self._show()

    def _set_state(self, state: str) -> None:
        self.state = state
        if state == "open":
            self._clock.forget_pings()
            self._seen = -1
        self._show()

    # -- the picture -------------------------------------------------------------------------------------------------
    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name or f"seat {n + 1}" for n, seat in enumerate(self.snapshot.seats))

    def _show(self) -> None:
        snapshot = self.snapshot
        self.over = snapshot.phase == "over"
        offer = self._choices if snapshot.phase == "playing" else None
        if snapshot.view is not None:
            front = offer.seat if offer else snapshot.you if snapshot.you is not None else self._last_front()
            playing = frozenset(n for n, seat in enumerate(snapshot.seats) if seat.held == "bot")
            self.scene = Scene(snapshot.view, self._names, front, offer, bots=playing)
        self.busy = offer is None or self.state != "open"
        self.quick = snapshot.racing
        waiting = waiting_text(snapshot, self.state, offer is not None, self._clock.table_time())
        self.status = HINTING if self._hinting and self.state == "open" else waiting
        if snapshot.racing and snapshot.signal is None and snapshot.you is not None and self._seen != snapshot.newest:
            self._seen = snapshot.newest
            self._tell({"do": "seen", "seq": self._seen})
        self.on_change()

    def _last_front(self) -> int:
        return self.scene.front if self.scene is not None else 0

    # -- what is asked of the server ---------------------------------------------------------------------------------
    async def request(self, do: str, **fields: Any) -> None:
        """Sends a request until it is answered, over as many connections as that takes. It is carried out once."""
        if self._end is not None:
            raise self._end
        body = {"do": do, "id": uuid.uuid4().hex, **fields}
        text = msgspec.json.encode(body).decode()
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[body["id"]] = (answered, text)
        await self._connection.send(text)
        answer = await answered
        if not isinstance(answer, Done):
            raise ServerRefusal(answer.code, answer.sentence)

    def _settle(self, answer: Answer) -> None:
        found = self._answers.pop(answer.id, None)
        if isinstance(answer, Conflict):
            self._take_news(answer.missing)
        if found is not None and not found[0].done():
            found[0].set_result(answer)

    def _refuse(self, error: ServerRefusal) -> None:
        if not error.code.startswith("limits/") and error.code != "server/busy":  # else it is sent again
            self._fail_all(error)

    def _fail_all(self, error: NiwashiError) -> None:
        for answered, _ in self._answers.values():
            if not answered.done():
                answered.set_exception(error)
        self._answers.clear()

    async def _send_again(self) -> None:
        while True:
            await asyncio.sleep(RESEND_SECONDS)
            for _, text in list(self._answers.values()):
                await self._connection.send(text)

    def _tell(self, body: dict[str, Any]) -> None:
        """Once and without waiting for an answer."""
        text = msgspec.json.encode({**body, "id": uuid.uuid4().hex}).decode()
        self._spawn(self._connection.send(text))

    def _spawn(self, work: Any) -> None:
        try:
            task = asyncio.get_running_loop().create_task(work)
        except RuntimeError:  # before the screen runs
            work.close()
            return
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def act(self, notation: str) -> None:
        if self._choices is None:
            raise NiwashiError("seat/turn", "it is not your turn")
        fields: dict[str, Any] = {"seq": self._choices.seq, "action": notation}
        if self.snapshot.yours:
            fields["seat"] = self._choices.seat
        if self.snapshot.signal is not None:
            fields["at"] = self._clock.table_time()
        await self.request("act", **fields)

    async def undo(self) -> None:
        await self.request("back", seq=self.snapshot.newest)

    async def hint(self) -> tuple[str, str]:
        self._hinting = True
        self._show()
        try:
            found = await self._api.ask("POST", f"tables/{self.link.table}/hints", {})
        finally:
            self._hinting = False
            self._show()
        return str(found["action"]), hint_words(found)

    def explain(self, notation: str, reason: Reason | None) -> str:
        if reason is not None:
            return f"{notation}: {self._rules_by_number.get(reason.rule, reason.code)} ({reason.rule})"
        offer = self._choices
        if offer is None or notation not in offer.actions:
            return f"{notation}: this is not possible now"
        parts = [offer.parts[place] for place in offer.sums[offer.actions.index(notation)]]
        return f"{notation}: " + ("; ".join(f"{one.text}: {one.points} ({one.rule})" for one in parts) or "no points")

    def sheet(self) -> str:
        return sheet_text(self.snapshot, self._names)

    @property
    def farewell(self) -> str:
        if self._end is not None:
            return self._end.sentence
        return f"the table is still there: niwashi play '{self.link}'"

    # -- what a person can do besides --------------------------------------------------------------------------------
    @property
    def commands(self) -> list[Command]:
        snapshot = self.snapshot
        if self._end is not None:
            return []
        if snapshot.phase == "gathering":
            return self._gathering()
        if snapshot.you is None:
            return []
        talk = [Command("t", "talk", self._say, "say to the table")]
        if snapshot.asked is not None and not {snapshot.you, *snapshot.yours} & {*snapshot.agreed}:
            asked = {"agree": "y", "decline": "n"}
            return [Command(key, do, partial(self._answer_question, do)) for do, key in asked.items()]
        if snapshot.phase == "over":
            return [Command("m", "rematch", self._plain("rematch")), *talk]
        if snapshot.phase == "paused":
            return [Command("p", "go on", self._plain("resume")), *talk]
        return [*self._playing(), *talk]

    def _playing(self) -> list[Command]:
        snapshot, seat = self.snapshot, self.snapshot.seats[self.snapshot.you or 0]
        found = []
        if snapshot.called is not None and not seat.ready:
            found.append(Command("Enter", "ready", self._plain("ready")))
            found.append(Command("A", "always ready", self._plain("ready", auto=True)))
        if seat.held == "person" and seat.bot is not None:
            found.append(Command("T", "take your seat back", self._plain("return")))
        found.append(Command("P", "pause", self._plain("pause")))
        found.append(Command("X", "resign", self._resign, f"resign the game? Type {YES}"))
        return found

    def _gathering(self) -> list[Command]:
        snapshot = self.snapshot
        held = [seat.held != "open" for seat in snapshot.seats]
        found = []
        if not all(held) and (snapshot.you is None or snapshot.settings.hot_seat):
            found.append(Command("j", "sit down", self._plain("sit", name="")))
        if snapshot.you is not None:
            found.append(Command("o", "stand up", self._plain("leave")))
        if snapshot.host and not all(held):
            place = held.index(False)
            found.append(
                Command("b", "add a bot", partial(self._add_bot, place), f"its level: {', '.join(BOT_LEVELS)}")
            )
        if snapshot.host and all(held):
            found.append(Command("Enter", "start", self._plain("start")))
        return found

    def _plain(self, do: str, **fields: Any) -> Any:
        async def run(_: str) -> None:
            await self.request(do, **fields)

        return run

    async def _resign(self, answer: str) -> None:
        if answer.lower() != YES:
            raise NiwashiError("terminal/resign", f"you go on playing: {quote(answer)} is not {YES}")
        await self.request("resign")

    async def _answer_question(self, do: str, _: str) -> None:
        await self.request(do, seq=self.snapshot.asked_seq)

    async def _add_bot(self, seat: int, level: str) -> None:
        await self.request("bot", seat=seat, level=level or FIRST_LEVEL)

    async def _say(self, text: str) -> None:
        if text:
            await self._api.ask("POST", f"tables/{self.link.table}/chat", {"text": text})

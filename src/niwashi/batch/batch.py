"""`Batch`: many games of one variant side by side, on all cores or on a GPU."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.batch.devices import open_device
from niwashi.batch.ranges import OK, OVER, WRONG_SEAT
from niwashi.batch.refusal import explain_refusal
from niwashi.bots.loops.rollout import CASUAL, CLUB
from niwashi.core.errors import BadOptions, BadSeat, IllegalAction, NiwashiError, quote
from niwashi.core.game import acting_seats
from niwashi.core.packing import words_for_bits
from niwashi.core.rng import GENERATOR
from niwashi.engine import catalog

Array: TypeAlias = Any
"""An array of the device: NumPy's or CuPy's. PyTorch takes either without a copy."""
POLICIES = {"random": -1, "casual": CASUAL, "club": CLUB}
MAX_GAMES = 1 << 24
GOLDEN, FIRST_MIX, SECOND_MIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64."""


class Playouts(NamedTuple):
    """Finished games: final scores by game and seat (sums, where a game was played several times), and actions."""

    scores: Array
    actions: Array


class Batch:
    """Many games of one variant, each with its own chance: game i is the same whatever the number of games, threads and
    the device. All arrays are the device's.
    """

    def __init__(self, game: str, *, games: int, seed: int | str = 0, device: str = "cpu", **options: Any) -> None:
        _check("games", games, (int, np.integer), 1, MAX_GAMES)
        self.rules = catalog.rules(game)
        self.options = self.rules.options(options)
        self.games = int(games)
        self.device = open_device(device, self.rules)
        setup = self.rules.setup(self.options, self.rules.box)
        self._setup = self.device.upload(np.array([setup], setup.dtype))
        self._blank = self.device.zeros(1, self.rules.position)
        self._generators = self.device.upload(make_generators(seed, games))
        self._positions = self.device.zeros(games, self.rules.position)
        self.acting: Array = self.device.zeros(games, np.int8)
        """By game, the mask of the seats that may act; 0 where the game is over."""
        self._run("open_games", self._blank, self._setup, self._generators, self._positions, self.acting)

    # -- single steps ----------------------------------------------------------------------------------------------
    def random_actions(self) -> tuple[Array, Array]:
        """For each game a seat that may act, and a uniformly random legal action; seat -1 where the game is over."""
        seats, actions = self.device.zeros(self.games, np.int8), self.device.zeros(self.games, np.int64)
        self._run("list_random_actions", self._generators, self._positions, seats, actions)
        return seats, actions

    def play(self, seats: Array, actions: Array) -> None:
        """One action in each game, and the chance after it. Games with seat -1 stay as they are.

        If one of the actions cannot be played, none of the games changes, and the error names the first such game.
        """
        seats, actions = self._read_seats(seats), self._read(actions, np.int64, "actions")
        outcomes = self.device.zeros(self.games, np.uint8)
        before = [array.copy() for array in (self._positions, self._generators, self.acting)]
        self._run("play_actions", seats, actions, self._generators, self._positions, self.acting, outcomes)
        wrong = self.device.download((outcomes != OK) & (seats != -1), np.bool)
        if wrong.any():
            self._positions, self._generators, self.acting = before
            game = int(np.argmax(wrong))
            raise self._refusal(game, int(outcomes[game]), int(seats[game]), int(actions[game]))

    def masks(self, seats: Array | None = None) -> Array:
        """The legal actions of a seat in each game, as bytes whose lowest bit is the first action."""
        masks = self.device.zeros((self.games, words_for_bits(self.rules.actions)), np.uint64)
        self._run("mask_actions", self._positions, self._seats(seats), masks)
        return masks.view(np.uint8)

    def observe(self, seats: Array | None = None) -> tuple[Array, Array]:
        """The encoding that a seat sees of each game (`rules.encoding`), and the mask of its legal actions."""
        length = self.rules.encoded_bytes
        observations = self.device.zeros((self.games, words_for_bits(8 * length)), np.uint64)
        masks = self.device.zeros((self.games, words_for_bits(self.rules.actions)), np.uint64)
        self._run("observe_games", self._positions, self._seats(seats), observations, masks)
        return observations.view(np.uint8)[:, :length], masks.view(np.uint8)

    def features(self, seats: Array | None = None) -> Array:
        """The numbers that judge a position from a seat, as bots take them."""
        rows = self.device.zeros((self.games, len(self.rules.feature_names)), np.float32)
        self._run("list_features", self._positions, self._seats(seats), rows)
        return rows

    def positions(self) -> NDArray[np.void]:
        """All positions, copied to the host, as records of `rules.position`."""
        return self.device.download(self._positions, self.rules.position)

    # -- whole games -----------------------------------------------------------------------------------------------
    def finish(self, policy: str = "random", noise: float = 0.0) -> Playouts:
        """Plays every game to its end by a policy, with probability `noise` a random action. The positions stay."""
        if policy not in POLICIES:
            known = ", ".join(POLICIES)
            raise BadOptions("batch/policy", f"there is no policy {quote(policy)}; the policies are {known}")
        _check("noise", noise, (int, float, np.number), 0, 1)
        played = self._playouts()
        if policy == "random":
            self._run("finish_games", self._generators, self._positions, *played)
        else:
            arguments = (POLICIES[policy], float(noise), self._generators, self._positions, *played)
            self._run("finish_games_by_policy", *arguments)
        return played

    def random_games(self, rounds: int) -> Playouts:
        """Whole random games from the opening, `rounds` for each of the batch's generators. The positions stay."""
        _check("rounds", rounds, (int, np.integer), 1, MAX_GAMES)
        played = self._playouts()
        self._run("play_random_games", int(rounds), self._blank, self._setup, self._generators, *played)
        return played

    # -- inside ----------------------------------------------------------------------------------------------------
    def _run(self, loop: str, *arguments: Any) -> None:
        self.device.run(loop, self.games, *arguments)

    def _playouts(self) -> Playouts:
        scores = self.device.zeros((self.games, self.options.seats), np.int64)
        return Playouts(scores, self.device.zeros(self.games, np.int64))

    def _seats(self, seats: Array | None) -> Array:
        """The given seats, or in each game the lowest that may act."""
        if seats is not None:
            return self._read_seats(seats)
        lowest = self.acting & -self.acting
        found = self.device.zeros(self.games, np.int8) - 1
        for seat in range(self.options.seats):
            found[lowest == 1 << seat] = seat
        return found

    def _read_seats(self, seats: Array) -> Array:
        """Compiled loops check no seat. -1 is none."""
        read, most = self._read(seats, np.int8, "seats"), self.options.seats - 1
        wrong = self.device.download((read < -1) | (read > most), np.bool_)
        if wrong.any():
            game = int(np.argmax(wrong))
            sentence = (
                f"game {game} of the batch has no seat {int(read[game])}; its seats are 0 to {most}, or -1 for none"
            )
            raise BadSeat("batch/seat", sentence, {"game": game})
        return read

    def _read(self, array: Array, dtype: Any, name: str) -> Array:
        """Loops on a GPU take an array by its address, so one with gaps is copied."""
        expected = f"{name} must be an array of {self.games} numbers of type {np.dtype(dtype).name}"
        if not isinstance(array, type(self.acting)):
            raise NiwashiError("batch/array", f"{expected} on this device, not {quote(type(array).__name__)}")
        if array.shape != (self.games,) or array.dtype != dtype:
            raise NiwashiError("batch/array", f"{expected}, not {array.dtype} of shape {array.shape}")
        return array if array.flags.c_contiguous and getattr(array.flags, "writeable", True) else array.copy()

    def _refusal(self, game: int, outcome: int, seat: int, action: int) -> NiwashiError:
        """Why the seat of a game may not take its action, in the words of the rules."""
        acting = acting_seats(int(self.acting[game]))
        if outcome == OVER:
            sentence = f"game {game} of the batch is over; its seat must be -1, not {seat}"
        elif outcome == WRONG_SEAT:
            sentence = f"seat {seat} is not to act in game {game} of the batch, but {', '.join(map(str, acting))}"
        else:
            return explain_refusal(self.rules, self.positions()[game], seat, action, game)
        return IllegalAction("batch/action", sentence, {"game": game})


def _check(option: str, value: Any, kinds: Any, least: int, most: int) -> None:
    if not isinstance(value, kinds) or not least <= value <= most:
        sentence = f"{option} must be a number from {least} to {most:,}, not {quote(value)}"
        raise BadOptions(f"batch/{option}", sentence)


def make_generators(seed: int | str, games: int) -> NDArray[np.void]:
    """A generator for each game from the seed and the game's number: SplitMix64, vectorised."""
    base = int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8], "little")
    numbers = np.arange(1, 2 * games + 1, dtype=np.uint64)
    z = np.uint64(base) + numbers * np.uint64(GOLDEN)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(FIRST_MIX)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(SECOND_MIX)
    words = (z ^ (z >> np.uint64(31))).view("<u4").reshape(games, 4).astype(np.int64)
    words[~words.any(axis=1), 0] = 1  # all zero is the one state that a generator never leaves
    return words.view(GENERATOR)[:, 0]

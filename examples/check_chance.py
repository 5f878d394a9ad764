"""Checks, without Niwashi, that chance in a record followed from its seed: docs/chance.md as a program.

python check_chance.py RECORD [COMPONENTS.toml]     exit code 0 if it did, otherwise 1
"""

import hashlib
import hmac
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

WORD = 0xFFFFFFFF
OBJECTS = {"m": "maple", "p": "pagoda", "f": "fish", "a": "azalea", "b": "boxwood", "s": "stone"}
BACKS = (("1", 2), ("2", 2), ("LJK", 1), ("IH", 1))  # the shapes with each back, and how many tiles a seat

# The components that Niwashi has shipped: “reconstruction-1” of both games, and “reconstruction-2” of Edo Yashiki.
TILES = {"1": "665555", "2": "556655", "L": "111111", "J": "110111", "K": "011111", "I": "212122", "H": "111111"}
MIYABI: dict[str, Any] = {
    "tiles": {letter + shape: int(n) for shape in TILES for letter, n in zip(OBJECTS, TILES[shape], strict=True)},
    "bonuses": dict(zip(OBJECTS.values(), (10, 9, 8, 7, 6, 5), strict=True)),
    "zen": dict(zip(OBJECTS.values(), (3, 3, 3, 3, 2, 2), strict=True)),
}
PATTERNS = """TP/TT/FG PT/TT/GF TT/PG/FT TT/GP/TF TT/TP/FG TT/PT/GF TP/TF/GT PT/FT/TG
              TG/PT/PF GT/TP/FP TP/TG/FF PT/GT/FF TT/PF/FG TT/FP/GF TP/TF/PG PT/FT/GP"""
SECOND = PATTERNS.replace("TT/PF/FG TT/FP/GF", "TT/FG/PF TT/GF/FP")
SHIFTS = [str.maketrans("TPFG", shift) for shift in ("TPFG", "PFGT", "FGTP", "GTPF")]
DECKS = [[face.translate(shift) for face in patterns.split() for shift in SHIFTS] for patterns in (PATTERNS, SECOND)]
SHIPPED: dict[str, list[dict[str, Any]]] = {"miyabi": [MIYABI], "edo_yashiki": [{"cards": deck} for deck in DECKS]}


class Chance:
    """The generator of a game's n-th chance event: xoshiro128**, started with the first 16 bytes of an HMAC."""

    def __init__(self, seed: str, game: str, n: int) -> None:
        digest = hmac.digest(seed.encode(), f"niwashi/1/{game}/{n}".encode(), "sha256")
        self.a, self.b, self.c, self.d = (int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8, 12))

    def word(self) -> int:
        a, b, c, d = self.a, self.b, self.c, self.d
        c, d = c ^ a, d ^ b
        self.a, self.b, self.c, self.d = a ^ d, b ^ c, c ^ (b << 9 & WORD), rotated(d, 11)
        return rotated(b * 5 & WORD, 7) * 9 & WORD

    def below(self, n: int) -> int:
        """From 0 to n - 1, all equally likely: words that would bias the result are discarded."""
        while (product := self.word() * n) & WORD < 2**32 % n:
            continue
        return product >> 32

    def take(self, pool: list[str], count: int) -> list[str]:
        """Takes `count` things out of a pool, one after the other."""
        return [pool.pop(self.below(len(pool))) for _ in range(count)]


def rotated(word: int, by: int) -> int:
    return (word << by | word >> 32 - by) & WORD


def full_box(game: str, components: dict[str, Any]) -> dict[str, list[str]]:
    """The pools that chance draws from, in pool order: things of one kind are adjacent."""
    if game == "edo_yashiki":
        cards = components["cards"]
        return {"cards": [face for face in dict.fromkeys(cards) for _ in range(cards.count(face))]}
    box = {"zen": [letter for letter, name in OBJECTS.items() for _ in range(components["zen"].get(name, 0))]}
    for shapes, _ in BACKS:
        kinds = [letter + shape for shape in shapes for letter in OBJECTS]
        box[shapes] = [kind for kind in kinds for _ in range(components["tiles"].get(kind, 0))]
    return box


def outcome(chance: Chance, n: int, game: str, word: str, seats: int, box: dict[str, list[str]]) -> list[str]:
    """The n-th chance event in a record's notation; takes its things out of the box."""
    if game == "edo_yashiki":
        return ["houses" if n == 1 else "open", *chance.take(box["cards"], seats)]
    if word == "zen":
        return ["zen", *sorted(chance.take(box["zen"], 5 if n == 1 else 1))]
    return ["deal", *(tile for shapes, each in BACKS for tile in sorted(chance.take(box[shapes], each * seats)))]


def check(record: dict[str, Any], file: str | None = None) -> str:
    """“ok”, or where chance first differs."""
    game, seats, seed = record["game"], record["options"].get("seats", 2), record.get("seed")
    if seed is None:
        return "the record has no seed, so chance cannot be checked"
    begun = record.get("notes", {}).get("table", {}).get("begun", 0)  # events of the record that this game continues
    moments = [(0, full_box(game, components_of(record, file)))]  # after each event: chances so far, and the box
    for number, (who, text) in enumerate(record["events"]):
        n, box = moments[-1]
        word, *_ = said = text.split()
        if who == "table" and word == "back":  # undo to this event number
            n, box = moments[int(said[1])]
        elif who == "chance":
            n, box = n + 1, {name: list(pool) for name, pool in box.items()}
            if number < begun:
                take_out(box, said[1:])
            elif not same(game, said, drawn := outcome(Chance(seed, game, n), n, game, word, seats, box)):
                return f"event {number}: the seed gives “{' '.join(drawn)}”, the record has “{text}”"
        moments.append((n, box))
    return "ok"


def take_out(box: dict[str, list[str]], things: list[str]) -> None:
    """Removes what the continued game's chance events drew."""
    for thing in things:
        next(pool for pool in box.values() if thing in pool).remove(thing)


def same(game: str, said: list[str], drawn: list[str]) -> bool:
    """Miyabi's tiles may be in any order, Edo Yashiki's letters in lower case."""
    return sorted(said) == sorted(drawn) if game == "miyabi" else " ".join(said).upper() == " ".join(drawn).upper()


def components_of(record: dict[str, Any], file: str | None) -> dict[str, Any]:
    """The record's, the file's, or those shipped ones that have the record's hash."""
    held, shipped = record.get("components", {}), SHIPPED[record["game"]]
    found = {key: held[key] for key in shipped[0] if key in held}
    if not found and file:
        given = tomllib.loads(Path(file).read_text("utf-8"))
        found = {key: [bare(card) for card in given[key]] for key in shipped[0] if isinstance(given[key], list)}
        found |= {key: {k: bare(v) for k, v in given[key].items()} for key in shipped[0] if key not in found}
    for box in [found] if found else shipped:
        digest = hashlib.sha256(json.dumps(box, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())
        if held.get("sha256", digest.hexdigest()) == digest.hexdigest():
            return box
    sys.exit(f"these are not the record's components “{held.get('name')}”; give their file as the second argument")


def bare(entry: Any) -> Any:
    """A number or a card's face, without its source."""
    return next(entry[key] for key in ("face", "count", "points") if key in entry) if isinstance(entry, dict) else entry


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        text = Path(sys.argv[1]).read_text("utf-8").strip()
        records = text.splitlines() if "\n{" in text else [text]  # one record, or one per line
        findings = [check(json.loads(record), *sys.argv[2:]) for record in records]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, StopIteration) as error:
        sys.exit(f"“{'” with “'.join(sys.argv[1:])}” cannot be checked: {type(error).__name__}: {error}")
    print("\n".join(findings))
    sys.exit(any(finding != "ok" for finding in findings))


if __name__ == "__main__":
    main()

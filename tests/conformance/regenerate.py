"""Writes perft tables, golden games and the targets' hashes anew: `python -m tests.conformance.regenerate`.

For when the rules changed on purpose. What git then shows as changed is what the change did; read it.
"""

from __future__ import annotations

from tests.conformance import playthroughs, tables, targets


def main() -> None:
    tables.write()
    print(f"{tables.FILE.name}: {len(tables.read())} tables")
    playthroughs.write()
    print(f"{playthroughs.FOLDER.name}/: {len(playthroughs.files())} games")
    targets.write()
    print(f"{targets.FILE.name}: {len(targets.read())} option sets")


if __name__ == "__main__":
    main()

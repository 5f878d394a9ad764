"""The pages of the API reference: which names they show. mkdocstrings reads the rest from the docstrings."""

from __future__ import annotations

from dataclasses import dataclass

import niwashi

ERRORS = tuple(sorted(name for name in niwashi.__all__ if name.startswith("Bad") or name.endswith("Error")))


@dataclass(frozen=True)
class ReferencePage:
    """One page: modules or names as `niwashi.…`, in reading order, after a sentence on what they are for."""

    file: str
    title: str
    about: str
    names: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"reference/{self.file}.md"

    def text(self) -> str:
        return f"# {self.title}\n\n{self.about}\n\n" + "".join(f"::: {name}\n\n" for name in self.names)


def _of(module: str, *names: str) -> tuple[str, ...]:
    return tuple(f"niwashi.{module}.{name}" for name in names)


PAGES = (
    ReferencePage(
        "games",
        "Games",
        "What `import niwashi` offers. [First programs](../programs.md) shows it in use.",
        tuple(
            f"niwashi.{name}"
            for name in (
                *("new", "load", "loads", "load_all", "game_names"),
                *("Game", "Actions", "Action", "Explanation", "Part", "Sheet"),
                *("Record", "Result", "MiyabiOptions", "EdoOptions", "Options", "Components", "catalog"),
            )
        ),
    ),
    ReferencePage(
        "errors",
        "Errors",
        "Everything that Niwashi refuses is one of these. All are subclasses of `NiwashiError`, with a stable `code`"
        " for programs and a `sentence` for people.",
        (
            "niwashi.NiwashiError",
            "niwashi.IllegalAction",
            "niwashi.UnreadableAction",
            *(f"niwashi.{name}" for name in ERRORS if name.startswith("Bad")),
        ),
    ),
    ReferencePage(
        "contract",
        "The contract of a game",
        "What every game folder offers: `game.rules` and its compiled `kernels`. Bots and learners are written against"
        " it. [CONTRIBUTING](../contributing.md#add-a-game) says how to add a game.",
        ("niwashi.Rules", *_of("core.game", "Kernels", "Plane")),
    ),
    ReferencePage(
        "environments",
        "Environments",
        "[Environments for learning](../environments.md) explains observations, masks and returns.",
        (
            *_of("env.vector", "VectorEnvironment", "Batch"),
            *_of("env.gymnasium_env", "SeatEnv", "GamesEnv"),
            *_of("env.pettingzoo_env", "env", "parallel_env", "Turns", "Rounds"),
            *_of("env.openspiel", "NiwashiGame", "NiwashiState"),
            *_of("env.tree", "Node"),
        ),
    ),
    ReferencePage(
        "data",
        "Data",
        "[Data for research](../data.md) explains the columns. What writes and reads Parquet needs the extra `data`.",
        (
            *_of("data.record_files", "convert", "read_records", "record_lines", "record_writer", "check_records"),
            *_of("data.shards", "write_shards", "write_simulated_shards", "ShardCounts"),
            *_of("data.shard_reader", "read_shards", "Decisions"),
            *_of("data.minari_episodes", "collect_episodes"),
            *_of("env.evaluation", "evaluate", "Evaluation"),
        ),
    ),
    ReferencePage(
        "batch",
        "Many games",
        "Whole games in compiled code, on all cores or [on a GPU](../gpu.md).",
        (
            *_of("batch.batch", "Batch", "Playouts"),
            *_of("batch.simulate", "simulate", "summarise", "SimulationPlan", "SimulatedGames"),
            *_of("batch.perft", "perft", "Count"),
        ),
    ),
    ReferencePage(
        "bots",
        "Bots",
        "The [page on bots](../bots.md) shows one in ten lines.",
        (
            *_of("bots", "Bot", "Budget", "Decision", "Candidate", "make", "names", "register", "make_imported"),
            *_of("bots", "default_budget", "LADDER", "Rung"),
            *_of("bots.guard", "BotError"),
            *_of("core.rng", "seeded", "below"),
        ),
    ),
    ReferencePage(
        "arena",
        "Arena",
        "Matches between bots: [how certain a result is](../arena.md).",
        _of("arena", "match", "MatchResult", "Pairing", "Timing", "Entrant"),
    ),
    ReferencePage(
        "analysis",
        "Analysis",
        "Reviews and hints: [what the numbers mean](../analysis.md).",
        (
            *_of("analysis", "analyse", "hint"),
            *_of("analysis.review", "Review", "ReviewedAction", "TurningPoint", "SeatSummary"),
            *_of("analysis.hints", "Hint"),
            *_of("analysis.reasons", "HintReason"),
            *_of("analysis.judgement", "Judgement"),
            *_of("analysis.values", "Estimate"),
        ),
    ),
    ReferencePage(
        "pictures",
        "Pictures",
        "`Game.svg` draws a game. With these you draw a view of your own, for example one that a server sent.",
        ("niwashi.pictures.draw", *_of("pictures.scene", "Scene", "Mark")),
    ),
)

"""The metrics of several processes as one text: each sample says by a label which process it is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

HELP = "# HELP "


def merge_metrics(texts: Mapping[str, bytes]) -> bytes:
    """In the format of Prometheus. `texts` is by the name of the process; all have the same metrics."""
    headers: dict[str, list[str]] = {}
    samples: dict[str, list[str]] = {}
    for process, text in texts.items():
        for name, line in _lines_by_metric(text.decode()):
            if line.startswith("#"):
                headers.setdefault(name, [])
                if line not in headers[name]:
                    headers[name].append(line)
            else:
                samples.setdefault(name, []).append(_with_label(line, process))
    lines = [line for name, header in headers.items() for line in (*header, *samples.get(name, []))]
    return "".join(f"{line}\n" for line in lines).encode()


def _lines_by_metric(text: str) -> Iterator[tuple[str, str]]:
    name = ""
    for line in text.splitlines():
        if line.startswith(HELP):
            name = line.removeprefix(HELP).partition(" ")[0]
        yield name, line


def _with_label(sample: str, process: str) -> str:
    name, brace, rest = sample.partition("{")
    if brace:
        return f'{name}{{process="{process}",{rest}'
    name, _, value = sample.partition(" ")
    return f'{name}{{process="{process}"}} {value}'

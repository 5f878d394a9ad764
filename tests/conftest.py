"""What all tests share: which of them a run includes, and how hard Hypothesis tries.

A plain run proves every point once within minutes. `--more` adds more of the same (other variants, seeds, screens and
languages), which `.ci/run` asks for; `--full` adds the long runs.
"""

import logging
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import hatch_build
from tests import sizes
from tests.machine.packages import fetch_packages, fixture_of

# No deadline and no “too slow”, since the first example may have to compile a kernel; from Hypothesis' own
# default, since under CI it would start from another. A quick run says the same about the same code every
# time, a full one looks somewhere new.
PATIENT = settings(
    settings.get_profile("default"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("quick", PATIENT, max_examples=50, derandomize=True)
settings.register_profile("full", PATIENT, max_examples=2000, derandomize=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--more", action="store_true", help="also more variants, seeds and screens, as .ci/run does")
    parser.addoption("--full", action="store_true", help="also the long runs, and more Hypothesis examples")


def pytest_configure(config: pytest.Config) -> None:
    sizes.choose(more=config.getoption("--more"), full=config.getoption("--full"))
    settings.load_profile("full" if config.getoption("--full") else "quick")
    # Started in the background of a script, tests would hand on to the programs they start that Ctrl-C means nothing.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselected and not skipped: a run that leaves them out has left nothing undone."""
    waiting = [item for item in items if any(marker.name in sizes.left_out for marker in item.iter_markers())]
    config.hook.pytest_deselected(items=waiting)
    gone = set(waiting)
    items[:] = [item for item in items if item not in gone]


def pytest_runtest_teardown() -> None:
    """A command that ran in this process has set up its log, to a stream that is closed with its test."""
    structlog = sys.modules.get("structlog")
    if structlog is not None and structlog.is_configured():
        structlog.reset_defaults()
        root = logging.getLogger()
        for handler in [one for one in root.handlers if type(one) is logging.StreamHandler]:
            root.removeHandler(handler)


@pytest.fixture(scope="session")
def built_client() -> Path:
    """As a player gets it; nothing to do where no source has changed."""
    hatch_build.build()
    return hatch_build.STATIC


def packages_of(extra: str) -> object:
    """A fixture. `scripts/test` fetches what the selected tests use before the first of them runs."""

    @pytest.fixture(scope="session", name=fixture_of(extra))
    def packages() -> None:
        fetch_packages(extra)

    return packages


data_packages = packages_of("data")
docs_packages = packages_of("docs")
env_packages = packages_of("env")
linker_packages = packages_of("linker")
notebook_packages = packages_of("notebook")
openspiel_packages = packages_of("openspiel")
ray_packages = packages_of("ray")

"""What holds for every test: hypothesis profiles, which markers skip where, and a cache of the run's own."""

import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests.garbage import collect_seldom, keep_objects
from tests.shared import find_tool
from tests.tiers import NIGHTLY

# Derandomised, so that a run fails for what changed in the code and not by luck; chance has its place in the nightly
# profile.
settings.register_profile(
    "ci", max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "nightly", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("nightly" if NIGHTLY else "ci")


def pytest_configure(config: pytest.Config) -> None:
    """Gives the run a cache of its own, which its workers and all processes they start inherit; the user's stays as it
    is.
    """
    if not hasattr(config, "workerinput"):
        directory = tempfile.TemporaryDirectory(prefix="ownlog-tests-", ignore_cleanup_errors=True)
        os.environ["XDG_CACHE_HOME"] = directory.name
        config.add_cleanup(directory.cleanup)


def pytest_collection_finish() -> None:
    """What was made until then stays: thousands of tests, the modules with them."""
    collect_seldom()
    keep_objects()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What a file of tests leaves behind, compiled rules for example, stays, too: the collector of garbage took a sixth
    of all time.
    """
    if nextitem is None or nextitem.path != item.path:
        keep_objects()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips, with a reason, what this machine or this run is not for."""
    # The command line switches it off for the rest of its process, which here is that of the next test, too.
    gc.enable()
    if item.get_closest_marker("nightly") and not NIGHTLY:
        pytest.skip("nightly: set OWNLOG_NIGHTLY=1 to run it")
    if item.get_closest_marker("souffle") and not (os.environ.get("OWNLOG_SOUFFLE") or shutil.which("souffle")):
        pytest.skip("souffle is not installed (PATH or OWNLOG_SOUFFLE)")
    if item.get_closest_marker("peer") and find_tool("mlir-opt-22") is None:
        pytest.skip("mlir-opt-22 is not installed (Debian package mlir-22-tools)")

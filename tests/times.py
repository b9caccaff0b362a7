"""A plugin of pytest that measures the processor's time of each test: `make test-times` prints which files and tests
take most of it.

It counts seconds of the processor in this process and in the children that ended meanwhile, setting up and tearing down
included; so what else the machine does changes little. What tests share (a fixture of a module, a cache) is counted for
the first that needs it, and a worker's start and its collecting of tests as a test of that name.
"""

import os
import resource
import time
from collections import defaultdict
from collections.abc import Iterator

import pytest

_START = "(start of a worker and collecting)"
_SHOWN = 40


def _seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class _Measuring:
    """In a process that runs tests."""

    started = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Notes how long the test took, as a property of its report."""
        before = _seconds()
        if not self.started:
            self.started = True
            item.user_properties.append(("started", before))
        item.user_properties.append(("before", before))
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """The last report of a test, that of tearing down, carries the seconds."""
        if call.when == "teardown":
            before = dict(item.user_properties)["before"]
            assert isinstance(before, float)
            item.user_properties.append(("seconds", _seconds() - before))


class _Summing:
    """In the process that the reports come to."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Adds what the test took."""
        if report.when != "teardown":
            return
        properties = dict(report.user_properties)
        seconds, started = properties.get("seconds", 0.0), properties.get("started", 0.0)
        assert isinstance(seconds, float)
        assert isinstance(started, float)
        self.seconds[report.nodeid] += seconds
        if started:
            self.seconds[_START] += started

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints the sums, and the whole table where `OWNLOG_TIMES` names a file for it."""
        files: defaultdict[str, float] = defaultdict(float)
        for test, seconds in self.seconds.items():
            files[test.partition("::")[0]] += seconds
        terminalreporter.section(f"seconds of the processor: {sum(self.seconds.values()):.0f}")
        for title, table in (("files", files), ("tests", self.seconds)):
            terminalreporter.write_line(f"{title}:")
            for name, seconds in sorted(table.items(), key=lambda row: -row[1])[:_SHOWN]:
                terminalreporter.write_line(f"{seconds:9.1f}  {name}")
        if path := os.environ.get("OWNLOG_TIMES"):
            with open(path, "w", encoding="utf-8") as whole:
                whole.writelines(f"{seconds:.3f}\t{test}\n" for test, seconds in sorted(self.seconds.items()))


def pytest_configure(config: pytest.Config) -> None:
    """Workers measure, and the process that prints sums up."""
    config.pluginmanager.register(_Measuring())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Summing())

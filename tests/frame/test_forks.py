"""Forks of the test process."""

import os
import time

import pytest

from tests import tools


def test_a_child_that_never_begins_to_run_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, stuck = os.fork, [True]

    def sometimes_stuck() -> int:
        pid = fork()
        if pid == 0 and stuck[0]:
            time.sleep(1000)
        stuck[0] = False
        return pid

    monkeypatch.setattr(os, "fork", sometimes_stuck)
    monkeypatch.setattr(tools, "_FORKED", 1)
    pid = tools.fork_alive()
    if pid == 0:
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7

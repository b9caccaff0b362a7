"""The cache stays below its size, keeps what is used, and may be shared by any number of processes."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ownlog.base.cache import Cache, digest
from ownlog.base.cache_size import TEMPORARY, size_allowed
from ownlog.base.errors import EngineError
from tests.tools import OwnlogFork

CHECKSUM = 16
ENTRY = 100 + CHECKSUM


def name(number: int, ending: str = ".code") -> str:
    return digest(str(number).encode()) + ending


def age(path: Path, seconds: int) -> None:
    os.utime(path, ns=(0, path.stat().st_mtime_ns - seconds * 10**9))


def stored(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.iterdir())


def test_it_never_holds_more_than_its_size_and_makes_use_of_that(tmp_path: Path) -> None:
    cache, held = Cache(tmp_path, size=10 * ENTRY), []
    for number in range(40):
        cache.write(name(number), b"x" * 100)
        held.append(stored(tmp_path))
    assert max(held) == 10 * ENTRY
    assert min(held[10:]) >= 8 * ENTRY


def test_what_was_read_or_copied_last_stays(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", size=10 * ENTRY)
    for number in range(10):
        cache.write(name(number), b"x" * 100)
        age(Path(cache.path(name(number))), 100 - number)
    assert cache.read(name(0)) == b"x" * 100
    assert cache.copy(name(2), tmp_path / "copy")
    cache.write(name(10), b"x" * 100)
    assert [number for number in range(11) if cache.read(name(number)) is None] == [1, 3, 4]


def test_the_last_entry_stays_however_large_it_is(tmp_path: Path) -> None:
    cache = Cache(tmp_path, size=ENTRY)
    for number in range(3):
        cache.write(name(number), b"x" * 1000)
        assert cache.read(name(number)) == b"x" * 1000
        assert len(list(tmp_path.iterdir())) == 1


def test_whatever_is_no_entry_stays(tmp_path: Path) -> None:
    others = [tmp_path / "notes.txt", tmp_path / f"{digest(b'')[:-1]}.code", tmp_path / "folder" / name(7)]
    (tmp_path / "folder").mkdir()
    for other in others:
        other.write_bytes(b"x" * 1000)
        age(other, 1000)
    cache = Cache(tmp_path, size=ENTRY)
    for number in range(3):
        cache.write(name(number), b"x" * 100)
    assert all(other.read_bytes() == b"x" * 1000 for other in others)


@pytest.mark.parametrize("left", [TEMPORARY + "abc", "proof-" + digest(b"1"), name(1, ".program"), name(1, ".native")])
def test_entries_of_all_kinds_go_and_what_a_killed_process_left(left: str, tmp_path: Path) -> None:
    (tmp_path / left).write_bytes(b"x" * 1000)
    age(tmp_path / left, 10)
    Cache(tmp_path, size=ENTRY).write(name(2), b"x" * 100)
    assert [path.name for path in tmp_path.iterdir()] == [name(2)]


def in_children(count: int, work: Callable[[int], bool]) -> list[int]:
    """The exit statuses of as many forks, each of which does some work."""
    children = []
    for number in range(count):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = 0 if work(number) else 2
            finally:
                os._exit(status)
        children.append(child)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def test_processes_that_fill_and_shrink_it_at_once_read_whole_entries_or_none(tmp_path: Path) -> None:
    size, entries, processes = 12 * ENTRY, 30, 4

    def work(number: int) -> bool:
        cache, found, order = Cache(tmp_path, size), 0, random.Random(number)
        for _ in range(300):
            # At random: entries in turn, more than there is room for, would never be found by a process that runs while
            # no other does.
            entry = order.randrange(entries)
            content = digest(str(entry).encode()).encode()[:20] * 5
            read = cache.read(name(entry))
            found += read is not None
            if read not in (None, content):
                return False
            if read is None:
                cache.write(name(entry), content)
        return found > 0

    assert in_children(processes, work) == [0] * processes
    assert not list(tmp_path.glob(f"{TEMPORARY}*"))
    # Each process may write an eighth, or one entry, before it looks at what the others wrote.
    assert stored(tmp_path) <= size + processes * 2 * ENTRY


def test_a_directory_in_which_nothing_can_be_removed_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(path)

    cache = Cache(tmp_path, size=ENTRY)
    monkeypatch.setattr(os, "unlink", refuse)
    for number in range(3):
        cache.write(name(number), b"x" * 100)
    assert [cache.read(name(number)) for number in range(3)] == [b"x" * 100] * 3


@pytest.mark.parametrize(("said", "size"), [(None, 512 << 20), ("", 512 << 20), ("3", 3 << 20), ("0", 0)])
def test_the_environment_says_the_size(said: str | None, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OWNLOG_CACHE_MIB", raising=False)
    if said is not None:
        monkeypatch.setenv("OWNLOG_CACHE_MIB", said)
    assert size_allowed() == size


@pytest.mark.parametrize("said", ["much", "-1", "1.5", "1G", "²"])
def test_a_wrong_size_is_refused(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWNLOG_CACHE_MIB", said)
    with pytest.raises(EngineError, match=f'OWNLOG_CACHE_MIB is "{said}"'):
        Cache()


def test_the_command_line_keeps_to_the_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("OWNLOG_CACHE_MIB", "8")
    old = [tmp_path / "ownlog" / name(number) for number in range(3)]
    old[0].parent.mkdir()
    for path in old:
        path.write_bytes(b"x" * (4 << 20))
        age(path, 1000)
    model = tmp_path / "my.dl"
    model.write_text('dialect_effects_known("my").\n')
    command = ["--buffer-deallocation-pipeline", "--model", str(model)]
    run = OwnlogFork()(command, "func.func @f() {\n  return\n}\n")
    assert run.status == 0, run.err
    assert not old[0].exists()
    assert len(list(old[0].parent.iterdir())) > len([path for path in old if path.exists()])
    assert stored(old[0].parent) <= 8 << 20
    monkeypatch.setenv("OWNLOG_CACHE_MIB", "all")
    run = OwnlogFork()(command, "func.func @f() {\n  return\n}\n")
    assert (run.status, run.crashed) == (1, False)
    assert 'error: OWNLOG_CACHE_MIB is "all"' in run.err

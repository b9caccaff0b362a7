"""Which files the paths of a run mean, and what they are called."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ownlog.base.errors import InputError
from ownlog.corpus.inputs import find_inputs


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a.mlir", "sub/b.mlir", "sub/deep/c.mlir", "sub/notes.md", "odd.txt.mlir"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*paths: str) -> list[str]:
    return [request.file for request in find_inputs(paths, [])]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["."], ["a.mlir", "odd.txt.mlir", "sub/b.mlir", "sub/deep/c.mlir"]),
        (["sub"], ["b.mlir", "deep/c.mlir"]),
        (["sub/"], ["b.mlir", "deep/c.mlir"]),
        (["a.mlir"], ["a.mlir"]),
        (["sub/notes.md"], ["sub/notes.md"]),
        (["sub", "a.mlir"], ["a.mlir", "sub/b.mlir", "sub/deep/c.mlir"]),
        (["sub/*.mlir"], ["sub/b.mlir"]),
        (["**/*.mlir"], ["a.mlir", "odd.txt.mlir", "sub/b.mlir", "sub/deep/c.mlir"]),
        (["sub/de*"], ["sub/deep/c.mlir"]),
        (["a.mlir", "./a.mlir", "sub/../a.mlir"], ["a.mlir"]),
    ],
)
def test_paths(tree: Path, paths: list[str], expected: list[str]) -> None:
    assert names(*paths) == expected


def test_a_list_names_paths_beside_itself(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "sub" / "list.txt").write_text("# all of them\n\nb.mlir\n  deep  \n../a*.mlir\n/dev/null\n")
    assert names("sub/list.txt") == ["/dev/null", "a.mlir", "sub/b.mlir", "sub/deep/c.mlir"]
    monkeypatch.chdir("/")
    assert len(find_inputs([str(tree / "sub" / "list.txt")], [])) == 4


ODD = ["form\ffeed.mlir", "a\u2028line.mlir", "next\x85.mlir", "car\rriage.mlir", "in  ner\t.mlir", "\u00a0ends\u3000"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_names_in_a_list_end_where_lines_do(tree: Path, end: str) -> None:
    for name in ODD:
        (tree / name).write_text("")
    (tree / "list.txt").write_bytes(end.join(["a.mlir", *(f" \t{name}\t " for name in ODD), ""]).encode())
    assert names("list.txt") == sorted(["a.mlir", *ODD])


def test_a_glob_in_a_list_names_what_ends_in_a_blank(tree: Path) -> None:
    (tree / "b.mlir ").write_text("")
    (tree / "list.txt").write_text("b.mlir[ ]\n")
    assert names("list.txt") == ["b.mlir "]


def test_a_list_in_a_list_is_refused(tree: Path) -> None:
    (tree / "list.txt").write_text("a.mlir\nlist.txt\n")
    with pytest.raises(InputError, match=r"list.txt:2:1: error: 'list.txt' is a list, in a list"):
        find_inputs(["list.txt"], [])


def test_what_a_list_names_is_a_file_whether_it_exists_or_not(tree: Path) -> None:
    (tree / "list.txt").write_text("a.mlir\n\nmissing.mlir\n*.nothing\n")
    assert names("list.txt") == ["*.nothing", "a.mlir", "missing.mlir"]


def test_what_the_command_line_names_must_exist(tree: Path) -> None:
    with pytest.raises(InputError, match=r"no such file or folder: 'missing\.mlir'"):
        find_inputs(["a.mlir", "missing.mlir"], [])


def test_a_glob_that_matches_nothing_is_an_error(tree: Path) -> None:
    with pytest.raises(InputError, match="nothing matches"):
        find_inputs(["a.mlir", "*.nothing"], [])


def test_a_name_with_signs_of_globs_is_a_name(tree: Path) -> None:
    (tree / "a[1].mlir").write_text("")
    assert names("a[1].mlir") == ["a[1].mlir"]


def test_links_to_folders_below_are_not_followed(tree: Path) -> None:
    (tree / "sub" / "up").symlink_to(tree)
    (tree / "way").symlink_to(tree / "sub")
    assert names("sub") == ["b.mlir", "deep/c.mlir"]
    assert names("way") == ["b.mlir", "deep/c.mlir"]


def test_two_names_of_one_file_are_two_inputs(tree: Path) -> None:
    os.link(tree / "a.mlir", tree / "same.mlir")
    assert names("a.mlir", "same.mlir") == ["a.mlir", "same.mlir"]


@pytest.fixture
def closed(tree: Path) -> Iterator[None]:
    """Some folders may not be read, by a user who is not root."""
    (tree / "closed" / "deep").mkdir(parents=True)
    (tree / "blind").mkdir()
    for name in ("closed/deep/a.mlir", "blind/a.mlir"):
        (tree / name).write_text("")
    for path in (tree, *tree.rglob("*")):
        path.chmod(0o755)
    (tree / "closed").chmod(0)
    (tree / "blind").chmod(0o644)
    user = os.geteuid()
    os.seteuid(user or 65534)
    yield
    os.seteuid(user)
    (tree / "closed").chmod(0o755)
    (tree / "blind").chmod(0o755)


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("closed", ["."]),
        ("closed/*.mlir", ["closed"]),
        ("closed/a.mlir", ["closed/a.mlir"]),
        ("cl*/deep/*.mlir", ["closed/deep"]),
        ("*/a.mlir", ["blind/a.mlir", "closed/a.mlir"]),
        ("**/*.mlir", ["a.mlir", "blind/a.mlir", "closed", "odd.txt.mlir", "sub/b.mlir", "sub/deep/c.mlir"]),
        ("**/deep/*.mlir", ["blind/deep", "closed", "sub/deep/c.mlir"]),
        ("s*/**/*.mlir", ["sub/b.mlir", "sub/deep/c.mlir"]),
    ],
)
def test_what_may_not_be_read_is_among_the_inputs(tree: Path, path: str, expected: list[str]) -> None:
    assert names(path) == expected

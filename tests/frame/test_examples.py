"""What the examples say about themselves, and what `make demo` shows."""

import re

import pytest

from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

PIPELINE = "--buffer-deallocation-pipeline"
SINGLE = "--ownership-based-buffer-deallocation"

opt = OwnlogFork()


def functions(example: str, passes: str = PIPELINE) -> dict[str, str]:
    """The functions of an example after passes, by name."""
    run = opt([passes, str(REPOSITORY / "examples" / f"{example}.mlir")])
    assert (run.status, run.err) == (0, "")
    return {
        name: body
        for _, name, body in re.findall(r"^( *)func\.func (?:private )?@(\w+)(.*?)^\1\}$", run.out, re.M | re.S)
    }


def test_the_demo_runs_and_names_the_pipeline() -> None:
    recipe = (REPOSITORY / "Makefile").read_text().partition("\ndemo:")[2].partition("\n\n")[0]
    assert re.findall(r"pipeline=([\w-]+)", recipe) == ["tensors-to-buffers", PIPELINE.removeprefix("--")]
    assert re.findall(r"ownlog opt (--\S+) ", recipe) == ["--%s", "--$$pipeline"]


def test_the_diamond() -> None:
    before, narrow, wide, join = re.split(r"\n\^\w+.*:", functions("diamond")["diamond"])
    assert "dealloc" not in before + wide
    assert re.findall(r"memref\.dealloc %(\w+)", narrow) == ["scratch"]
    assert re.search(r"cf\.br \^join\(%small, %true", narrow)
    assert re.search(r"scf\.if %0 \{\s+memref\.dealloc %result", join)


def test_the_loop() -> None:
    body = functions("loop")["smooth"]
    assert "iter_args(%current = %initial, %0 = %false)" in body
    assert re.search(r"scf\.if %0 \{\s+memref\.dealloc %current", body)
    assert body.count("memref.dealloc") == body.count("bufferization.clone") == 1


@pytest.mark.parametrize(
    ("passes", "clones", "frees", "types"),
    [
        (PIPELINE, 0, 1, "memref<8xf32>"),
        (SINGLE, 1, 0, "memref<8xf32>"),
        (f"{SINGLE}=private-function-dynamic-ownership=true", 0, 0, "(memref<8xf32>, i1)"),
    ],
)
def test_the_calls(passes: str, clones: int, frees: int, types: str) -> None:
    found = functions("calls", passes)
    assert "memref.dealloc" not in found["squares"]
    assert found["pick"].count("bufferization.clone") == clones
    assert found["pick"].count("memref.dealloc") == frees
    assert f") -> {types} {{" in found["pick"]
    assert "dealloc" in found["norm"]

"""What a user's model calls a function is one for every pass and every command, whatever it is called."""

from pathlib import Path

import pytest

import ownlog
from ownlog.backend.passes.registry import PASSES
from ownlog.frontend.ir.functions import update_function_type
from ownlog.frontend.ir.traits import Traits
from tests.tiers import every
from tests.tools import OwnlogFork

_MODEL = (
    'function_like("{function}").\nreturn_like("{end}", 0).\neffects_known("{end}").\neffects_known("{function}").\n'
)
# As a fact, and as a rule that goes by the module.
MODELS = {
    "fact": _MODEL,
    "rule": 'function_like(n) :- op(_, n, _, _), n = "{function}".\n' + _MODEL.partition("\n")[2],
}
KINDS = {"own": ("my.kernel", "my.end"), "gpu": ("gpu.func", "gpu.return"), "func": ("func.func", "func.return")}

MERGES = """"builtin.module"() ({{
  "gpu.module"() <{{sym_name = "inner"}}> ({{
    "{function}"() <{{sym_name = "k", function_type = (i1, memref<4xf32>) -> ()}}> ({{
    ^bb0(%c: i1, %m: memref<4xf32>):
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      %x = arith.andi %c, %c : i1
      %y = arith.andi %c, %c : i1
      "cf.cond_br"(%y, %a, %m)[^bb1, ^bb1] <{{operandSegmentSizes = array<i32: 1, 1, 1>}}> : (i1, memref<4xf32>, \
memref<4xf32>) -> ()
    ^bb1(%z: memref<4xf32>):
      memref.copy %z, %b : memref<4xf32> to memref<4xf32>
      "{end}"() : () -> ()
    }}) : () -> ()
  }}) : () -> ()
}}) : () -> ()
"""


CASES = {
    f"{kind}, by {model}": (kind, model)
    for kind, model in (("own", "fact"), ("own", "rule"), ("gpu", "fact"), ("func", "fact"))
}


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    kind, model = CASES[request.param]
    function, end = KINDS[kind]
    # One file for all tests: each path is another program to compile.
    path = tmp_path_factory.mktemp("model") / "my.dl"
    path.write_text(MODELS[model].format(function=function, end=end))
    return MERGES.format(function=function, end=end), path


def test_the_pipeline_frees_what_it_allocates(case: tuple[str, Path]) -> None:
    text, model = case
    out = str(ownlog.run_pipeline(ownlog.parse(text), "buffer-deallocation-pipeline", models=[model]))
    assert out.count("memref.dealloc") == 3, out
    assert "bufferization.dealloc" not in out


def test_each_pass_works_on_it_as_on_any_function(case: tuple[str, Path]) -> None:
    text, model = case
    module = ownlog.parse(text)
    for name in (
        "ownership-based-buffer-deallocation",
        "buffer-deallocation-simplification",
        "bufferization-lower-deallocations",
    ):
        ownlog.run_pipeline(module, name, models=[model])
        ownlog.parse(str(module))
    lowered = str(module)
    assert "memref.dealloc" in lowered
    assert "bufferization.dealloc" not in lowered
    ownlog.run_pipeline(module, "cse,canonicalize", models=[model])
    assert str(module).count("arith.andi %c, %c") == 0
    # The library function stands in the symbol table of those who call it.
    assert "dealloc_helper" not in lowered.partition('"gpu.module"')[0]


NEEDED = {
    "one-shot-bufferize": "one-shot-bufferize{test-analysis-only=true}",
    "static-memory-planner-analysis": "static-memory-planner-analysis{strict=false}",
}
"""Passes that do not run without an option."""


@pytest.mark.parametrize("case", ["own, by fact"], indirect=True)
@pytest.mark.parametrize("name", PASSES)
def test_no_pass_breaks_on_it(name: str, case: tuple[str, Path]) -> None:
    text, model = case
    ownlog.parse(str(ownlog.run_pipeline(ownlog.parse(text), NEEDED.get(name, name), models=[model])))


@pytest.mark.parametrize("case", ["gpu, by fact"], indirect=True)
@pytest.mark.parametrize(
    ("command", "shown"),
    every(
        2,
        [
            ("alias {path} --value %z", "%a"),
            ("owners {path}", "%b"),
            ("query {path} live_in(B,V)", "%b"),
            ("explain {path} function_entry(B,F)", "@k"),
            ("report {path} -o {folder}/page.html", ""),
            ("why {path} --leaks %a", ""),
            ("facts --derived {path} -o {folder}/derived", ""),
            ("corpus run {path} -o {folder}/data", ""),
        ],
    ),
)
def test_commands_know_it(command: str, shown: str, case: tuple[str, Path], tmp_path: Path) -> None:
    text, model = case
    path = tmp_path / "in.mlir"
    path.write_text(text)
    run = OwnlogFork(())([*command.format(path=path, folder=tmp_path).split(), "--model", str(model)])
    assert not run.crashed, run.err
    assert shown in run.out, (run.out, run.err)


def test_without_the_model_it_is_none() -> None:
    text = MERGES.format(function="my.kernel", end="my.end")
    assert str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize")) == text


@pytest.mark.parametrize("dictionary", ["<{KEPT}>", "{KEPT}"])
def test_its_type_is_changed_where_it_stands(dictionary: str) -> None:
    entries = 'sym_name = "k", function_type = (i1) -> ()'
    text = (
        f'"my.kernel"() {dictionary.replace("KEPT", entries)} ({{\n^bb0(%c: i1):\n  "my.end"(%c) : (i1) -> ()\n}}) : ()'
        " -> ()\n"
    )
    if not dictionary.startswith("<"):
        text = f'"my.kernel"() ({{\n^bb0(%c: i1):\n  "my.end"(%c) : (i1) -> ()\n}}) {{{entries}}} : () -> ()\n'
    module = ownlog.parse(text)
    (function,) = module.ops
    update_function_type(function, Traits({"return_like": [("my.end", 0)]}))
    assert str(module).count("function_type") == 1
    assert "function_type = (i1) -> i1" in str(module)

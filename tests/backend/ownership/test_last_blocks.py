"""Premises of last blocks (rules/analysis/aliasing/last_blocks.dl): without one, a buffer of one of these would be
freed too early.
"""

import re

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes

_HEAD = "func.func private @use(T)\nfunc.func @f(%c: i1, %d: i1, %g: T) {\n"
_A = "  %a = memref.alloc() : T\n"
_B = "  %b = memref.alloc() : T\n"
_JOIN = f"  cf.cond_br %c, ^l, ^r\n^l:\n  cf.br ^j(%a : T)\n^r:\n{_B}  cf.br ^j(%b : T)\n^j(%w: T):\n"
_TWO = (
    f"  cf.cond_br %c, ^l, ^r\n^l:\n  cf.br ^j(%a, %a : T, T)\n^r:\n{_B}  cf.br ^j(%b, %g : T, T)\n^j(%w: T, %x: T):\n"
)
_AGAIN = (
    "  cf.cond_br %d, ^m, ^n\n^m:\n  cf.br ^k(%w : T)\n^n:\n  %q = memref.alloc() : T\n  cf.br ^k(%q : T)\n^k(%x: T):\n"
)
_LOOP = "  cf.br ^h\n^h:\n"
_BACK = "  cf.cond_br %d, ^h, ^z\n^z:\n"


def _use(name: str) -> str:
    return f"  func.call @use({name}) : (T) -> ()\n"


def _choice(name: str) -> str:
    return f"  %s = arith.select %d, {name}, %g : T\n"


def _diamond(name: str, inner: str = "") -> str:
    return f"  cf.cond_br %d, ^{name}0, ^{name}1\n^{name}0:\n{inner}  cf.br ^{name}1\n^{name}1:\n"


_VIEW = "  %v = memref.cast %a : T to memref<?xf32>\n"
_COPY = "  memref.copy %v, %g : memref<?xf32> to T\n"
_OUT = (
    f"  cf.cond_br %d, ^h, ^i\n^h:\n{_use('%a')}  cf.cond_br %c, ^h, ^j(%a : T)\n^i:\n{_B}  cf.br ^j(%b : T)\n^j(%w:"
    " T):\n"
)
_INNER = f"  scf.execute_region {{\n{_JOIN}{_diamond('m')}{_use('%w')}  scf.yield\n  }}\n"
PROGRAMS = {
    "what it is passed on as is chosen": [_A, _JOIN, _choice("%w"), _diamond("m"), _use("%a"), _diamond("n"),
    _use("%s")],
    "what it is passed on as is passed on": [_A, _JOIN, _AGAIN, _use("%a"), _diamond("o"), _use("%x")],
    "what it is passed on as goes on": [_A, _JOIN, _diamond("m"), _use("%a"), _diamond("n"), _use("%w")],
    "used where it was passed on": [_A, _JOIN, _diamond("m", _use("%a")), _diamond("n"), _use("%w")],
    "a view of what was passed on": [_A, _VIEW, _JOIN, _diamond("m", _COPY), _diamond("n"), _use("%w")],
    "passed on as two": [_A, _TWO, _diamond("m"), _use("%w"), _diamond("n"), _use("%x")],
    "an argument that is passed on": [
        _A, _JOIN.replace("%w", "%x"), "  cf.br ^k(%x : T)\n^k(%w: T):\n", _diamond("m", _use("%a")), _diamond("n"),
        _use("%w"),
    ],
    "chosen before it is passed on": [_A, _choice("%a"), _JOIN, _diamond("m", _use("%s")), _diamond("n"), _use("%w")],
    "passed on in another region": [_A, _INNER, _diamond("n"), _use("%a")],
    "made and passed on in a loop": [_LOOP, _A, _JOIN, _diamond("m", _use("%w")), _BACK, _use("%w")],
    "passed on behind a loop": [_A, _LOOP, _use("%a"), _BACK, _JOIN, _diamond("m"), _use("%w")],
    "passed on out of the loop that uses it": [_A, _OUT, _diamond("m"), _use("%w")],
    "joined, and needed much later": [_A, _JOIN, _diamond("m", _use("%w")), _diamond("n"), _use("%w")],
}  # fmt: skip


@pytest.mark.parametrize("parts", PROGRAMS.values(), ids=PROGRAMS)
def test_what_is_freed_lives_as_long_as_it_is_used(parts: list[str]) -> None:
    module = ownlog.parse(re.sub(r"\bT\b", "memref<8xf32>", "".join([_HEAD, *parts, "  return\n}\n"])))
    run_passes(module, parse_pipeline("buffer-deallocation-pipeline"), Context(gate=False))
    verdict = check(ownlog.parse(str(module)))
    assert verdict.status == "clean", str(module)

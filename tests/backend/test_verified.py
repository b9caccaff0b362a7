"""What passes make is verified before it is handed out:

IR that is not valid is a fault of Ownlog's, and is not printed.
"""

from collections.abc import Callable

import pytest

import ownlog
from ownlog.backend.canonicalization import cse
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Pass, Step
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import INTERNAL_ERROR, Fault, InputError
from ownlog.frontend.forms.language.attributes import array_text
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.made import verify_made
from tests.tools import OwnlogFork
from tests.warm import load_all

TEXT = """func.func private @g(memref<4xf32>)
func.func private @h(memref<?xf32>)
func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) -> f32 {
  %i = arith.constant 0 : index
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  linalg.map { arith.negf } ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)
  func.call @g(%m) : (memref<4xf32>) -> ()
  func.call @h(%v) : (memref<?xf32>) -> ()
  cf.cond_br %c, ^one, ^two
^one:
  %a = memref.load %v[%i] : memref<?xf32>
  cf.br ^end(%a : f32)
^two:
  %b = memref.load %n[%i] : memref<4xf32>
  cf.br ^end(%b : f32)
^end(%r: f32):
  return %r : f32
}
"""
Change = Callable[[Module], None]


def _op(module: Module, name: str, number: int = 0) -> Op:
    return [op for op in module.walk() if op.name == name][number]


def _uncast(module: Module) -> None:
    use, cast = _op(module, "linalg.map"), _op(module, "memref.cast")
    use.set_operands([cast.results[0], use.operands[1]])


def _fewer_indices(module: Module) -> None:
    load = _op(module, "memref.load")
    load.set_operands(load.operands[:1])


def _undominated(module: Module) -> None:
    load, other = _op(module, "memref.load"), _op(module, "cf.br", 1)
    other.set_operands([load.results[0]])


def _too_early(module: Module) -> None:
    block = _op(module, "func.func", 2).regions[0].blocks[0]
    call = _op(module, "func.call", 1)
    block.set_ops([call, *[op for op in block.ops if op is not call]])


def _removed(module: Module) -> None:
    block = _op(module, "func.func", 2).regions[0].blocks[0]
    block.remove(_op(module, "arith.constant"))


def _other_return(module: Module) -> None:
    end = _op(module, "func.return")
    end.set_operands([])


def _other_callee(module: Module) -> None:
    function = _op(module, "func.func")
    function.properties["function_type"] = "(memref<5xf32>) -> ()"
    function.mark_changed()


def _no_callee(module: Module) -> None:
    call = _op(module, "func.call")
    call.properties["callee"] = "@nobody"
    call.mark_changed()


def _wrong_attribute(module: Module) -> None:
    slice_ = _op(module, "memref.cast")
    slice_.name = "memref.collapse_shape"
    slice_.properties["reassociation"] = array_text(["0"])
    slice_.mark_changed()


def _other_type(module: Module) -> None:
    value = _op(module, "memref.load").results[0]
    value.type = Type.get("i32")
    _op(module, "memref.load").mark_changed()
    _op(module, "cf.br").mark_changed()


CHANGES = (
    _uncast, _fewer_indices, _undominated, _too_early, _removed, _other_return, _other_callee, _no_callee,
    _wrong_attribute, _other_type,
)  # fmt: skip


def test_a_module_that_was_read_is_valid() -> None:
    module = ownlog.parse(TEXT)
    verify_made(module)
    for op in module.walk():
        op.mark_changed()
    verify_made(module)


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_not_valid_is_found(change: Change) -> None:
    module = ownlog.parse(TEXT)
    change(module)
    with pytest.raises(InputError):
        verify_made(module)


@pytest.fixture
def _faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    load_all()
    faulty = Pass("cse", "make something that is not valid", lambda module, options, context: _uncast(module))
    monkeypatch.setattr(cse, "PASSES", (faulty,))


@pytest.mark.usefixtures("_faulty")
def test_the_pass_that_is_to_blame_is_named_and_the_module_stays() -> None:
    module = ownlog.parse(TEXT, "in.mlir")
    with pytest.raises(Fault) as caught:
        ownlog.run_pipeline(module, "canonicalize,cse,buffer-hoisting")
    found = caught.value.diagnostic
    assert found.message.startswith(
        "internal error: the output of cse is not valid: 'linalg.map' op expected shape of input (?)"
    )
    assert found.advice is not None
    assert "please report it" in found.advice
    assert found.position is not None
    assert found.position.line == 6
    assert str(module) == TEXT


@pytest.mark.usefixtures("_faulty")
def test_nothing_is_printed_and_the_status_says_who_is_to_blame() -> None:
    ran = OwnlogFork()(["--cse", "-"], TEXT)
    assert (ran.status, ran.out) == (INTERNAL_ERROR, "")
    assert ran.err.startswith("<stdin>:6:3: error: internal error: the output of cse is not valid")
    unverified = OwnlogFork()(["--cse", "--no-gate", "-"], TEXT)
    assert (unverified.status, unverified.err) == (0, "")
    assert "ins(%v : memref<?xf32>)" in unverified.out


@pytest.mark.usefixtures("_faulty")
def test_a_module_that_was_changed_before_stays_as_it_is() -> None:
    module = ownlog.parse(TEXT)
    run_passes(module, [Step("canonicalize")], Context())
    for op in module.ops:
        op.mark_changed()
    with pytest.raises(Fault):
        run_passes(module, [Step("cse")], Context())

"""Modules and operations of MLIR's Python bindings and of xDSL: read by their generic form, and made of results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import ownlog
from ownlog.base.errors import InputError

TEXT = """func.func @f(%m: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %m, %a : memref<4xf32> to memref<4xf32>
  return
}
"""
_GENERIC = """"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4xf32> loc("a.py":1:2)):
    %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32> loc("a.py":3:4)
    "memref.copy"(%arg0, %0) : (memref<4xf32>, memref<4xf32>) -> () loc("a.py":4:4)
    "func.return"() : () -> () loc(unknown)
  }) : () -> () loc("a.py":1:0)
}) : () -> () loc(unknown)
"""


@dataclass
class _Operation:
    """As MLIR's bindings have it."""

    text: str
    context: object
    name: str = "builtin.module"

    def get_asm(self, **options: Any) -> str:
        assert options["print_generic_op_form"]
        return self.text

    @classmethod
    def parse(cls, text: str, context: object = None) -> _Operation:
        if context == "refuses":
            raise RuntimeError("Unable to parse operation assembly")
        return cls(text, context)


class _Module:
    def __init__(self, text: str, context: object) -> None:
        self.operation = _Operation(text, context)
        self.context = context

    @classmethod
    def parse(cls, text: str, context: object) -> _Module:
        if context == "refuses":
            raise RuntimeError("Unable to parse module assembly")
        return cls(text, context)


def test_a_module_of_bindings_goes_there_and_back() -> None:
    given = _Module(_GENERIC, "a context")
    module = ownlog.run_pipeline(ownlog.parse(given), "buffer-deallocation-pipeline")
    made = module.to(given)
    assert (type(made), made.context) == (_Module, "a context")
    assert '"memref.dealloc"(%0) : (memref<4xf32>) -> ()' in made.operation.text
    assert '() -> memref<4xf32> loc("a.py":3:4)' in made.operation.text
    assert module.to(given, "another").context == "another"
    assert ownlog.analyze(given).module.source.name == "<_Module>"


def test_an_operation_stays_one() -> None:
    function = "".join(_GENERIC.splitlines(keepends=True)[1:-1])
    given = _Operation(function, "a context", "func.func")
    made = ownlog.parse(given).to(given)
    assert made.text.startswith('"func.func"()')
    assert ownlog.parse(given).to(_Module("", 1)).operation.text.startswith('"builtin.module"()')


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="a int cannot be read as MLIR"):
        ownlog.parse(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a int has no MLIR to become like"):
        ownlog.parse(TEXT).to(3)
    with pytest.raises(InputError, match="does not read the result: Unable to parse module assembly"):
        ownlog.parse(TEXT).to(_Module("", "refuses"))


def test_bindings_of_iree() -> None:
    ir = pytest.importorskip("iree.compiler.ir")
    with ir.Context():
        given = ir.Module.parse(TEXT)
        made = ownlog.run_pipeline(ownlog.parse(given), "buffer-deallocation-pipeline").to(given)
        assert isinstance(made, ir.Module)
        assert made.operation.verify()
        assert "memref.dealloc" in str(made)
        function = given.body.operations[0]
        made = ownlog.run_pipeline(ownlog.parse(function), "buffer-deallocation-pipeline").to(function)
        assert made.operation.name == "func.func"
        assert "memref.dealloc" in str(made)


def test_bindings_of_jaxlib() -> None:
    ir = pytest.importorskip("jaxlib.mlir.ir")
    mlir = pytest.importorskip("jax._src.interpreters.mlir")
    with mlir.make_ir_context() as context:
        context.allow_unregistered_dialects = True
        given = ir.Module.parse(str(ownlog.parse(_GENERIC)))
        made = ownlog.run_pipeline(ownlog.parse(given), "buffer-deallocation-pipeline").to(given)
        assert "memref.dealloc" in str(made)


def test_modules_of_xdsl() -> None:
    pytest.importorskip("xdsl.ir")
    from xdsl.context import Context
    from xdsl.dialects import get_all_dialects
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.parser import Parser

    context = Context()
    for name, dialect in get_all_dialects().items():
        context.register_dialect(name, dialect)
    given = Parser(context, str(ownlog.parse(TEXT).to(_Module("", 1)).operation.text)).parse_module()
    module = ownlog.run_pipeline(ownlog.parse(given), "buffer-deallocation-pipeline")
    for made in (module.to(given), module.to(given, context)):
        assert isinstance(made, ModuleOp)
        made.verify()
        assert "memref.dealloc" in str(made)

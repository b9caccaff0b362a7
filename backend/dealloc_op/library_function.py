"""The library function of lowered deallocations, which compares many buffers; one in each symbol table that needs it.

Source of the algorithm: the `dealloc_helper` of MLIR's `-bufferization-lower-deallocations`, with one loop more: if two
buffers to free are the same, the condition of the later one is first added to that of the earlier one. (Without it a
buffer leaks that is listed twice, first with a condition that is false.)
"""

from __future__ import annotations

from ownlog.frontend import parse
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.text.spelling import symbol_reference

# Arguments: the pointers to free, those to retain, and the conditions; then the answers: what to free, and which
# retained ones are owned.
_TEXT = """\
func.func private @NAME(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xi1>, %arg3: memref<?xi1>, \
%arg4: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %dim = memref.dim %arg0, %c0 : memref<?xindex>
  %dim_0 = memref.dim %arg1, %c0 : memref<?xindex>
  scf.for %arg5 = %c0 to %dim_0 step %c1 {
    memref.store %false, %arg4[%arg5] : memref<?xi1>
  }
  scf.for %arg5 = %c1 to %dim step %c1 {
    %0 = memref.load %arg0[%arg5] : memref<?xindex>
    %1 = memref.load %arg2[%arg5] : memref<?xi1>
    scf.for %arg6 = %c0 to %arg5 step %c1 {
      %2 = memref.load %arg0[%arg6] : memref<?xindex>
      %3 = arith.cmpi eq, %2, %0 : index
      scf.if %3 {
        %4 = memref.load %arg2[%arg6] : memref<?xi1>
        %5 = arith.ori %4, %1 : i1
        memref.store %5, %arg2[%arg6] : memref<?xi1>
      }
    }
  }
  scf.for %arg5 = %c0 to %dim step %c1 {
    %0 = memref.load %arg0[%arg5] : memref<?xindex>
    %1 = memref.load %arg2[%arg5] : memref<?xi1>
    %2 = scf.for %arg6 = %c0 to %dim_0 step %c1 iter_args(%arg7 = %true) -> (i1) {
      %5 = memref.load %arg1[%arg6] : memref<?xindex>
      %6 = arith.cmpi eq, %5, %0 : index
      scf.if %6 {
        %9 = memref.load %arg4[%arg6] : memref<?xi1>
        %10 = arith.ori %9, %1 : i1
        memref.store %10, %arg4[%arg6] : memref<?xi1>
      }
      %7 = arith.cmpi ne, %5, %0 : index
      %8 = arith.andi %arg7, %7 : i1
      scf.yield %8 : i1
    }
    %3 = scf.for %arg6 = %c0 to %arg5 step %c1 iter_args(%arg7 = %2) -> (i1) {
      %5 = memref.load %arg0[%arg6] : memref<?xindex>
      %6 = arith.cmpi ne, %5, %0 : index
      %7 = arith.andi %arg7, %6 : i1
      scf.yield %7 : i1
    }
    %4 = arith.andi %3, %1 : i1
    memref.store %4, %arg3[%arg5] : memref<?xi1>
  }
  return
}
"""


class Helpers:
    """The library functions of one module."""

    def __init__(self, module: Module, traits: Traits) -> None:
        self.module = module
        self.traits = traits
        self._names: dict[Block, str] = {}

    def symbol(self, function: Op) -> str:
        """The reference by which `function` calls the library function of its symbol table."""
        table = self.traits.table_around(function)
        assert table is not None
        if table not in self._names:
            taken = {symbol_reference(name) for op in table.ops if (name := op.attribute("sym_name")) is not None}
            name, number = "dealloc_helper", 0
            while f"@{name}" in taken:
                name, number = f"dealloc_helper_{number}", number + 1
            self._names[table] = name
        return f"@{self._names[table]}"

    def place(self) -> None:
        """Put the functions that were asked for at the ends of their symbol tables."""
        for table, name in self._names.items():
            table.append(_helper(name, "" if table is self.module.top else "  "))


def _helper(name: str, indent: str) -> Op:
    text = _TEXT.replace("NAME", name).replace("\n", f"\n{indent}")
    (function,) = parse(text, "<dealloc_helper>").ops
    return function

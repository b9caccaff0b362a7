"""Runs a function of a corpus file: a `@main` that makes what it takes, calls it, and observes what it gives and what
it took.
"""

import re
from collections.abc import Callable

from ownlog.frontend.forms.dialects.func import split_function_type
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module

_MOST = 20_000
_BUFFER = re.compile(r"memref<((?:\d+x)*)(f32|f64|i1|i8|i16|i32|i64|index)>$")
_SCALARS = {"f32", "f64", "i1", "i8", "i16", "i32", "i64", "index"}
_DECLARATIONS = (
    "func.func private @observe_f32(f32)\nfunc.func private @observe_i64(i64)\nfunc.func private @restart(i32)\n"
)


def entry(module: Module) -> Op | None:
    """The function to call: the first with a body that is not private, if all it takes and gives can be made and
    observed.
    """
    for op in module.functions():
        if op.regions and op.regions[0].blocks and op.attribute("sym_visibility") in (None, '"public"'):
            inputs, outputs = split_function_type(op.attribute("function_type") or "")
            return op if all(_size(type_) for type_ in (*inputs, *outputs)) else None
    return None


def _size(type_: str) -> int:
    """How many elements there are, 1 for a scalar; 0 where it cannot be made."""
    if type_ in _SCALARS:
        return 1
    found = _BUFFER.match(type_)
    size = 1
    for number in found[1].split("x")[:-1] if found else ():
        size *= int(number)
    return size if found and size <= _MOST else 0


class Driver:
    """Writes the function that calls `function`, under its name in the joined program."""

    def __init__(self, function: Op, name: str) -> None:
        self.inputs, self.outputs = split_function_type(function.attribute("function_type") or "")
        self.name = name
        self.lines: list[str] = []
        self._names = 0

    def fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def define(self, value: str) -> str:
        name = self.fresh()
        self.lines.append(f"  {name} = {value}")
        return name

    def text(self, calls: int) -> str:
        """The whole, with some calls one after the other."""
        zero = self.define("arith.constant 0 : i32")
        self.lines.append(f"  func.call @restart({zero}) : (i32) -> ()")
        given = [self.made(type_) for type_ in self.inputs]
        for _ in range(calls):
            results = [self.fresh() for _ in self.outputs]
            define = f"{', '.join(results)} = " if results else ""
            types = f"({', '.join(self.inputs)}) -> ({', '.join(self.outputs)})"
            self.lines.append(f"  {define}func.call @{self.name}({', '.join(given)}) : {types}")
            for value, type_ in zip(results, self.outputs, strict=True):
                self.observed(value, type_)
                if type_ not in _SCALARS:
                    self.lines.append(f"  memref.dealloc {value} : {type_}")
        for value, type_ in zip(given, self.inputs, strict=True):
            self.observed(value, type_)
            if type_ not in _SCALARS:
                self.lines.append(f"  memref.dealloc {value} : {type_}")
        return "\n".join([_DECLARATIONS, "func.func @main() {", *self.lines, "  return", "}", ""])

    def made(self, type_: str) -> str:
        if type_ in _SCALARS:
            return self.scalar(self.define("arith.constant 1 : index"), type_)
        name = self.define(f"memref.alloc() : {type_}")
        element = type_.rstrip(">").split("x")[-1].removeprefix("memref<")
        self.loops(type_, lambda indices: self.store(indices, name, element, type_))
        return name

    def store(self, indices: list[str], name: str, element: str, type_: str) -> None:
        total = self.define("arith.constant 1 : index")
        for index in indices:
            total = self.define(f"arith.addi {total}, {index} : index")
        self.lines.append(f"  memref.store {self.scalar(total, element)}, {name}[{', '.join(indices)}] : {type_}")

    def scalar(self, index: str, type_: str) -> str:
        """A small number of a type; integers are 0 or 1, so that they may be used as places."""
        number = self.define(f"arith.index_cast {index} : index to i32")
        if type_ in ("f32", "f64"):
            value = self.define(f"arith.sitofp {number} : i32 to {type_}")
            eighth = self.define(f"arith.constant 0.125 : {type_}")
            return self.define(f"arith.mulf {value}, {eighth} : {type_}")
        one = self.define("arith.constant 1 : i32")
        bit = self.define(f"arith.andi {number}, {one} : i32")
        if type_ == "i32":
            return bit
        if type_ == "index":
            return self.define(f"arith.index_cast {bit} : i32 to index")
        return self.define(f"arith.{'extui' if type_ == 'i64' else 'trunci'} {bit} : i32 to {type_}")

    def loops(self, type_: str, body: Callable[[list[str]], None]) -> None:
        found = _BUFFER.match(type_)
        sizes = found[1].split("x")[:-1] if found else []
        first, step = self.define("arith.constant 0 : index"), self.define("arith.constant 1 : index")
        bounds = [self.define(f"arith.constant {size} : index") for size in sizes]
        indices = [self.fresh() for _ in sizes]
        self.lines += [
            f"  scf.for {index} = {first} to {bound} step {step} {{"
            for index, bound in zip(indices, bounds, strict=True)
        ]
        body(indices)
        self.lines += ["  }"] * len(sizes)

    def observed(self, value: str, type_: str) -> None:
        if type_ in _SCALARS:
            self.scalar_observed(value, type_)
            return
        element = type_.rstrip(">").split("x")[-1].removeprefix("memref<")

        def body(indices: list[str]) -> None:
            self.scalar_observed(self.define(f"memref.load {value}[{', '.join(indices)}] : {type_}"), element)

        self.loops(type_, body)

    def scalar_observed(self, value: str, type_: str) -> None:
        if type_ == "f64":
            value, type_ = self.define(f"arith.truncf {value} : f64 to f32"), "f32"
        if type_ == "f32":
            self.lines.append(f"  func.call @observe_f32({value}) : (f32) -> ()")
            return
        if type_ != "i64":
            value = self.define(f"arith.{'index_cast' if type_ == 'index' else 'extui'} {value} : {type_} to i64")
        self.lines.append(f"  func.call @observe_i64({value}) : (i64) -> ()")

"""Programs in which it takes a closer look to see who calls a function: references of every spelling, and callers
outside of the module.

What follows the mark `OUTSIDE` calls by the signature that a function was written with, and frees what it is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.execution.programs.buffers import DYNAMIC, STATIC
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE

_EXTERNALS = """\
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
"""
_BODIES = {
    "keep": ["return %a : $"],
    "either": ["%n = func.call @make() : () -> $", "%x = arith.select %c, %a, %n : $", "return %x : $"],
    "fresh": ["%n = func.call @make() : () -> $", "return %n : $"],
    "branch": [
        "cf.cond_br %c, ^bb1(%a : $), ^bb2", "^bb1(%x: $):", "return %x : $", "^bb2:",
        "%n = func.call @make() : () -> $",
        "cf.br ^bb1(%n : $)",
    ],
    "free": ["%n = func.call @make() : () -> $", "memref.dealloc %a : $", "return %n : $"],
    "perhaps": [
        "%n = func.call @make() : () -> $", "%x = scf.if %c -> ($) {", "  scf.yield %n : $", "} else {",
        "  scf.yield %a : $", "}",
        "return %x : $",
    ],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picker:
    """A function that takes an i1 and a buffer and gives a buffer."""

    name: str
    kind: str
    type: str
    # Whether somebody who is not in sight may call it.
    exposed: bool

    @property
    def signature(self) -> str:
        return f"(i1, {self.type}) -> {self.type}"


class Symbols:
    """Writes one module."""

    def __init__(self, choices: Choices, spells: bool) -> None:
        self.choices = choices
        self.type = choices.one_of((STATIC, DYNAMIC))
        # Whether references are written in other ways than MLIR prints them.
        self.spells = spells
        self.aliases: list[str] = []
        self.table: list[str] = []
        self.functions: list[str] = []
        self.pickers: list[Picker] = []
        self.lines: list[str] = []
        self._names = 0

    def fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def emit(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def alias(self, text: str) -> str:
        self.aliases.append(f"#s{len(self.aliases)} = {text}")
        return self.aliases[-1].partition(" ")[0]

    def spelled(self, name: str) -> str:
        """A reference to a function."""
        return f'@"\\{ord(name[0]):X}{name[1:]}"' if self.spells and self.choices.chance(30) else f"@{name}"

    def picker(self, number: int) -> Picker:
        name, kind = f"pick{number}", self.choices.one_of([*_BODIES])
        exposure = self.choices.one_of(("private", "public", "nested", "interface", "table", "alias", "attribute"))
        attributes = ""
        if exposure == "interface":
            attributes = " attributes {llvm.emit_c_interface}"
        elif exposure == "table":
            self.table.append(self.spelled(name))
        elif exposure == "alias":
            self.table.append(self.alias(self.choices.one_of((self.spelled(name), f"[{self.spelled(name)}]"))))
        elif exposure == "attribute":
            attributes = f" attributes {{my.calls = {{first = [{self.spelled(name)}]}}}}"
        visibility = {"public": "", "nested": "nested "}.get(exposure, "private ")
        head = f"func.func {visibility}@{name}(%c: i1, %a: {self.type}) -> {self.type}{attributes} {{"
        lines = [line if line.startswith("^") else f"  {line}" for line in _BODIES[kind]]
        # The attribute is another function's, so that it is no use by the function itself.
        if exposure == "attribute":
            head = head.replace(attributes, "")
            self.functions.append(f"func.func private @user{number}(){attributes} {{\n  return\n}}\n")
        self.functions.append("\n".join([head, *lines, "}", ""]).replace("$", self.type))
        return Picker(name, kind, self.type, exposure not in ("private", "nested"))

    def call(self, picker: Picker, condition: str, given: str) -> str:
        """A call, or something else that does it."""
        result, way = self.fresh(), self.choices.below(6)
        # What may call a function that frees is refused mostly.
        if way in (3, 4) and any(other.kind == "free" for other in self.pickers) and self.choices.chance(80):
            way = 0
        if way == 1:
            self.emit(
                f'{result} = "func.call"({condition}, {given}) <{{callee = {self.spelled(picker.name)}}}> :'
                f" {picker.signature}"
            )
        elif way == 2 and self.spells:
            reference = self.alias(self.spelled(picker.name))
            self.emit(f'{result} = "func.call"({condition}, {given}) <{{callee = {reference}}}> : {picker.signature}')
        elif way == 3:
            self.indirect(result, self.function(picker), condition, given, picker.signature)
        elif way == 4:
            alike = [other for other in self.pickers if (other.kind == "free") == (picker.kind == "free")]
            pair = self.function(picker), self.function(self.choices.one_of(alike))
            self.indirect(result, self.chosen(*pair, condition, picker.signature), condition, given, picker.signature)
        else:
            self.emit(f"{result} = func.call {self.spelled(picker.name)}({condition}, {given}) : {picker.signature}")
        return result

    def function(self, picker: Picker) -> str:
        name = self.fresh()
        self.emit(f"{name} = func.constant {self.spelled(picker.name)} : {picker.signature}")
        return name

    def chosen(self, left: str, right: str, condition: str, signature: str) -> str:
        """One of two functions, after it went through a cast perhaps."""
        last = self.fresh()
        if self.choices.chance(50):
            self.emit(f"{last} = arith.select {condition}, {left}, {right} : {signature}")
        else:
            self.emit(f"{last} = scf.if {condition} -> ({signature}) {{")
            self.emit(f"  scf.yield {left} : {signature}")
            self.emit("} else {")
            self.emit(f"  scf.yield {right} : {signature}")
            self.emit("}")
        if self.choices.chance(40):
            pointer, given = self.fresh(), last
            last = self.fresh()
            self.emit(f"{pointer} = builtin.unrealized_conversion_cast {given} : {signature} to !llvm.ptr")
            self.emit(f"{last} = builtin.unrealized_conversion_cast {pointer} : !llvm.ptr to {signature}")
        return last

    def indirect(self, result: str, function: str, condition: str, given: str, signature: str) -> None:
        """A call of a function that is a value; its type is written as an alias sometimes."""
        if self.spells and self.choices.chance(40):
            type_ = f"!f{len(self.aliases)}"
            self.aliases.append(f"{type_} = {signature}")
            self.emit(
                f'{result} = "func.call_indirect"({function}, {condition}, {given}) : ({type_}, i1, {self.type}) ->'
                f" {self.type}"
            )
        else:
            self.emit(f"{result} = func.call_indirect {function}({condition}, {given}) : {signature}")

    def make(self) -> str:
        name = self.fresh()
        self.emit(f"{name} = func.call {self.spelled('make')}() : () -> {self.type}")
        return name

    def show(self, buffer: str) -> None:
        value = self.fresh()
        self.emit(f"{value} = memref.load {buffer}[%i0] : {self.type}")
        self.emit(f"func.call @observe_i32({value}) : (i32) -> ()")

    def caller(self, pickers: list[Picker]) -> str:
        """A function that calls some of them."""
        self.pickers = pickers
        self.lines = ["  %i0 = arith.constant 0 : index", "  %yes = arith.constant true"]
        known: list[str] = []
        for _ in range(1 + self.choices.below(4)):
            picker = self.choices.one_of(pickers)
            place = self.choices.below(len(known) + 1)
            # Nobody else may have what the function frees.
            fresh = picker.kind == "free" or place == len(known)
            given = self.make() if fresh else known[place]
            result = self.call(picker, self.choices.one_of(("%c", "%yes")), given)
            self.show(result)
            known += [result] if picker.kind == "free" else [result, *([given] if fresh else [])]
        for buffer in known:
            self.show(buffer)
        return "\n".join(["func.func @f(%c: i1) {", *self.lines, "  return", "}", ""])

    def outside(self, pickers: list[Picker]) -> str:
        """What was compiled elsewhere: it owns what it is given, and what it gave unless that is freed."""
        self.lines = ["  %i0 = arith.constant 0 : index"]
        for picker in pickers:
            if picker.exposed:
                given, result = self.fresh(), self.fresh()
                self.emit(f"{given} = func.call @elsewhere() : () -> {self.type}")
                self.emit(f"{result} = func.call @{picker.name}(%c, {given}) : {picker.signature}")
                for buffer in [result] if picker.kind == "free" else [given, result]:
                    self.show(buffer)
                    self.emit(f"memref.dealloc {buffer} : {self.type}")
        return "\n".join(["func.func @outside(%c: i1) {", *self.lines, "  return", "}", ""])

    def maker(self, name: str) -> str:
        """A function that makes a buffer."""
        size = "%i4" if self.type == DYNAMIC else ""
        lines = [
            "%i0 = arith.constant 0 : index",
            "%i4 = arith.constant 4 : index",
            f"%n = memref.alloc({size}) : {self.type}",
        ]
        lines += [
            "%x = func.call @next_i32() : () -> i32",
            f"memref.store %x, %n[%i0] : {self.type}",
            f"return %n : {self.type}",
        ]
        return "\n".join([f"func.func private @{name}() -> {self.type} {{", *(f"  {line}" for line in lines), "}", ""])


_MAIN = """\
func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  func.call @f(%yes) : (i1) -> ()
  func.call @f(%no) : (i1) -> ()
  func.call @outside(%yes) : (i1) -> ()
  func.call @outside(%no) : (i1) -> ()
  return
}
"""


def generate(choices: Choices) -> str:
    """The text of a program."""
    return program(choices, spells=choices.chance(40))


def program(choices: Choices, spells: bool) -> str:
    """The text of a program, with references that are written in other ways than MLIR prints them or not."""
    symbols = Symbols(choices, spells)
    pickers = [symbols.picker(number) for number in range(1 + choices.below(3))]
    caller = symbols.caller(pickers)
    functions = [*symbols.functions, symbols.maker("make"), caller]
    table = f" attributes {{my.table = [{', '.join(symbols.table)}]}}" if symbols.table else ""
    module = "\n".join([f"module{table} {{", _EXTERNALS, *functions, "}", ""])
    outside = [symbols.maker("elsewhere"), symbols.outside(pickers), _MAIN]
    return "\n".join([*symbols.aliases, module, OUTSIDE, *outside])


def flat(text: str) -> list[str]:
    """The program without the module around it and without escapes, so that it can stand beside others."""
    text = re.sub(r'@"\\([0-9A-Fa-f]{2})(\w*)"', lambda found: f"@{chr(int(found[1], 16))}{found[2]}", text)
    return [unwrapped(text)]


def unwrapped(text: str) -> str:
    """The program without the module that is around all but what was compiled elsewhere."""
    inside, mark, outside = text.partition(OUTSIDE)
    lines = inside.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("module")), None)
    if start is None:
        return text
    end = max(number for number, line in enumerate(lines) if line == "}")
    return "\n".join([*lines[:start], *lines[start + 1 : end], *lines[end + 1 :], mark, outside])

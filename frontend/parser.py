"""MLIR text to IR: files, operations in generic form, regions and blocks. Custom forms are in `forms`, looked up by op name."""

from __future__ import annotations

import sys

from ownlog.frontend import tokens as t
from ownlog.frontend.cursor import Attributes
from ownlog.frontend.dominance import check_dominance
from ownlog.frontend.forms import registry
from ownlog.frontend.ir import Block, Module, Op, Region, Value
from ownlog.frontend.scope import Scope, Use
from ownlog.frontend.source import Source
from ownlog.frontend.types import Type

MAX_DEPTH = 500  # nested regions
_FRAMES_PER_REGION = 16

Argument = tuple[str, Type, int, str | None, str | None]  # name, type, offset, attributes, location


class Parser(Scope):
    """Reads one chunk of text. Forms call the methods below; what they need to know about the op in hand is in its `Op`."""

    def __init__(self, source: Source, allow_unregistered: bool = True) -> None:
        super().__init__(source)
        self.allow_unregistered = allow_unregistered
        self.depth = 0
        self.block = Block()
        self.labels: dict[str, Block] = {}
        self.forward_labels: dict[str, int] = {}
        self.branches: list[Op] = []  # of the current region, to be compared with their successors' arguments
        self.defaults: str | None = "builtin"  # the dialect whose name may be dropped here

    # Files

    def module(self) -> Module:
        """The whole text."""
        module = Module(self.source, self.block, 0)
        end = 0
        while self.next() < len(self.text):
            found = t.ALIAS_DEFINITION.match(self.text, self.pos)
            if found is not None:
                self._alias(found[1], found.start(1), found.end(), module)
            elif self.peek("{-#"):
                self._resources()
            else:
                self.operation(self.pos)
                end = self.pos
                continue
            module.fixed.append((end, self.pos))
            end = self.pos
        self.check_undeclared()
        module.tail_start = end
        check_dominance(module, self.deferred)
        return module

    def _alias(self, name: str, at: int, end: int, module: Module) -> None:
        kind, table = ("type", module.type_aliases) if name[0] == "!" else ("attribute", module.attribute_aliases)
        if "." in name:
            self.fail(f"{kind} names with a '.' are reserved for dialect-defined names", f"write '{name.replace('.', '_')}'", at=at)
        if name in table:
            self.fail(f"redefinition of {kind} alias id '{name[1:]}'", at=at)
        self.pos = end
        if kind == "type":
            self.aliases[name] = self.resolved(self.type().text, at)
        elif (location := self.optional_location()) is not None:
            self.aliases[name] = location
        else:
            self.aliases[name] = self.resolved(self.attribute(), at)
        table[name] = self.aliases[name]

    def _resources(self) -> None:
        start = self.next()
        end = self.text.find("#-}", start)
        if end < 0:
            self.fail("expected '#-}' at the end of the file metadata", at=start)
        self.pos = end + len("#-}")

    # Operations

    def operation(self, lead_start: int) -> None:
        """Read one op and append it to the current block."""
        found = t.HEAD.match(self.text, self.pos)
        if found is None:
            self._long_operation(lead_start)
            return
        name = found[2]
        start = found.start(1)
        results: list[tuple[str, int, int]] = []
        if start < 0:
            start = found.start(2)
        else:
            results.append((found[1], 1, start))
        self.pos = found.end()
        form = registry.lookup(name) or self._default_form(name)
        if form is None:
            self._unknown(name, found.start(2))
        op = Op(form.name)
        self._begin(op, lead_start, start)
        self._finish(op, results, form.parse(self, op))

    def _begin(self, op: Op, lead_start: int, start: int) -> None:
        op.source = self.source
        op.lead_start, op.start = lead_start, start
        op.parent = self.block
        self.op = op

    def _finish(self, op: Op, results: list[tuple[str, int, int]], types: list[Type]) -> None:
        found = t.LOCATION.match(self.text, self.pos)
        if found is not None:
            op.location = self.optional_location()
        op.end = self.pos
        if results:
            self._define_results(op, results, types)
        elif types:
            op.results = [Value("", type, op, i) for i, type in enumerate(types)]
        self.block.ops.append(op)

    def _define_results(self, op: Op, results: list[tuple[str, int, int]], types: list[Type]) -> None:
        named = sum(size for _, size, _ in results)
        if len(types) == 0:
            self.fail("cannot name an operation with no results", "drop the name before '='", at=op.start)
        if named != len(types):
            self.fail(f"operation defines {len(types)} results but was provided {named} to bind", at=op.start)
        at = 0
        for name, size, offset in results:
            op.results += self.define(name, types[at : at + size], op, at, offset)
            at += size

    def _long_operation(self, lead_start: int) -> None:
        """An op with several result names, or in generic form."""
        start = self.next()
        results: list[tuple[str, int, int]] = []
        while (found := t.RESULT.match(self.text, self.pos)) is not None:
            size = 1 if found[2] is None else int(found[2])
            if size == 0:
                self.fail("expected named operation to have at least 1 result", at=found.start(2))
            results.append((found[1], size, found.start(1)))
            self.pos = found.end()
            if not self.accept(","):
                self.expect("=")
                break
        at = self.next()
        if (quoted := self.take(t.STRING_TOKEN)) is not None:
            op = Op(quoted[1:-1], form="generic")
            self._begin(op, lead_start, start)
            self._finish(op, results, self._generic(op, at))
            return
        name = self.take(t.KEYWORD)
        if name is None:
            self._no_operation(at)
        form = registry.lookup(name) or self._default_form(name)
        if form is None:
            self._unknown(name, at)
        op = Op(form.name)
        self._begin(op, lead_start, start)
        self._finish(op, results, form.parse(self, op))

    def _no_operation(self, at: int) -> None:
        if self.text.startswith("/*", at):
            self.fail("unexpected character", "comments start with '//' and end with their line", at=at)
        if t.ALIAS_DEFINITION.match(self.text, at):
            self.fail("expected operation name in quotes", "aliases are defined at the top level of the file", at=at)
        self.fail("expected operation name in quotes", "an op is `dialect.name ...` or `\"dialect.name\"(...)`", at=at)

    def _default_form(self, name: str) -> registry.Form | None:
        if "." in name or self.defaults is None:
            return None
        return registry.lookup(f"{self.defaults}.{name}") or (registry.lookup("builtin.module") if name == "module" else None)

    def _unknown(self, name: str, at: int) -> None:
        advice = registry.RENAMED.get(name)
        if advice is None and "." not in name and (registry.lookup(f"func.{name}") is not None):
            advice = f"write 'func.{name}': the dialect may be dropped directly inside a function body only"
        if advice is None:
            advice = "run the input through `mlir-opt --mlir-print-op-generic`: the generic form of every op is read"
        self.fail(f"custom op '{name}' is unknown", advice, at=at)

    def _generic(self, op: Op, at: int) -> list[Type]:
        form = registry.lookup(op.name)
        if form is None and not self.allow_unregistered:
            self.fail(f"unregistered operation '{op.name}' found", "it is read when unregistered dialects are allowed", at=at)
        self.expect("(")
        uses = self.operands()
        self.expect(")")
        if self.accept("["):
            op.successors.append(self.successor())
            while self.accept(","):
                op.successors.append(self.successor())
            self.expect("]")
        if self.accept("<"):
            op.properties = self.dictionary()
            self.expect(">")
        if self.accept("("):
            self._generic_regions(op, form)
        if self.peek("{"):
            self._generic_attributes(op, form)
        self.expect(":", "the generic form ends with the types: `: (t, t) -> t`")
        at = self.pos
        inputs, outputs = self.function_type()
        if len(inputs) != len(uses):
            self.fail(f"expected {len(uses)} operand type{'s' * (len(uses) != 1)} but had {len(inputs)}", at=at)
        op.operands = self.resolve_all(uses, inputs)
        registry.read_segments(self, op)
        if op.successors:
            self.check_successors(op)
        return outputs

    def _generic_regions(self, op: Op, form: registry.Form | None) -> None:
        isolated = form is not None and form.isolated
        defaults = form.defaults if form is not None else None
        self.region(op, isolated=isolated, defaults=defaults)
        while self.accept(","):
            self.region(op, isolated=isolated, defaults=defaults)
        self.expect(")")

    def _generic_attributes(self, op: Op, form: registry.Form | None) -> None:
        at = self.next()
        inherent = form.inherent if form is not None else frozenset[str]()
        for key, text in self.dictionary().items():
            if key in inherent or key in registry.SEGMENT_NAMES:
                op.properties.setdefault(key, text)
            else:
                op.attrs[key] = text
        if self.peek("<"):
            self.fail("expected ':'", "properties `<{...}>` stand before the regions and the attributes", at=at)

    # Pieces that forms share

    def attr_dict(self, op: Op, inherent: frozenset[str] = frozenset(), keyword: bool = False) -> None:
        """An optional attribute dictionary (after the word `attributes` if `keyword`); inherent ones go to the properties."""
        if self.accept("attributes") if keyword else self.peek("{"):
            self.add_attributes(op, self.dictionary(), inherent)

    def add_attributes(self, op: Op, entries: Attributes, inherent: frozenset[str]) -> None:
        if not inherent:
            op.attrs.update(entries)
            return
        for key, text in entries.items():
            (op.properties if key in inherent else op.attrs)[key] = text

    def typed_operands(self, op: Op) -> list[Value]:
        """`%a, %b : t, t`, possibly nothing."""
        uses = self.operands()
        if not uses:
            return []
        self.expect(":", "operands are followed by their types: `%a, %b : t, t`")
        return self.resolve_all(uses, self.types())

    def successor(self) -> Block:
        """A block label; the block may come later."""
        found = t.LABEL.match(self.text, self.pos)
        if found is None:
            self.fail("expected block name", "successors look like ^bb1")
        self.pos = found.end()
        label = found[1]
        block = self.labels.get(label)
        if block is None:
            block = self.labels[label] = Block(label)
            self.forward_labels[label] = found.start(1)
        return block

    def successor_with_operands(self, op: Op) -> list[Value]:
        """`^bb1(%a : t)` or `^bb1`: adds the successor to the op, returns the operands."""
        op.successors.append(self.successor())
        if not self.accept("("):
            return []
        values = self.typed_operands(op)
        self.expect(")")
        return values

    def check_successors(self, op: Op) -> None:
        """Have the operands of a branch compared with the arguments of its successors when all of the region is read."""
        self.branches.append(op)

    def assignments(self) -> tuple[list[Use], list[Use]]:
        """`(%a = %b, ...)`: the names and what they stand for."""
        names: list[Use] = []
        uses: list[Use] = []
        self.expect("(")
        while not self.accept(")"):
            if names:
                self.expect(",")
            names.append(self.operand())
            self.expect("=")
            uses.append(self.operand())
        return names, uses

    def names(self, opening: str = "(", closing: str = ")") -> list[Use]:
        """`(%a, %b)`."""
        self.expect(opening)
        found = self.operands()
        self.expect(closing)
        return found

    @staticmethod
    def arguments(names: list[Use], types: list[Type]) -> list[Argument]:
        return [(use[1], type, use.start(1), None, None) for use, type in zip(names, types, strict=True)]

    def typed_argument(self, attributes: bool = True) -> Argument:
        """`%a : t {attrs} loc(...)`; only functions have `attributes`."""
        use = self.operand()
        if use[2] is not None:
            self.fail("result number not allowed in argument list", at=use.start(1))
        name = use[1]
        if name[1:].isdigit() and not self.peek(":"):
            self.fail("expected ':'", "a name that starts with a digit has digits only: '%0a' reads as '%0' and 'a'")
        self.expect(":")
        type = self.type()
        attrs = self.optional_dictionary_text() if attributes else None
        return name, type, use.start(1), attrs, self.optional_location()

    # Regions and blocks

    def region(
        self,
        op: Op,
        arguments: list[Argument] | None = None,
        *,
        isolated: bool = False,
        defaults: str | None = None,
        terminator: str | None = None,
        optional: bool = False,
    ) -> Region:
        """Read `{...}` as a new region of `op`.

        `arguments` are those of the entry block when the op's own syntax has named them. `terminator` is the op to add where the text may
        omit it. `optional`: without a '{' the region stays empty.
        """
        region = Region()
        op.add_region(region)
        start = self.next()
        if optional and not self.text.startswith("{", start):
            return region
        self.expect("{")
        region.start = start
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"regions are nested more than {MAX_DEPTH} deep", at=start)
        saved = self.block, self.labels, self.forward_labels, self.defaults, self.branches
        mark, early = len(self.defined), self.early
        self.labels, self.forward_labels, self.branches = {}, {}, []
        self.defaults = defaults
        if isolated:
            self.distant.update(self.defined)
            self.early = {}
        self._blocks(region, arguments)
        if isolated:
            self.check_undeclared()
            self.early = early
        self.forget(mark)
        self.block, self.labels, self.forward_labels, self.defaults, self.branches = saved
        self.op = op
        self.depth -= 1
        region.end = self.pos
        if terminator is not None:
            self.ensure_terminator(region, terminator)
        return region

    def ensure_terminator(self, region: Region, name: str) -> None:
        """Add the op that the text omits at the end of a region of one block."""
        if not region.blocks:
            region.append(Block())
        last = region.blocks[-1]
        if not last.ops or (last.ops[-1].name != name and not registry.is_terminator(last.ops[-1].name)):
            op = Op(name)
            if name == "scf.forall.in_parallel":
                op.add_region(Region([Block()]))
            op.parent = last
            last.ops.append(op)

    def _blocks(self, region: Region, arguments: list[Argument] | None) -> None:
        text = self.text
        first = self.next()
        if arguments or not text.startswith(("}", "^"), first) or (arguments is not None and text.startswith("}", first)):
            block = Block()
            region.append(block)
            self.block = block
            for name, type, at, attrs, location in arguments or ():
                block.arguments += self.define(name, [type], block, len(block.arguments), at)
                block.arguments[-1].attrs, block.arguments[-1].location = attrs, location
            self._ops()
        while True:
            at = self.next()
            if text.startswith("^", at):
                if region.blocks and arguments and len(region.blocks) == 1 and not region.blocks[0].ops:
                    self.fail("invalid block name in region with named arguments", "the arguments are named before the region", at=at)
                self._block(region)
            elif text.startswith("}", at):
                break
            else:
                self._no_operation(at)
        region.tail_start = self.pos
        self.pos = at + 1
        self._check_labels()

    def _ops(self) -> None:
        text = self.text
        skip = t.SKIP.match
        while True:
            start = self.pos
            found = skip(text, start)
            assert found is not None
            if text[found.end() : found.end() + 1] in ("}", "^", ""):
                if found.end() >= len(text):
                    self.fail("expected '}' at the end of a region", at=found.end())
                return
            self.operation(start)

    def _block(self, region: Region) -> None:
        if region.blocks:
            # What the earlier blocks define is visible, but may not dominate.
            self.distant.update(value.name for op in region.blocks[-1].ops for value in op.results)
            self.distant.update(value.name for value in region.blocks[-1].arguments)
        lead_start = self.pos
        found = t.LABEL.match(self.text, self.pos)
        if found is None:
            self.fail("expected block name")
        label, at = found[1], found.start(1)
        self.pos = found.end()
        block = self.labels.get(label)
        if block is None:
            block = self.labels[label] = Block(label)
        elif self.forward_labels.pop(label, None) is None:
            self.fail(f"redefinition of block '{label}'", at=at)
        region.append(block)
        block.lead_start, block.start = lead_start, at
        if self.accept("("):
            if not self.accept(")"):
                self._block_arguments(block)
                self.expect(")")
        self.expect(":", "a block label ends with ':'")
        block.head_end = self.pos
        self.block = block
        self._ops()

    def _block_arguments(self, block: Block) -> None:
        while True:
            name, type, at, _, location = self.typed_argument(attributes=False)
            block.arguments += self.define(name, [type], block, len(block.arguments), at)
            block.arguments[-1].location = location
            if not self.accept(","):
                return

    def _check_labels(self) -> None:
        for label, at in self.forward_labels.items():
            self.fail(f"reference to an undefined block '{label}'", "a branch can only go to a block of its own region", at=at)
        for op in self.branches:
            self._check_branch(op)

    def _check_branch(self, op: Op) -> None:
        groups = registry.successor_operands(op)
        if groups is None:
            return
        for number, (block, values) in enumerate(zip(op.successors, groups, strict=True)):
            if len(values) != len(block.arguments):
                message = f"branch has {len(values)} operands for successor #{number}, but target block has {len(block.arguments)}"
                self.fail(message, f"'{block.label}' takes {len(block.arguments)} arguments", at=op.start)
            for i, (value, argument) in enumerate(zip(values, block.arguments, strict=True)):
                if value.type.canonical != argument.type.canonical:
                    message = f"type mismatch for bb argument #{i} of successor #{number}: '{value.type}' vs '{argument.type}'"
                    self.fail(message, at=op.start)


def parse(text: str, name: str = "<string>", first_line: int = 1, allow_unregistered: bool = True) -> Module:
    """The IR of one file or chunk. InputError with a position for text that is not MLIR or breaks SSA."""
    limit = sys.getrecursionlimit()
    needed = MAX_DEPTH * _FRAMES_PER_REGION
    if limit < needed:
        sys.setrecursionlimit(needed)
    return Parser(Source(text, name, first_line), allow_unregistered).module()

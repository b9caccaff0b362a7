"""MLIR text to IR: files, operations in generic form, regions and blocks; `forms` has custom forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ownlog.base.source import Source
from ownlog.frontend.forms import registry
from ownlog.frontend.forms.language.form import SEGMENT_NAMES, Form
from ownlog.frontend.forms.suggestions import may_be_meant
from ownlog.frontend.forms.versions import name_today, type_keyword
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.native import native_tree
from ownlog.frontend.printing.printer import print_module
from ownlog.frontend.reading.alike import NAMES, Kinds
from ownlog.frontend.reading.blocks import Blocks
from ownlog.frontend.reading.templates import Templates
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.depth import MAX_DEPTH, allow_depth_of
from ownlog.frontend.text.encoding import check_encoding
from ownlog.frontend.text.literals import digits_of, number_of
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify import verify
from ownlog.frontend.verify.dominance import check_dominance
from ownlog.frontend.verify.symbols import check_symbols

if TYPE_CHECKING:
    from ownlog.frontend.native.tree import Reader


class Parser(Blocks):
    """Reads one chunk of text. Forms call the methods below; their `Op` has the context."""

    def __init__(self, source: Source, allow_unregistered: bool = True) -> None:
        super().__init__(source)
        self.allow_unregistered = allow_unregistered
        self._kinds = Kinds()
        self._templates = Templates()
        self._alike: set[Op] = set()  # the ops that are as one above, but for names
        self._naming: dict[Op, list[Op]] = {}  # of such an op, those in it that name other symbols than that one
        self._reader = self._native_reader()

    # Files

    def module(self, partial: bool = False) -> Module:
        """The whole text; if `partial`, symbols that it names may be elsewhere."""
        module = Module(self.source, self.block, 0, print_module, print_generic=print_generic)
        end = 0
        while self.next() < len(self.text):
            found = t.ALIAS_DEFINITION.match(self.text, self.pos)
            if found is not None:
                self._alias(found[1], found.start(1), found.end(), module)
            elif self.peek("{-#"):
                self._resources()
            else:
                self.operation(self.pos)
                self.known_operations()
                end = self.pos
                continue
            module.fixed.append((end, self.pos))
            end = self.pos
        self.check_undeclared()
        module.tail_start, module.llvm = end, self.llvm
        check_dominance(module, self.deferred)
        check_symbols(module, partial)
        verify(module, self._alike, self._naming)
        return module

    def _alias(self, name: str, at: int, end: int, module: Module) -> None:
        kind, table = ("type", module.type_aliases) if name[0] == "!" else ("attribute", module.attribute_aliases)
        if "." in name:
            self.fail(
                f"{kind} names with a '.' are reserved for dialect-defined names",
                f"write '{name.replace('.', '_')}'",
                at=at,
            )
        if name in table:
            self.fail(f"redefinition of {kind} alias id '{name[1:]}'", at=at)
        self.pos = end
        if kind == "type":
            type_keyword(self)
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

    def _native_reader(self) -> Reader | None:
        kinds, templates = self._kinds, self._templates
        tables = self.values, self.defined, self.distant, kinds.plans, templates.plans, templates.patience
        native = native_tree()
        return None if native is None else native.Reader(self.source, self.text, *tables, self._alike, self._naming)

    def known_operations(self) -> None:
        # Where regions may be nested too deep, they are counted one by one.
        if self._reader is not None and not self.early and self.depth < MAX_DEPTH // 2:
            self.pos = self._reader.read(self.pos, self.block, self)

    def plan_of_line(self, text: str, name: str) -> tuple[object, ...] | None:
        """For the native reader: the plan of a line with this text (without names), of an op called `name`."""
        form = registry.lookup(name)
        kind = self._kinds.find(text, form, self) if form is not None and form.plain else None
        return None if kind is None else kind.plan()

    def saw_line(self, text: str) -> None:
        """An op was made by such a plan."""
        self._kinds.see(text)

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
        if form.plain and (end := self.text.find("\n", self.pos)) >= 0:
            self._line(form, results, lead_start, start, end)
            return
        if form.closed and not form.ends:
            self._closed(form, results, lead_start, start)
            return
        op = Op(form.name)
        self._begin(op, lead_start, start)
        self._finish(op, results, form.parse(self, op))

    def _closed(self, form: Form, results: list[tuple[str, int, int]], lead_start: int, start: int) -> None:
        """Read an op with regions, and make a template for the native reader."""
        # Where regions may be nested too deep, they are counted one by one.
        shallow, at = self._reader is not None and self.depth < MAX_DEPTH // 2, self.pos
        cuts, end = self._templates.cut(form, self.text, start) if shallow else ([], start)
        while cuts and not self.early and self._templates.grow(form, cuts):
            assert self._reader is not None
            self.pos = self._reader.read(lead_start, self.block, self)
            if self.pos > start:
                return
        self.pos = at
        op = Op(form.name)
        self._begin(op, lead_start, start)
        self._finish(op, results, form.parse(self, op))
        if cuts and self.pos == end:
            self._templates.add(op, cuts)

    def _line(self, form: Form, results: list[tuple[str, int, int]], lead_start: int, start: int, end: int) -> None:
        """Read an op that may be all of a line, which is over at `end`; the native reader makes those of its kind."""
        op = Op(form.name)
        self._begin(op, lead_start, start)
        self._finish(op, results, form.parse(self, op))
        if self.pos == end and self._reader is not None:
            self._kinds.add("\n".join(NAMES.split(self.text[start:end])[::2]), op)

    def _begin(self, op: Op, lead_start: int, start: int) -> None:
        op.source = self.source
        op.lead_start, op.start = lead_start, start
        op.parent = self.block
        self.op = op

    def _finish(self, op: Op, results: list[tuple[str, int, int]], types: list[Type]) -> None:
        found = t.LOCATION.match(self.text, self.pos)
        if found is not None:
            op.location = self.optional_location()
        self._place(op, results, types)

    def _place(self, op: Op, results: list[tuple[str, int, int]], types: list[Type]) -> None:
        op.end = self.pos
        if results:
            self._define_results(op, results, types)
        elif types:
            op.results = [Value("", type, op, i) for i, type in enumerate(types)]
        if op.successors:
            self.branches.append(op)
        self.block.ops.append(op)

    def _define_results(self, op: Op, results: list[tuple[str, int, int]], types: list[Type]) -> None:
        named = sum(size for _, size, _ in results)
        if len(types) == 0:
            self.fail("cannot name an operation with no results", "drop the name before '='", at=op.start)
        if named != len(types):
            self.fail(
                f"operation defines {len(types)} results but was provided {digits_of(named)} to bind", at=op.start
            )
        at = 0
        for name, size, offset in results:
            op.results += self.define(name, types[at : at + size], op, at, offset)
            at += size

    def _long_operation(self, lead_start: int) -> None:
        """An op with several result names, or in generic form."""
        start = self.next()
        results: list[tuple[str, int, int]] = []
        while (found := t.RESULT.match(self.text, self.pos)) is not None:
            size = 1 if found[2] is None else number_of(found[2])
            if size == 0:
                self.fail("expected named operation to have at least 1 result", at=found.start(2))
            results.append((found[1], size, found.start(1)))
            self.pos = found.end()
            if not self.accept(","):
                self.expect("=")
                break
        at = self.next()
        if (quoted := self.take(t.STRING_TOKEN)) is not None:
            if quoted == '""':
                self.fail("empty operation name is invalid", at=at)
            op = Op(name_today(quoted[1:-1]), form="generic")
            self._begin(op, lead_start, start)
            self._finish(op, results, self._generic(op, at))
            return
        name = self.take(t.KEYWORD) or self.no_operation(at)
        form = registry.lookup(name) or self._default_form(name)
        if form is None:
            self._unknown(name, at)
        op = Op(form.name)
        self._begin(op, lead_start, start)
        self._finish(op, results, form.parse(self, op))

    def no_operation(self, at: int) -> NoReturn:
        if self.text.startswith("/*", at):
            self.fail("unexpected character", "comments start with '//' and end with their line", at=at)
        if t.ALIAS_DEFINITION.match(self.text, at):
            self.fail("expected operation name in quotes", "aliases are defined at the top level of the file", at=at)
        self.fail("expected operation name in quotes", 'an op is `dialect.name ...` or `"dialect.name"(...)`', at=at)

    def _default_form(self, name: str) -> Form | None:
        if "." in name or self.defaults is None:
            return None
        return registry.lookup(f"{self.defaults}.{name}")

    def _unknown(self, name: str, at: int) -> NoReturn:
        advice = registry.RENAMED.get(name)
        if advice is None and "." not in name and (registry.lookup(f"func.{name}") is not None):
            advice = f"write 'func.{name}': the dialect may be dropped directly inside a function body only"
        if advice is None and "." not in name and (found := registry.with_dialect(name)):
            advice = f"an op is written with its dialect: {' or '.join(found)}"
        if advice is None:
            advice = may_be_meant(name, self.defaults) + _GENERIC
        # A word without a dialect is no op at all.
        self.fail(f"custom op '{name}' is unknown", advice, at=at, unsupported=name if "." in name else None)

    def _generic(self, op: Op, at: int) -> list[Type]:
        form = registry.lookup(op.name)
        if form is None and not self.allow_unregistered:
            advice = may_be_meant(op.name) + "it is read when unregistered dialects are allowed"
            self.fail(f"unregistered operation '{op.name}' found", advice, at=at)
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
        return outputs

    def _generic_regions(self, op: Op, form: Form | None) -> None:
        isolated = form is not None and form.isolated
        # An op in generic form changes nothing about which dialect may be dropped.
        self.region(op, isolated=isolated, defaults=self.defaults)
        while self.accept(","):
            self.region(op, isolated=isolated, defaults=self.defaults)
        self.expect(")")

    def _generic_attributes(self, op: Op, form: Form | None) -> None:
        at = self.next()
        inherent = (
            frozenset[str]() if form is None else form.inherent | SEGMENT_NAMES if form.grouped else form.inherent
        )
        for key, text in self.dictionary().items():
            if key in inherent:
                op.properties.setdefault(key, text)
            else:
                op.attrs[key] = text
        if self.peek("<"):
            self.fail("expected ':'", "properties `<{...}>` stand before the regions and the attributes", at=at)


_GENERIC = "run the input through `mlir-opt --mlir-print-op-generic`: the generic form of every op is read"


def parse(
    text: str, name: str = "<string>", first_line: int = 1, allow_unregistered: bool = True, partial: bool = False
) -> Module:
    """The IR of one file or chunk. Raises InputError for invalid text, broken SSA, and broken rules of ops.

    `partial`: what the text calls may be elsewhere.
    """
    allow_depth_of(text)
    source = Source(text, name, first_line)
    check_encoding(source)
    return Parser(source, allow_unregistered).module(partial)

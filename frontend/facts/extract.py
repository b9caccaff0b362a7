"""IR to facts: one row for each thing that the text says, in the relations that `rules/schema.dl` declares.

The extractor knows syntax and nothing else: what an op means for buffers is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set

from ownlog.frontend.facts.dominance_intervals import dominance_intervals
from ownlog.frontend.facts.names import TOP_BLOCK, TOP_MODULE, Naming
from ownlog.frontend.facts.places import RELATIONS as PLACE_RELATIONS
from ownlog.frontend.facts.places import place_facts
from ownlog.frontend.facts.postdominance import RELATIONS as POSTDOMINANCE_RELATIONS
from ownlog.frontend.facts.postdominance import postdominance_facts
from ownlog.frontend.facts.tensors import ORDER, tensor_facts
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_RELATIONS
from ownlog.frontend.forms.parts.structure import MODULE
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.frontend.ir.loops import components, goes_round
from ownlog.frontend.text import tokens
from ownlog.frontend.text.spelling import symbol_reference, symbols_in
from ownlog.frontend.text.types import Type

Row = tuple[str | int, ...]
Facts = dict[str, list[Row]]

RELATIONS = (
    "op", "op_dialect", "op_region", "region_block", "terminator", "operand", "operand_group", "operand_count", "result",
    "block_argument", "use", "use_count", "successor", "value_type", "memref_type", "reference_type", "value_order", "dominance",
    "postdominance", "immediate_postdominator", "cyclic", "attribute", "symbol_use", "symbol_part", "symbol_definition", "op_position",
    "alias_query", "option", "told_clean", "told_fixed_abi", "told_staying", "told_at_ends", "told_planned", "told_unproved",
    "told_call", "told_external", "told_read", "told_written", "told_returned", "told_read_only", "told_shared", "told_in_place",
    "told_conflict", "told_unwritable", "told_class", "told_changed", "told_parted", "told_rival", "told_layout", "told_moved",
    "told_apart", "told_apart_if", "told_not_apart",
)  # fmt: skip

FOR_PASSES = tuple(name for name in RELATIONS if name != "op_position")
"""What passes derive from: where ops stand in the text is for people."""

FOR_PLANS = tuple(name for name in FOR_PASSES if name != "value_order")
"""What the plan is derived from: in which order values are defined matters to no owner."""

_OF_ATTRIBUTES = ("attribute", "symbol_use", "symbol_part", "symbol_definition")

TEXT_FACTS = frozenset(
    name
    for name in (*RELATIONS, *PLACE_RELATIONS, *ORDER, *TENSOR_RELATIONS)
    if not name.startswith("told_") and name not in ("alias_query", "option")
)
"""The relations of the facts that say how a program's text reads; the others tell what is asked for, or what was decided before."""

ABOUT_PLACES = (*RELATIONS, *PLACE_RELATIONS, *ORDER)
"""What the placement of buffers asks for."""


def extract_facts(
    module: Module,
    naming: Naming,
    options: Mapping[str, str] | None = None,
    asked: Iterable[str] = (),
    wanted: Collection[str] = RELATIONS,
    *,
    exact: bool = False,
) -> Facts:
    """All extensional facts of a module.

    In: a verified module, its naming, the deallocation options the user set (name to value, lists with commas), and the names of the
    values that the user asks about. Out: rows by relation name; every relation of the schema is there, empty ones too, and those that
    are not `wanted`. Who does not want all of `FOR_PASSES` gets no regions either in which nothing can refer to memory, such as the
    arithmetic on elements in a `linalg.generic`, and, without "use", dominance of i1 values only. Who is `exact` gets all regions, and what
    is wanted in full, but no attributes, symbols and postdominators unless they are wanted.
    """
    facts = _Extractor(naming, frozenset(wanted), exact).run(module, options or {})
    facts.update(tensor_facts(module, naming) if not set(TENSOR_RELATIONS).isdisjoint(wanted) else {name: [] for name in TENSOR_RELATIONS})
    facts.update(place_facts(module, naming) if not set(PLACE_RELATIONS).isdisjoint(wanted) else {name: [] for name in PLACE_RELATIONS})
    facts["alias_query"].extend((value,) for value in asked)
    return facts


def option_facts(options: Mapping[str, str]) -> list[Row]:
    """The options that the user set, a row for each item of a list."""
    return [(name, item) for name, text in sorted(options.items()) for item in text.split(",") if item]


class _Extractor:
    def __init__(self, naming: Naming, wanted: Set[str], exact: bool) -> None:
        self.naming = naming
        self.wanted = wanted
        self.whole = exact or wanted >= set(FOR_PASSES)
        self.ordered = "value_order" in wanted
        self.ways = not (exact and wanted.isdisjoint(POSTDOMINANCE_RELATIONS))
        self.attributed = not (exact and wanted.isdisjoint(_OF_ATTRIBUTES))
        self.numbered = "use" in wanted
        self.facts: Facts = {name: [] for name in RELATIONS}
        self.types: set[Type] = set()
        self.names: set[str] = set()
        self.defined = 0
        self.uses: dict[Value, int] = {}
        self.closed: set[Op] = set()
        """The ops whose regions are left out."""

    def run(self, module: Module, options: Mapping[str, str]) -> Facts:
        facts = self.facts
        # An input without a module of its own stands in an implicit one, as for mlir-opt.
        facts["op"].append((TOP_MODULE, MODULE, "", 0))
        self.names.add(MODULE)
        facts["op_region"].append((TOP_MODULE, 0, f"{TOP_MODULE}.0"))
        facts["region_block"].append((f"{TOP_MODULE}.0", 0, TOP_BLOCK))
        self._block(module.top)
        if any("@" in type.canonical for type in self.types):
            for name, op in self.naming.ops.items():
                self._types(op, name)
        facts["use_count"].extend((self.naming.value(value), count) for value, count in self.uses.items())
        for name in sorted(self.names):
            facts["op_dialect"].append((name, name.partition(".")[0]))
        for type in sorted({t.canonical: t for t in self.types}.values(), key=str):
            if type.is_memref:
                facts["memref_type"].append((type.canonical, "unranked" if type.is_unranked_memref else "ranked"))
            elif any(part in type.canonical for part in ("!", "tensor", "memref")):
                facts["reference_type"].append((type.canonical,))
        facts["option"] += option_facts(options)
        if "dominance" in self.wanted:
            of_value = self.naming.of_value
            # Who does not ask for each use asks this of conditions only.
            told = dominance_intervals(module, self.closed, "" if self.numbered or self.whole else "i1")
            facts["dominance"] += [(of_value[value], enter, exit) for value, enter, exit in told]
        return facts

    def _block(self, top: Block) -> None:
        # A stack instead of recursion: programs nest as deep as the parser lets them.
        stack = [top]
        while stack:
            block = stack.pop()
            name = self.naming.block(block)
            for index, value in enumerate(block.arguments):
                self._define(value)
                self.facts["block_argument"].append((name, index, self.naming.value(value)))
            nested: list[Block] = []
            for position, op in enumerate(block.ops):
                self._op(op, name, position, nested)
            if block.ops and block is not top:
                self.facts["terminator"].append((name, self.naming.op(block.ops[-1])))
            stack.extend(reversed(nested))

    def _use(self, op: Op, name: str) -> None:
        """Number the uses of buffers, op by op."""
        uses, operands = self.uses, op.operands
        for value in operands if len(operands) == 1 else dict.fromkeys(operands):
            if value.type.is_memref:
                number = uses.setdefault(value, 0)
                uses[value] = number + 1
                self.facts["use"].append((self.naming.of_value[value], number, name))

    def _define(self, value: Value) -> None:
        name, type = self.naming.of_value[value], value.type
        self.types.add(type)
        self.facts["value_type"].append((name, type.canonical))
        if self.ordered:
            self.facts["value_order"].append((name, self.defined))
            self.defined += 1
        if type.is_memref:
            # A block above may have used it already.
            self.uses.setdefault(value, 0)

    def _op(self, op: Op, block: str, position: int, nested: list[Block]) -> None:
        # What all ops run through: names are looked up, not asked for.
        facts, of_value = self.facts, self.naming.of_value
        name = self.naming.of_op[op]
        self.names.add(op.name)
        facts["op"].append((name, op.name, block, position))
        operands = op.operands
        facts["operand_count"].append((name, len(operands)))
        if operands:
            rows = facts["operand"]
            for i, value in enumerate(operands):
                rows.append((name, i, of_value[value]))
            if self.numbered:
                self._use(op, name)
            else:
                uses = self.uses
                for value in operands if len(operands) == 1 else dict.fromkeys(operands):
                    if value.type.is_memref:
                        uses[value] = uses.get(value, 0) + 1
        if op.segments is None:
            facts["operand_group"].append((name, 0, 0, len(operands)))
        else:
            self._groups(op.segments, name)
        if op.results:
            for i, value in enumerate(op.results):
                facts["result"].append((name, i, of_value[value]))
                self._define(value)
        if op.successors:
            facts["successor"] += [(name, i, self.naming.block(b)) for i, b in enumerate(op.successors)]
        if op.regions:
            if self.whole or not _only_computes(op):
                self._regions(op, name, nested)
            else:
                self.closed.add(op)
        if self.attributed:
            self._attributes(op, name)
        if "op_position" in self.wanted and (at := op.position) is not None:
            facts["op_position"].append((name, at.file, at.line, at.column))

    def _regions(self, op: Op, name: str, nested: list[Block]) -> None:
        facts, naming = self.facts, self.naming
        for i, region in enumerate(op.regions):
            region_name = f"{name}.{i}"
            facts["op_region"].append((name, i, region_name))
            facts["region_block"].extend((region_name, k, naming.block(b)) for k, b in enumerate(region.blocks))
            nested.extend(region.blocks)
            if len(region.blocks) > 1 and self.ways:
                number = len(facts["postdominance"])
                for relation, rows in postdominance_facts(region, naming, number).items():
                    facts[relation] += rows
            if len(region.blocks) > 1 and "cyclic" in self.wanted:
                rounds = filter(goes_round, components(region.blocks))
                facts["cyclic"].extend((naming.block(block),) for component in rounds for block in component)

    def _groups(self, segments: list[int], name: str) -> None:
        first = 0
        for group, size in enumerate(segments):
            self.facts["operand_group"].append((name, group, first, size))
            first += size

    def _attributes(self, op: Op, name: str) -> None:
        attrs, properties = op.attrs, op.properties
        if attrs:
            self._texts(attrs, name)
        if properties:
            self._texts(properties, name)
        if "sym_name" in properties or "sym_name" in attrs:
            self.facts["symbol_definition"].append((name, symbol_reference(op.attribute("sym_name") or "")))

    def _texts(self, attributes: Mapping[str, str | None], name: str) -> None:
        rows = self.facts["attribute"]
        for key, text in attributes.items():
            if text is None:
                rows.append((name, key, "unit"))
                continue
            rows.append((name, key, str(text)))
            if "@" in text:
                self._symbols(name, key, text)

    def _types(self, op: Op, name: str) -> None:
        """The symbols that types refer to."""
        for type in {value.type.canonical: None for value in _defined(op) if "@" in value.type.canonical}:
            self.facts["symbol_use"].extend((name, "", symbol) for symbol in sorted(symbols_in(type)))

    def _symbols(self, name: str, key: str, text: str) -> None:
        """The symbols that an attribute refers to that has some."""
        self.facts["symbol_use"].extend((name, key, symbol) for symbol in sorted(symbols_in(text)))
        if tokens.SYMBOL_TOKEN.fullmatch(text):
            parts = tokens.PLAIN_SYMBOL.findall(text.replace("::", " "))
            self.facts["symbol_part"].extend((name, key, i, symbol_reference(part)) for i, part in enumerate(parts))


def _defined(op: Op) -> list[Value]:
    """The results of an op, and the arguments of the blocks in its regions."""
    if not op.regions:
        return op.results
    return [*op.results, *(argument for region in op.regions for block in region.blocks for argument in block.arguments)]


def _only_computes(op: Op) -> bool:
    """Whether nothing in the regions of `op` can refer to memory, and nothing comes out of them; nests of regions are not looked into."""
    if op.results or not op.operands:
        return False
    types: set[Type] = set()
    for region in op.regions:
        if len(region.blocks) != 1:
            return False
        types.update([value.type for value in region.blocks[0].arguments])
        for inner in region.blocks[0].ops:
            if inner.regions or inner.successors:
                return False
            types.update([value.type for value in inner.operands])
            types.update([value.type for value in inner.results])
            if (inner.attrs or inner.properties) and _names_symbols(inner):
                return False
    return not any(map(_may_refer, types))


def _names_symbols(op: Op) -> bool:
    return any("@" in text for attributes in (op.attrs, op.properties) for text in attributes.values() if text is not None)


def _may_refer(type: Type) -> bool:
    return not (type.canonical[:1] in "fi" or type.canonical == "bf16")

"""From the definition of an op to a line of the format language (`frontend/forms/format.py`)."""

from __future__ import annotations

import re

from ownlog.frontend.forms.directives import directive
from ownlog.frontend.forms.format import compile_format
from ownlog.frontend.ods.assembly import Element, FormatProblem, parse_format
from ownlog.frontend.ods.attributes import base_of, default_text, is_optional, is_unit, kind_of
from ownlog.frontend.ods.records import Argument, Definition
from ownlog.frontend.ods.types import Rules, short_name

_SEGMENTS = frozenset({"operandSegmentSizes", "resultSegmentSizes"})
_NAMED = "NamedEnumPropWithAttrForm"
# Directives of custom<> that have another name here, by their name in ODS.
_COMMON = {"DynamicIndexList": "mixed"}
_FLAGS = {
    "AttrSizedOperandSegments": "segments", "AttrSizedResultSegments": "result-segments", "IsTerminator": "ends",
    "IsIsolatedFromAbove": "isolated", "HasOnlyGraphRegion": "graph", "SingleBlock": "block",
}  # fmt: skip
IN_CPP = "its custom form is read by C++ (hasCustomAssemblyFormat)"
NO_FORM = "its definition has no custom form"


def form_line(op: Definition) -> str:
    """The form of an op, as a line of the format language. FormatProblem where it cannot be said there."""
    text = op.record.text("assemblyFormat")
    if not text:
        raise FormatProblem(IN_CPP if op.record.flag("hasCustomAssemblyFormat") else NO_FORM)
    translator = _Translator(op)
    pieces = [piece for element in parse_format(text) for piece in translator.pieces(element)]
    rules = [*Rules(op, translator.typed, translator.shown).all(), *translator.orders(), *structure_rules(op)]
    line = " ".join(pieces) + (f" ; {', '.join(rules)}" if rules else "")
    try:
        compile_format(line, op.dialect)
    except ValueError as error:
        raise FormatProblem(str(error)) from None
    return line


def unreadable_line(op: Definition, reason: str) -> str:
    """The form of an op of which only the generic form can be read: the reason, and what its regions are."""
    return f"! {reason.replace(' ; ', ', ')} ; {', '.join(structure_rules(op))}".removesuffix(" ; ")


def structure_rules(op: Definition) -> list[str]:
    """The rules that say nothing about the text: what the op's regions and properties are."""
    rules: list[str] = []
    for name, constraint in op.properties.items():
        if (default := default_text(constraint)) is not None and name not in _SEGMENTS:
            rules.append(f"{name} {'?=' if is_optional(constraint) else ':='} {default}")
    names = [name for name in op.properties if name not in _SEGMENTS]
    if names:
        rules.append(f"inherent {' '.join(names)}")
    rules += [rule for trait, rule in _FLAGS.items() if op.has(trait)]
    if (terminator := _terminator(op)) is not None:
        rules.append(f"terminator {terminator}")
    if op.regions and (found := _default_dialect(op)) is not None:
        rules.append(f"defaults {found}")
    return rules


def _default_dialect(op: Definition) -> str | None:
    """The dialect whose name ops in the regions may leave out."""
    found = re.search(r"getDefaultDialect\(\)[^{}]*\{\s*return\s*\"(\w+)\"", op.record.text("extraClassDeclaration"))
    if found is not None:
        return found[1]
    declared = (trait.fields.get("alwaysOverriddenMethods") or () for trait in op.traits)
    return op.dialect if any("getDefaultDialect" in methods for methods in declared) else None


def _terminator(op: Definition) -> str | None:
    """The op that a region may leave out at its end."""
    for trait in op.traits:
        found = re.match(r"SingleBlockImplicitTerminator<\"?(?:[\w:]*::)?(\w+)\"?>", trait.text("trait"))
        if found is not None:
            for record in op.record.records.of("Op"):
                if record.name.rpartition("_")[2] == found[1] and (dialect := record.record("opDialect")) is not None:
                    return f"{dialect.text('name')}.{record.text('opName')}"
    return None


class _Translator:
    """Writes the elements of one op's format; notes the names of those that it spells, and of their types."""

    def __init__(self, op: Definition) -> None:
        self.op = op
        self.typed: set[str] = set()
        self.shown: set[str] = set()
        self.seen: dict[str, list[str]] = {"operands": [], "results": [], "regions": [], "successors": []}
        self.groups = {
            kind: {each.name: each for each in listed}
            for kind, listed in (
                ("operands", op.operands), ("results", op.results), ("regions", op.regions),
                ("successors", op.successors),
            )
        }  # fmt: skip

    def orders(self) -> list[str]:
        """The rules that list the groups, where the format does not show them in the order of the generic form."""
        made: list[str] = []
        for kind, groups in self.groups.items():
            if kind in ("results", "regions"):
                needed = len(groups) > 1 or any(each.many for each in groups.values())
            else:
                needed = self.seen[kind] != list(groups)
            if needed:
                made.append(" ".join([kind, *(f"{name}{each.many}" for name, each in groups.items())]))
        return made

    def pieces(self, element: Element, elided: str | None = None) -> list[str]:
        """An element as pieces of the format language; `elided` is the attribute that the words around it stand for."""
        made = self._pieces(element, elided)
        if element.anchor and made:
            made[-1] += "^"
        return made

    def _pieces(self, element: Element, elided: str | None) -> list[str]:
        kind = element.kind
        if kind == "literal":
            return [self._literal(element.text)]
        if kind == "variable":
            return self._variable(element, False, elided)
        if kind in ("attr-dict", "attr-dict-with-keyword", "prop-dict"):
            return [kind]
        if kind == "optional":
            return self._optional(element)
        if kind == "oilist":
            clauses = [" ".join(self._group(clause, None)) for clause in element.clauses]
            return [f"oilist({' | '.join(clauses)})"]
        if kind == "custom":
            return [self._custom(element)]
        if kind == "functional-type":
            return [self._functional(element)]
        if kind == "type":
            return self._types(element.parts[0], qualified=False)
        if kind == "qualified":
            inner = element.parts[0]
            if inner.kind == "type":
                return self._types(inner.parts[0], qualified=True)
            return self._variable(inner, True, None)
        if kind in ("operands", "regions", "successors"):
            return self._all(element)
        raise FormatProblem(f"'{kind}' cannot stand here", element.at)

    def _literal(self, text: str) -> str:
        return f"`{'' if text == '' else text if text.strip() and text != chr(92) + 'n' else ' '}`"

    def _variable(self, element: Element, qualified: bool, elided: str | None) -> list[str]:
        name = element.text
        if name in self.op.properties:
            self.shown.add(name)
            property = self.op.properties[name]
            kind = "flag" if name == elided else kind_of(property, qualified)
            word = base_of(property).text("mnemonic") if base_of(property).is_a("NamedEnumProp", _NAMED) else ""
            piece = f"${name}:{kind}"
            return [f"`{word}`", "``", "`<`", piece, "`>`"] if word else [piece]
        for kind, shape in (("operands", "%{}{}"), ("regions", "region({}{})"), ("successors", "^{}{}")):
            if (found := self.groups[kind].get(name)) is not None:
                self._see(kind, found, element)
                return [shape.format(name, found.many)]
        raise FormatProblem(f"'${name}' cannot stand here", element.at)

    def _see(self, kind: str, found: Argument, element: Element) -> None:
        if found.many == "......":
            raise FormatProblem(f"'${found.name}' is a list of lists", element.at)
        if found.name not in self.seen[kind]:
            self.seen[kind].append(found.name)

    def _all(self, element: Element) -> list[str]:
        groups = self.groups[element.kind]
        if element.kind == "operands" and any(each.many for each in groups.values()) and len(groups) > 1:
            self.seen["operands"] = list(groups)
            return ["%*"]
        pieces = [self._variable(Element("variable", element.at, name), False, None) for name in groups]
        return [piece for each in pieces for piece in ("`,`", *each)][1:]

    def _types(self, element: Element, qualified: bool) -> list[str]:
        if element.kind in ("operands", "results"):
            groups = self.groups[element.kind]
            if any(each.many for each in groups.values()) and len(groups) > 1:
                self.typed |= groups.keys()
                return ["type(%*)" if element.kind == "operands" else "type(results...)"]
            each = [self._types(Element("variable", element.at, name), qualified) for name in groups]
            return [piece for pieces in each for piece in ("`,`", *pieces)][1:]
        found = self.op.group(element.text) if element.kind == "variable" else None
        if found is None:
            raise FormatProblem("'type' is about an operand or a result", element.at)
        kind = "operands" if found in self.op.operands else "results"
        if kind == "results":
            self._see(kind, found, element)
        elif found.many == "......":
            raise FormatProblem(f"'${found.name}' is a list of lists", element.at)
        self.typed.add(found.name)
        prefix = short_name(found.constraint) if not qualified and not found.many else None
        many = "..." if kind == "results" and found.many == "..." else ""
        return [f"type({'%' * (kind == 'operands')}{found.name}{many}{f' as {prefix}' if prefix else ''})"]

    def _functional(self, element: Element) -> str:
        sides: list[str] = []
        for part, kind in zip(element.parts, ("operands", "results"), strict=True):
            found = self.groups[kind].get(part.text)
            if part.kind == "variable" and found is not None:
                if kind == "results":
                    self._see(kind, found, part)
                self.typed.add(found.name)
                sides.append(found.name)
            elif part.kind == kind:
                self.typed |= self.groups[kind].keys()
                if kind == "results":
                    self.seen[kind] = list(self.groups[kind])
                single = next(iter(self.groups[kind]), "*")
                sides.append(single if len(self.groups[kind]) == 1 else "*")
            else:
                raise FormatProblem(f"the {kind} of 'functional-type' cannot be told apart", part.at)
        everything = all(
            len(self.groups[kind]) == 1 or side == "*" for kind, side in zip(self.groups, sides, strict=False)
        )
        return "functional" if everything else f"functional({sides[0]} -> {sides[1]})"

    def _group(self, elements: list[Element], anchor: str | None) -> list[str]:
        """The elements of a group or clause, in which a unit attribute behind its first element is not spelled."""
        made: list[str] = []
        for number, element in enumerate(elements):
            unit = element.kind == "variable" and is_unit_named(self.op, element.text)
            elided = element.text if unit and number and anchor in (None, element.text) else None
            made += self.pieces(element, elided)
        return made

    def _optional(self, element: Element) -> list[str]:
        anchors = [part for part in (*element.parts, *element.otherwise) if part.anchor]
        if len(anchors) != 1:
            raise FormatProblem("an optional group has one anchor", element.at)
        name = anchors[0].text if anchors[0].kind == "variable" else ""
        first, otherwise = self._group(element.parts, name), self._group(element.otherwise, name)
        return ["(", *first, *(["):(", *otherwise] if otherwise else []), ")?"]

    def _custom(self, element: Element) -> str:
        name = (
            _COMMON.get(element.text)
            or re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", element.text).lower()
        )
        try:
            directive(self.op.dialect, name)
        except ValueError:
            raise FormatProblem(f"custom<{element.text}> is read by C++", element.at) from None
        parts = [part for part in element.parts if (part.kind, part.text) != ("string", "{}")]
        return f"{name}({' '.join(map(self._argument, parts))})"

    def _argument(self, part: Element) -> str:
        """An argument of a custom directive."""
        while part.kind in ("ref", "qualified"):
            part = part.parts[0]
        if part.kind == "string":
            return '"parentheses"' if part.text.endswith("Delimiter::Paren") else f'"{part.text}"'
        if part.kind == "type":
            name = part.parts[0].text
            self.typed.add(name)
            found = self.groups["results"].get(name)
            if found is not None:
                self._see("results", found, part)
            return f":{name}"
        if part.kind == "variable" and part.text in self.op.properties:
            self.shown.add(part.text)
            return f"${part.text}"
        for kind, shape in (("operands", "%{}{}"), ("regions", "{{{}{}}}"), ("successors", "^{}")):
            found = self.groups[kind].get(part.text) if part.kind == "variable" else None
            if found is not None:
                self._see(kind, found, part)
                return shape.format(found.name, found.many)
        raise FormatProblem(f"'{part.text or part.kind}' as an argument of a custom directive", part.at)


def is_unit_named(op: Definition, name: str) -> bool:
    """Is `name` a property that is there or not, and says nothing else?"""
    return name in op.properties and is_unit(op.properties[name])

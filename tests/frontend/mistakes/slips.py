"""Slips of a kind, in a text that is right: another element type, a dimension more, a number of a slice, a value that
is not meant.
"""

import re
from collections.abc import Callable, Iterator
from random import Random

Slip = Callable[[Random, str], str]
"""From a text makes another one, with one slip; the same text where there is nothing to slip on."""

_ELEMENTS = (
    "f16",
    "f32",
    "f64",
    "i1",
    "i8",
    "i32",
    "i64",
    "index",
    "f3",
    "foo",
    "si8",
    "vector<2xf32>",
    "memref<2xf32>",
    "none",
    "x",
    "",
)
_DIMENSIONS = ("0", "1", "2", "3", "5", "7", "16", "64", "?", "-1", "*", "4x4", "?x2", "")
_NUMBERS = ("0", "1", "2", "3", "5", "8", "17", "100", "-1", "-4", "?", "%c0", "")
_SPACES = ("", ", 1", ", 1 : i64", ', "gpu"', ", 1, 2", ", 3 : i32", ", #map")
_LAYOUTS = tuple(
    """
    strided<[1]> | strided<[?], offset: ?> | strided<[4, 1]> | strided<[4, 1], offset: 2>
    strided<[16, 4, 1], offset: ?> | strided<[0]>
    strided<[-1], offset: 3> | strided<[], offset: 1> | strided<[1], offset: -2> | strided<1> | strided<[f32]>
    strided<[2, 1], offset>
    dense<1> | affine_map<(d0) -> (d0)> | affine_map<(d0, d1) -> (d1, d0)> | affine_map<(d0)[s0] -> (d0 + s0)>
    affine_map<(d0) -> (d0, d0)>
    """.strip()
    .replace("\n", " | ")
    .split(" | ")
)
_CONSTANTS = tuple(
    """
    1 | 0 | -1 | 1.0 | -2.5 | true | false | 0x7F | 0x7FC00000 | 256 | 4294967296 | 1e3 | dense<1> | dense<1.0>
    dense<[1, 2]>
    dense<[1.0, 2.0, 3.0, 4.0]> | dense<true> | dense<[[1], [2, 3]]> | unit | "x" | [1] | dense<>
    """.strip()
    .replace("\n", " | ")
    .split(" | ")
)
ATTRIBUTES = tuple(
    """
    1 | -1 | 3 : i32 | 64 : i64 | 0 : i64 | 3 : i64 | 1.0 : f32 | "x" | true | unit | [0] | [1, 0] | @f | f32 | \
array<i64: 1> | {}
    """.strip().split(" | ")
)
_WORDS = ("slt", "eq", "olt", "window", "parallel", "reduction", "public", "foo", "")
_ENDS = ("return", "scf.yield", "linalg.yield", "cf.br", "llvm.unreachable", "memref.dealloc")

_SHAPED = re.compile(
    r"\b(memref|tensor|vector)<((?:[0-9?]+x)*)([a-z]\w*)((?:, [^<>]*(?:<[^<>]*(?:<[^<>]*>)?[^<>]*>)?[^<>]*)?)>"
)
_VALUE = re.compile(r"%[\w$.-]+(?:#[0-9]+)?")


def element(chance: Random, text: str) -> str:
    """Another element type of a memref, tensor or vector, or another type where one of a scalar stands."""
    if chance.random() < 0.3:
        return _one(
            chance,
            re.compile(r"(?<=: )(?:f32|f64|i1|i8|i32|i64|index)\b"),
            text,
            lambda found: chance.choice(_ELEMENTS),
        )
    return _one(chance, _SHAPED, text, lambda found: f"{found[1]}<{found[2]}{chance.choice(_ELEMENTS)}{found[4]}>")


def shape(chance: Random, text: str) -> str:
    """A dimension that is another one, is missing, or is one too many."""

    def other(found: re.Match[str]) -> str:
        sizes = found[2].split("x")[:-1]
        if not sizes or chance.random() < 0.2:
            sizes.insert(chance.randrange(len(sizes) + 1), chance.choice(_DIMENSIONS))
        elif chance.random() < 0.2:
            del sizes[chance.randrange(len(sizes))]
        else:
            sizes[chance.randrange(len(sizes))] = chance.choice(_DIMENSIONS)
        return f"{found[1]}<{''.join(f'{size}x' for size in sizes)}{found[3]}{found[4]}>"

    return _one(chance, _SHAPED, text, other)


def layout(chance: Random, text: str) -> str:
    """Another layout, or another memory space."""

    def other(found: re.Match[str]) -> str:
        if chance.random() < 0.25:
            return f"{found[1]}<{found[2]}{found[3]}{found[4]}{chance.choice(_SPACES)}>"
        if found[4] and chance.random() < 0.5:
            changed = _one(chance, re.compile(r"-?[0-9]+|\?"), found[4], lambda _: chance.choice(_NUMBERS))
            return f"{found[1]}<{found[2]}{found[3]}{changed}>"
        return f"{found[1]}<{found[2]}{found[3]}, {chance.choice(_LAYOUTS)}{chance.choice(_SPACES[:3])}>"

    return _one(chance, _SHAPED, text, other)


def constant(chance: Random, text: str) -> str:
    """A constant of another kind, or too large, or of another shape."""
    literal = r"(?<=arith\.constant )(?:dense<[^>]*>|[-\w.+]+)(?= :)|(?<=arith\.constant )(?:true|false)"
    found = re.compile(rf"{literal}|(?<= = )dense<[^>]*>(?= [:{{])")
    if chance.random() < 0.3:
        typed = re.compile(r"(?<=arith\.constant )((?:dense<[^>]*>|[-\w.+]+) : )([^\n{]+)")
        types = (*_ELEMENTS, "tensor<2xf32>", "vector<4xi32>", "tensor<?xf32>", "memref<2xf32>")
        return _one(chance, typed, text, lambda old: f"{old[1]}{chance.choice(types)}")
    return _one(chance, found, text, lambda _: chance.choice(_CONSTANTS))


def operand(chance: Random, text: str) -> str:
    """A value where another one is meant, one too many, or one that is missing."""
    names: list[str] = sorted(set(_VALUE.findall(text)))

    def other(found: re.Match[str]) -> str:
        how = chance.random()
        if how < 0.1:
            return ""
        name: str = chance.choice([*names, "%nobody"])
        return f"{found[0]}, {name}" if how < 0.2 else name

    return _one(chance, re.compile(rf"(?<!^)(?<![\w\]}}] )(?<=[ (\[])({_VALUE.pattern})(?! =|: |:\d)"), text, other)


def attribute(chance: Random, text: str) -> str:
    """Another value of an attribute, or one that is missing or misspelt."""

    def other(found: re.Match[str]) -> str:
        how = chance.random()
        if how < 0.2:
            return f"{found[1]}s = {found[2]}"
        return f"{found[1]} = {chance.choice(ATTRIBUTES)}"

    value = r"(\[[^\][{}]*\]|\"[^\"]*\"|[-\w.]+(?: : \w+)?|array<[^<>]*>|dense<[^<>]*> : [\w<>]+|@\w+|#\w+)"
    if chance.random() < 0.3:
        words = re.compile(
            r"\b(slt|ult|eq|ne|oeq|olt|ogt|sgt|parallel|reduction|private|public|constant|uninitialized|nested)\b"
        )
        return _one(chance, words, text, lambda found: chance.choice(_WORDS))
    return _one(chance, re.compile(rf"(?<=[{{ ])(\w+) = {value}(?=[,}}]| \}})"), text, other)


def slice_numbers(chance: Random, text: str) -> str:
    """Another offset, size or stride of a slice, or one too many or too few."""

    def other(found: re.Match[str]) -> str:
        lists = [str(part).strip() for part in re.findall(r"\[([^\]]*)\]", found[2])]
        which = chance.randrange(len(lists))
        numbers = [number.strip() for number in lists[which].split(",")]
        how, at = chance.random(), chance.randrange(len(numbers))
        if how < 0.15:
            numbers.insert(at, chance.choice(_NUMBERS))
        elif how < 0.3:
            del numbers[at]
        else:
            numbers[at] = chance.choice(_NUMBERS)
        lists[which] = ", ".join(numbers)
        return str(found[1]) + " ".join(f"[{part}]" for part in lists)

    slices = r"((?:memref\.subview|tensor\.extract_slice|tensor\.insert_slice|"
    slices += r"vector\.(?:extract|insert)_strided_slice)[^\[\n]*)"
    return _one(chance, re.compile(slices + r"(\[[^\]\n]*\] \[[^\]\n]*\] \[[^\]\n]*\])"), text, other)


_CASTS = (
    r"memref\.(?:cast|reinterpret_cast|expand_shape|collapse_shape|subview|memory_space_cast|view|transpose)|"
    r"bufferization\.to_\w+"
    r"|tensor\.(?:cast|expand_shape|collapse_shape|bitcast|reshape|extract_slice|insert_slice)|"
    r"unrealized_conversion_cast|vector\.shape_cast"
    r"|arith\.(?:extsi|extui|extf|trunci|truncf|sitofp|uitofp|fptosi|fptoui|index_cast|index_castui|bitcast)"
)


def cast(chance: Random, text: str) -> str:
    """Another type, dimension, layout or number of a cast."""
    lines = [line for line in text.split("\n") if re.search(_CASTS, line)]
    if not lines:
        return text
    line = chance.choice(lines)
    return text.replace(line, chance.choice((element, shape, layout, _number))(chance, line), 1)


def terminator(chance: Random, text: str) -> str:
    """A terminator that is missing, stands twice or too early, or hands on too much or too little."""
    names = (
        r"return|func\.return|(?:scf|linalg|affine)\.(?:yield|condition|in_parallel)|cf\.\w+|tensor\.yield|scf\.reduce"
    )
    ends = re.compile(rf"^[ \t]*(?:{names})\b[^\n]*$", re.M)

    def other(found: re.Match[str]) -> str:
        how, line = chance.random(), found[0]
        if how < 0.2:
            return ""
        if how < 0.35:
            return f"{line}\n{line}"
        if how < 0.5:
            head, _, types = line.rpartition(" : ")
            return head or line if chance.random() < 0.5 else f"{head} : {', '.join(types.split(', ')[:-1])}"
        if how < 0.7:
            return re.sub(r"[\w.]+", chance.choice(_ENDS), line, count=1)
        return chance.choice((element, operand, shape))(chance, line)

    return _one(chance, ends, text, other)


def block_argument(chance: Random, text: str) -> str:
    """Another type of an argument of a block or function, one more or one less, or other operands of a branch."""
    heads = re.compile(r"^[ \t]*(?:\^\w+\([^\n]*\):|func\.func [^\n]*|cf\.\w+ [^\n]*|[^\n]*\biter_args\([^\n]*)$", re.M)

    def other(found: re.Match[str]) -> str:
        how, line = chance.random(), found[0]
        if how < 0.25:
            return re.sub(r"\(([^(),]*(?:<[^<>]*>)?[^(),]*)(, )?", "(", line, count=1)
        if how < 0.5:
            return (
                line.replace("(", "(%more: f32, ", 1)
                if "^" in line or "func" in line
                else line.replace("(", "(%arg0, ", 1)
            )
        if how < 0.6:
            return re.sub(r"\^\w+", "^nowhere", line, count=1)
        return chance.choice((element, shape, operand))(chance, line)

    return _one(chance, heads, text, other)


def _number(chance: Random, text: str) -> str:
    return _one(chance, re.compile(r"(?<=[\[ ])-?[0-9]+(?=[\],])"), text, lambda _: chance.choice(_NUMBERS))


SLIPS: dict[str, Slip] = {
    "type": element,
    "shape": shape,
    "layout": layout,
    "constant": constant,
    "operand": operand,
    "attribute": attribute,
    "slice": slice_numbers,
    "cast": cast,
    "terminator": terminator,
    "block argument": block_argument,
}


def mistakes(texts: list[str], seed: int) -> Iterator[tuple[str, str]]:
    """Texts with a slip each, and the slips' kinds in turn, without end."""
    chance = Random(seed)
    while True:
        for kind, slip in SLIPS.items():
            for _ in range(200):
                text = chance.choice(texts)
                wrong = slip(chance, text)
                if wrong != text:
                    yield kind, wrong
                    break


def _one(chance: Random, pattern: re.Pattern[str], text: str, other: Callable[[re.Match[str]], str]) -> str:
    """The text with one match of a pattern, as likely as the others, replaced by another text."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = chance.choice(found)
    return text[: match.start()] + other(match) + text[match.end() :]

"""`--mlir-print-op-generic` says what mlir-opt says, hidden regions and default properties included."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from ownlog.frontend import parse, split_input
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.text.attributetext import attribute_text
from tests.effort import counted
from tests.frontend.structure import first_difference
from tests.frontend.test_peers import examples, mlir_opt, pieces
from tests.frontend.upstream.judge import GENERIC, generic_forms
from tests.peer import mlir_opt_one
from tests.shared import require_shared
from tests.tiers import parts

_FOLDERS = ("corpus", "upstream")
# mlir-opt simplifies affine expressions (`s0 - d0` is `-d0 + s0`) and the indices of sparse constants; Ownlog keeps
# them as written.
_SIMPLIFIED = "affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 == 0)>"

_NAMED = """
linalg.fill ins(%s : f32) outs(%m : memref<4x4xf32>)
linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.matmul ins(%b, %b : memref<4x4xi8>, memref<4x4xi8>) outs(%i : memref<4x4xi32>)
linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%b, %b : memref<4x4xi8>, memref<4x4xi8>) outs(%i \
: memref<4x4xi32>)
linalg.matmul ins(%b, %m : memref<4x4xi8>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.matmul ins(%h, %m : memref<4x4xbf16>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.matmul ins(%c, %c : memref<4x4xi1>, memref<4x4xi1>) outs(%c : memref<4x4xi1>)
linalg.matmul ins(%z, %z : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%z : memref<4x4xcomplex<f32>>)
linalg.contract indexing_maps = [#a, #b, #c] ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.quantized_matmul ins(%b, %b, %n, %n : memref<4x4xi8>, memref<4x4xi8>, i32, i32) outs(%i : memref<4x4xi32>)
linalg.matvec ins(%m, %v : memref<4x4xf32>, memref<4xf32>) outs(%v : memref<4xf32>)
linalg.vecmat ins(%v, %m : memref<4xf32>, memref<4x4xf32>) outs(%v : memref<4xf32>)
linalg.copy ins(%m : memref<4x4xf32>) outs(%h : memref<4x4xbf16>)
linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%m : memref<4x4xf32>) outs(%i : memref<4x4xi32>)
linalg.copy ins(%x : memref<4x4xindex>) outs(%i : memref<4x4xi32>)
linalg.transpose ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>) permutation = [1, 0]
linalg.broadcast ins(%v : memref<4xf32>) outs(%m : memref<4x4xf32>) dimensions = [0]
linalg.exp ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.square ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.reciprocal ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.add ins(%c, %c : memref<4x4xi1>, memref<4x4xi1>) outs(%c : memref<4x4xi1>)
linalg.max ins(%i, %i : memref<4x4xi32>, memref<4x4xi32>) outs(%i : memref<4x4xi32>)
linalg.div_unsigned ins(%i, %i : memref<4x4xi32>, memref<4x4xi32>) outs(%i : memref<4x4xi32>)
linalg.select ins(%c, %m, %m : memref<4x4xi1>, memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m \
: memref<4x4xf32>)
linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.fill_rng_2d ins(%d, %d, %n : f64, f64, i32) outs(%i : memref<4x4xi32>)
linalg.map { arith.addf } ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
linalg.reduce { arith.addf } ins(%m : memref<4x4xf32>) outs(%v : memref<4xf32>) dimensions = [1]
""".strip().splitlines()
_CONVOLUTIONS = "nchw_fchw nhwc_fhwc nhwc_hwcf"
_DEPTHWISE = "depthwise_conv_2d_nchw_chw depthwise_conv_2d_nhwc_hwc"
_POOLING = "nchw_max nchw_sum nhwc_max nhwc_max_unsigned nhwc_min nhwc_min_unsigned nhwc_sum"
_STEPS = "{dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>}"
_LITERALS = (
    """
0.1 : f32|0.1 : f64|3.14159265 : f32|0.00012345678 : f32|1.0e-5 : f32|1.1 : bf16
0.333333 : f16|12345678.9 : f64|16777217.0 : f32|-1.5e30 : f64
0x7FC00000 : f32|-0.0 : f32|true|0xFF : i32|-1 : index|dense<"0x0000803F00000040"> : \
tensor<1x2xf32>|dense<"0x0000807F"> : tensor<2xf32>
dense<[1,  1]> : tensor<2xi8>|dense<[[1,2],[3,4]]> : tensor<2x2xi16>|dense<0.1> : tensor<2xf64>|dense<[true, false]> : \
tensor<2xi1>
""".strip()
    .replace("\n", "|")
    .split("|")
)


def named_ops() -> Iterator[str]:
    four = "memref<?x?x?x?x{}>"
    yield from _NAMED
    for name in [*(f"conv_2d_{name}" for name in _CONVOLUTIONS.split()), *_DEPTHWISE.split()]:
        filter_type = "memref<?x?x?xf32>" if name.startswith("depthwise") else four.format("f32")
        for steps in ("", _STEPS):
            line = (
                f"linalg.{name} {steps} ins(%0, %1 : {four.format('f32')}, {filter_type}) outs(%0 :"
                f" {four.format('f32')})"
            )
            yield f'%0, %1 = "t.make"() : () -> ({four.format("f32")}, {filter_type})\n{line}'
    for name in _POOLING.split():
        element = "i32" if "unsigned" in name else "f32"
        type, window = four.format(element), f"memref<?x?x{element}>"
        line = f"linalg.pooling_{name} {_STEPS} ins(%0, %1 : {type}, {window}) outs(%0 : {type})"
        yield f'%0, %1 = "t.make"() : () -> ({type}, {window})\n{line}'


def program(body: str) -> str:
    maps = (
        "#a = affine_map<(m, n, k) -> (m, k)>",
        "#b = affine_map<(m, n, k) -> (k, n)>",
        "#c = affine_map<(m, n, k) -> (m, n)>",
    )
    kinds = {"m": "f32", "h": "bf16", "i": "i32", "b": "i8", "c": "i1", "z": "complex<f32>", "x": "index"}
    arguments = [f"%{name}: memref<4x4x{kind}>" for name, kind in kinds.items()]
    head = f"func.func @f({', '.join(arguments)}, %v: memref<4xf32>, %s: f32, %d: f64, %n: i32) {{"
    return "\n".join([*maps, head, body, "return", "}"]) + "\n"


def differences(texts: Sequence[tuple[object, str]]) -> list[str]:
    """How what Ownlog prints differs from what mlir-opt prints, with the names of the texts; of those that mlir-opt
    reads.
    """
    forms = generic_forms([text for _, text in texts])
    found = (
        difference(text, form, str(name)) for (name, text), form in zip(texts, forms, strict=True) if form is not None
    )
    return [one for one in found if one is not None]


def difference(text: str, expected: str, name: str = "<string>") -> str | None:
    """How what Ownlog prints differs from what mlir-opt prints; None where it does not."""
    ours = print_generic(parse(text, name))
    found = first_difference(parse(ours), parse(expected))
    return None if found is None else f"{name}: {found}"


@pytest.mark.peer
@pytest.mark.parametrize("body", list(named_ops()))
def test_hidden_regions_and_defaults(body: str) -> None:
    expected = mlir_opt_one(tuple(map(program, named_ops())), *GENERIC)[program(body)]
    assert expected.status == 0
    assert difference(program(body), expected.out) is None


@pytest.mark.peer
def test_literals_are_spelled_as_mlir_spells_them() -> None:
    text = "".join(f"%{i} = arith.constant {literal}\n" for i, literal in enumerate(_LITERALS))
    long = f"%long = arith.constant dense<[{', '.join(f'{i}.5' for i in range(120))}]> : tensor<120xf32>\n"
    text = f"func.func @f() {{\n{text}{long}return\n}}\n"
    expected = mlir_opt(text)
    assert expected is not None
    values = re.findall(r"value = (.*)}> :", expected)
    assert re.findall(r"value = (.*)}> :", print_generic(parse(text))) == values
    assert len(values) == len(_LITERALS) + 1


@pytest.mark.peer
@pytest.mark.parametrize("part", parts(6))
def test_a_sample_of_the_corpus_and_upstream(part: int) -> None:
    assert differences(list(islice(pieces(*_FOLDERS), 5 + 12 * part, None, 72))) == []


@pytest.mark.peer
def test_the_documented_examples() -> None:
    chunks = [
        chunk
        for flags, text in examples("ok")
        for chunk, _ in (split_input(text) if "--split" in flags else [(text, 1)])
    ]
    differing = differences([(chunk, chunk) for chunk in chunks])
    assert all(_SIMPLIFIED in chunk for chunk in differing)


@pytest.mark.peer
@pytest.mark.nightly
def test_everything() -> None:
    assert differences([*pieces(*_FOLDERS), *((path, path.read_text()) for path in _large())]) == []


def _large() -> list[Path]:
    return sorted(require_shared("corpus-large").glob("*.mlir"))


def test_metadata_stays_and_locations_go() -> None:
    text = (
        '#loc = loc("f":1:1)\n"t.a"() : () -> () loc(#loc)\n{-#\n  dialect_resources: { builtin: { b: "0x04000000AA" }'
        " }\n#-}\n"
    )
    printed = print_generic(parse(text))
    assert printed.startswith('"builtin.module"() ({\n  "t.a"() : () -> ()\n}) : () -> ()\n{-#')
    assert print_generic(parse(printed)) == printed


def test_printing_leaves_the_module_as_it_is() -> None:
    text = program(_NAMED[0])
    module = parse(text)
    print_generic(module)
    assert str(module) == text


@pytest.mark.parametrize("brackets", ["[]", ("{b = ", "}")], ids=["lists", "dictionaries"])
def test_an_attribute_that_nests_twice_as_deep_takes_twice_the_work(brackets: tuple[str, str]) -> None:
    def nest(depth: int) -> str:
        return brackets[0] * depth + "[1, 2]" + brackets[1] * depth

    def work(depth: int) -> int:
        text = nest(depth)
        shown, calls = counted(lambda: attribute_text(text))
        assert shown == text
        return calls

    work(1)  # what is made once
    assert work(80) < 2.2 * work(40)


@pytest.mark.peer
@pytest.mark.parametrize(
    "text",
    [
        "func.func private @f() attributes {no_inline = 3 : i32, arg_attrs = 1 : i32, test.kept = 3 : i32}",
        "func.func private @f() attributes {no_inline}",
        "llvm.func @f() attributes {memory_effects = 3 : i32, section = @s, alignment = 8 : i64}",
        'llvm.func @f() attributes {section = "s", alignment = @s, no_infs_fp_math = true, optimize_none = "no"}',
        'llvm.mlir.global @g(1 : i32) {addr_space = 0 : i32, dso_local = 1 : i32, section = "s"} : i32',
        (
            "gpu.module @m {\n  gpu.func @k() kernel attributes {known_block_size = affine_map<(d0) -> (d0)>, "
            "known_grid_size = array<i32: 1, 2, 3>} {\n    gpu.return\n  }\n}"
        ),
    ],
)
def test_properties_of_the_wrong_kind_go_where_mlir_opt_drops_them(text: str) -> None:
    expected = mlir_opt(text)
    assert expected is not None
    assert mlir_opt(print_generic(parse(text))) == expected


@pytest.mark.parametrize("flags", ["#nobody<fast>", "#nobody.flags<fast>", "#nobody.fast", "3 : i32"])
def test_a_property_of_the_wrong_kind_is_dropped_as_mlir_opt_does_it(flags: str) -> None:
    text = (
        f'llvm.func @f(%a: f32) {{\n  %0 = llvm.fcmp "oeq" %a, %a {{fastmathFlags = {flags}}} : f32\n '
        " llvm.return\n}\n"
    )
    assert "fastmathFlags" not in print_generic(parse(text))
    assert "fastmathFlags" in print_generic(parse(text.replace(flags, "#llvm.fastmath<fast>")))
    assert "fastmathFlags" in print_generic(parse("#flags = #llvm.fastmath<fast>\n" + text.replace(flags, "#flags")))

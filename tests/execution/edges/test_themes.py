"""Random programs at the edges of what the passes know stay sound, theme by theme; the themes' modules say what they
aim at.
"""

import re
from collections import Counter
from dataclasses import replace

import pytest

from tests.execution.checking import check
from tests.execution.edges import queries
from tests.execution.edges.themes import THEMES
from tests.execution.executor import Executor
from tests.execution.programs.choices import Choices
from tests.execution.soundness import deallocated, judge
from tests.tiers import spans

# Of each theme, and of those in which faults are rare.
EVERY_RUN, MANY = 20, 200


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, EVERY_RUN // 8))
@pytest.mark.parametrize("name", THEMES)
def test_programs_at_the_edges_stay_sound(executor: Executor, name: str, seeds: range) -> None:
    theme = THEMES[name]
    check(executor, seeds, theme.pipelines, theme.make, theme.way)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(EVERY_RUN, MANY, 45))
@pytest.mark.parametrize("name", ["places", "places of tensors", "addresses", "aligned", "guarded"])
def test_many_programs_of_a_theme_stay_sound(executor: Executor, name: str, start: int) -> None:
    theme = THEMES[name]
    check(executor, range(start, min(start + 45, MANY)), theme.pipelines, theme.make, theme.way)


@pytest.mark.parametrize("name", THEMES)
def test_a_seed_gives_one_program(name: str) -> None:
    choices = Choices(3)
    text = THEMES[name].make(choices)
    assert text == THEMES[name].make(Choices(3)) == THEMES[name].make(Choices(recorded=choices.made))
    assert text != THEMES[name].make(Choices(4))


# Every op of the dialect, but for those that end a region of another.
_MEMREF = (
    "alloc alloca alloca_scope assume_alignment atomic_rmw cast collapse_shape copy dealloc dim distinct_objects"
    " dma_start dma_wait expand_shape extract_aligned_pointer_as_index extract_strided_metadata generic_atomic_rmw"
    " get_global global load memory_space_cast prefetch rank realloc reinterpret_cast reshape store subview transpose"
    " view"
).split()


def test_every_op_of_the_memref_dialect_occurs() -> None:
    programs = "".join(theme.make(Choices(seed)) for theme in THEMES.values() for seed in range(2 * EVERY_RUN))
    assert not {*_MEMREF} - {*re.findall(r"memref\.(\w+)", programs)}


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("shifts", r"(?s)(%a\d+)\[%i16.*memref\.view \1\[%i32"), ("shifts", r"memref\.dealloc %w"), ("shifts",
        r"iter_args\(%\w+ = %w"),
        ("teams", r"(?s)scf\.parallel(?:(?!\n  \}).)*memref\.dealloc"), ("teams",
        r"(?s)scf\.forall(?:(?!\n  \}).)*memref\.dealloc"),
        ("teams", r"(?s)affine\.parallel(?:(?!\n  \}).)*memref\.dealloc"),
        ("reductions", r"scf\.reduce\(.*\{\n.*\n +%\w+ = memref\.load"),
        ("constants", r"arith\.constant #c\d"), ("constants", r"0x[89A-Fa-f]\w : i8"), ("constants",
        r"case_values = (#|dense<.*0x)"),
        ("constants", r"constant (255|-1|128) : i8"), ("constants", r"(true|false): \^"), ("constants",
        r"affine_map<\((True|False|None)"),
        ("layouts", r"-> memref<[?\d]+x[?\d]+xi32, strided<\[1, \?\]"), ("layouts", r"strided<\[\?, \?\], offset: \?>"),
        ("symbols", r'@"\\\d\d\w+"\('), ("symbols", r"callee = #s"), ("symbols", r"emit_c_interface"), ("symbols",
        r"my\.table = \[#s"),
        ("symbols", r"func\.constant"), ("modules", r'\n"gpu\.module"'), ("modules", r"\n  builtin\.module"),
        ("modules", r"(?m)^module @"),
        ("tensors", r"(?s)to_tensor (%\w+).*store .*, \1\[.*to_tensor \1"), ("tensors", r"dealloc_tensor"),
        ("nests", r"(?s)scf\.parallel(?:(?!\n  \}).)*scf\.forall"), ("nests",
        r"(?s)scf\.forall(?:(?!\n  \}).)*scf\.parallel"),
        ("nests", r"(?s)scf\.parallel(?:(?!\n  \}).)*scf\.parallel(?:(?!\n  \}).)*memref\.dealloc"),
        ("conditions", r"(?s)\n( *)(%\S+ = )?scf\.while(?:(?!\n\1\} do).)*scf\.while(?:(?!\n\1\} do).)*memref\.alloc"),
        ("segments", r"operandSegmentSizes = #g"), ("segments", r"#g\d+ = #g"),
        ("segments", r'"cf\.cond_br".* <?\{operandSegmentSizes = #'),
        ("numerals", r"\b0{5000}\d"), ("numerals", r"-9{4999}"), ("numerals", r"\* 0{5000}\d"),
        ("elsewhere", r"in_parallel \{\n +tensor\.parallel_insert_slice"),
        ("elsewhere", r"(?s)\n  (%u\w+) = bufferization.*\^\w+.*tensor\.extract \1\["),
        ("kernels", r"(?s)gpu\.launch (?:(?!\n  \}).)*memref\.dealloc"), ("kernels", r"launch_func @kernels::@lose"),
        ("kernels", r"launch_func @kernels::@release_or_not"),
        ("places", r"(?s)linalg\.index.*\n    +linalg\.generic.*linalg\.index"), ("places",
        r"(?s)scf\.for.*\n    +linalg\.generic"),
        ("places of tensors", r"(?s)linalg\.index.*tensor\.generate"), ("places of tensors",
        r"(?s)linalg\.index.*tensor\.pad"),
        ("addresses", r"arith\.trunci"), ("addresses", r"(?s)scf\.if(?:(?!\n  \}).)*call @keep"), ("addresses",
        r"llvm\.insertvalue"),
        ("addresses", r"call @own"), ("guarded", r"(?s)scf\.for(?:(?!\n  \}).)*arith\.divui"), ("guarded",
        r"(?s)scf\.while.*addi %k"),
        ("aligned", r"vector<8xi32>>"), ("aligned", r"alignment = 1 "), ("aligned", r"call @seen"),
        ("waits", r'"gpu\.memcpy"'), ("waits", r'"affine\.dma_start"'), ("waits", r'"memref\.dma_start"'),
    ],
)  # fmt: skip
def test_the_generators_make_what_their_themes_are_about(name: str, pattern: str) -> None:
    found = sum(bool(re.search(pattern, THEMES[name].make(Choices(seed)))) for seed in range(100))
    assert found >= 2


@pytest.mark.slow
def test_queries_have_answers() -> None:
    answers = Counter[str]()
    for seed in range(20):
        text = queries.generate(Choices(seed))
        after, problem = queries.answered(text, queries.ASKED)
        assert not problem
        pairs = zip(text.splitlines(), after.splitlines(), strict=True)
        answers.update(_kind(new) for old, new in pairs if "arith.cmpi eq, %p" in old)
    assert min(answers[kind] for kind in ("constant true", "constant false", "andi", "select", "cmpi eq")) >= 3


def _kind(line: str) -> str:
    found = re.search(r"%e\d+ = arith\.(constant \w+|andi|select|cmpi eq)", line)
    return found[1] if found else ""


def test_a_wrong_answer_is_noticed(executor: Executor) -> None:
    def claimed(text: str, _: str) -> tuple[str, str]:
        return re.sub(r"= arith\.cmpi eq, %p\d+, %p\d+ : index", "= arith.constant false", text), ""

    programs = [queries.generate(Choices(seed)) for seed in range(EVERY_RUN)]
    verdicts = judge(executor, programs, [queries.ASKED], replace(THEMES["queries"].way, transformed=claimed))
    assert any(verdict.problem.startswith("observed values differ") for verdict in verdicts)


@pytest.mark.parametrize("name", [name for name, theme in THEMES.items() if theme.way.may_refuse])
def test_not_all_programs_are_refused(name: str) -> None:
    theme = THEMES[name]
    assert any(not deallocated(theme.make(Choices(seed)), theme.pipelines[0])[1] for seed in range(12))

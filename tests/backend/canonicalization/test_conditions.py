"""canonicalize: which conditions are asked about, and that finding out takes no longer than there are ops."""

from collections.abc import Callable
from functools import partial

import pytest

import ownlog
from ownlog.backend.canonicalization.conditions import Decisions
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import I1
from ownlog.rules.shipped.analysis import own_models
from tests.backend.canonicalization import logic
from tests.effort import counted

USE = '"test.use"() : () -> ()'


def _function(lines: list[str], conditions: int) -> str:
    parameters = ", ".join(f"%d{number}: i1" for number in range(conditions))
    return "\n".join([f"func.func @f({parameters}) {{", *lines, "return", "}", ""])


def _nested(count: int) -> str:
    """Ifs in each other, all by one condition."""
    return _function([*["scf.if %d0 {"] * count, USE, *["}"] * count], 1)


def _in_a_row(count: int) -> str:
    """Ifs one after the other, all by one condition."""
    return _function(["scf.if %d0 {", USE, "}"] * count, 1)


def _chain(count: int) -> str:
    """Conditions made of each other, each with an if behind all of them."""
    lines = [f"%d{number + count} = arith.andi %d{number + count - 1}, %d{number} : i1" for number in range(1, count)]
    for number in reversed(range(1, count)):
        lines += [f"scf.if %d{number + count} {{", USE, "}"]
    return _function(lines, count + 1)


def _diamonds(count: int) -> str:
    """A condition made of others, each of which is made of the one before in two ways."""
    lines = ["%s0 = arith.andi %d0, %d1 : i1"]
    for number in range(count):
        lines += [f"%x{number} = arith.ori %s{number}, %d1 : i1", f"%y{number} = arith.andi %s{number}, %d2 : i1"]
        lines.append(f"%s{number + 1} = arith.xori %x{number}, %y{number} : i1")
    return _function([*lines, f"scf.if %s{count} {{", USE, "}"], 3)


@pytest.mark.parametrize("shape", [_nested, _in_a_row, _chain, _diamonds], ids=lambda shape: shape.__name__.strip("_"))
def test_the_work_grows_with_the_conditions(shape: Callable[[int], str]) -> None:
    small, large = (
        counted(partial(ownlog.run_pipeline, ownlog.parse(shape(count)), "canonicalize"))[1] for count in (40, 160)
    )
    assert large < 4 * 1.3 * small


def _decides(op: Op, function: Op) -> bool:
    """What the question is about, said in other words: is what `op` goes by, or is made of, used in it, or in another
    block?
    """
    made_of: set[Value] = set()
    new = {op.operands[0]} if op.name in ("scf.if", "cf.cond_br") else set()
    while new:
        made_of |= new
        new = {
            operand
            for value in new
            if isinstance(value.owner, Op)
            for operand in value.owner.operands
            if operand.type is I1
        } - made_of
    users = [user for user in function.walk() if made_of.intersection(user.operands)]
    if op.regions:
        return any(user.parent is not None and user.parent.is_inside(op) for user in users)
    return any(user.parent is not op.parent for user in users)


PROGRAMS = {
    "then": "scf.if %d0 {\n%n = arith.xori %d0, %d1 : i1\nscf.if %n {\n" + USE + "\n}\n}",
    "else": "scf.if %d0 {\n" + USE + "\n} else {\n" + '"test.use"(%d0) : (i1) -> ()' + "\n}",
    "behind": "scf.if %d0 {\n" + USE + "\n}\n" + '"test.use"(%d0) : (i1) -> ()',
    "part": "%a = arith.andi %d0, %d1 : i1\nscf.if %a {\nscf.if %d1 {\n" + USE + "\n}\nscf.if %d2 {\n" + USE + "\n}\n}",
    "blocks": 'cf.cond_br %d0, ^a, ^b\n^a:\ncf.br ^b\n^b:\n"test.use"(%d0) : (i1) -> ()',
    "its block": '"test.use"(%d0) : (i1) -> ()\ncf.cond_br %d0, ^a, ^b\n^a:\ncf.br ^b\n^b:',
    "region in a block": "cf.cond_br %d0, ^a, ^b\n^a:\nscf.if %d1 {\n" + USE + "\n}\ncf.br ^b\n^b:",
    "round": "cf.br ^b\n^a:\n%x = arith.andi %y, %d0 : i1\n%y = arith.ori %x, %d1 : i1\nscf.if %y {\n"
    + USE
    + "\n}\ncf.br ^a\n^b:",
    "isolated": "scf.if %d0 {\nfunc.call @f(%d1, %d0, %d2) : (i1, i1, i1) -> ()\n}",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_rules_are_asked_where_a_condition_is_used_where_it_leads_to(name: str) -> None:
    module = ownlog.parse(_function([PROGRAMS[name]], 3))
    effects = Effects(own_models())
    for function in module.functions(effects):
        decisions = Decisions(Rewriter(function, effects))
        branches = [op for op in function.walk() if op is not function and (op.regions or op.successors)]
        assert branches
        for op in branches:
            assert decisions.for_others(op) == _decides(op, function), op.name


_ERASED_WHILE_MOVED = (534, 954, 1410)
"""Here a branch goes into which ops are moved that its block does not show yet."""


def test_random_logic_becomes_valid() -> None:
    for seed in (*range(150), *_ERASED_WHILE_MOVED):
        once = str(ownlog.run_pipeline(ownlog.parse(logic.function(seed)), "canonicalize"))
        assert len(ownlog.parse(once).ops) == 1, seed


def test_the_rules_are_asked_of_random_logic_as_it_is_defined() -> None:
    effects = Effects(own_models())
    for seed in range(100):
        (top,) = ownlog.parse(logic.function(seed)).functions(effects)
        decisions = Decisions(Rewriter(top, effects))
        for op in top.walk():
            if op is not top and (op.regions or op.successors):
                assert decisions.for_others(op) == _decides(op, top), (seed, op.name)

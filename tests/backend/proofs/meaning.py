"""What obligations mean, by trying everything: all conditions, and all ways in which the buffers can be the same."""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import product

from ownlog.backend.proofs.obligation import Action, Dealloc, Obligation
from ownlog.backend.proofs.terms import And, Ite, Not, Or, Result, Same, Term, Var

Allocations = dict[Hashable, int]
Truth = dict[Hashable, bool]


def partitions(count: int) -> Iterator[tuple[int, ...]]:
    """All ways in which `count` things can be the same: a number for each, equal where they are."""

    def extend(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(numbers) == count:
            yield numbers
            return
        for number in range(max(numbers, default=-1) + 2):
            yield from extend((*numbers, number))

    return extend(())


def is_valid(obligation: Obligation) -> bool:
    """Does the obligation hold, whatever the conditions and aliases are?"""
    buffers, conditions = names(obligation)
    return all(
        _holds(obligation, dict(zip(buffers, numbers, strict=True)), dict(zip(conditions, values, strict=True)))
        for numbers in partitions(len(buffers))
        for values in product((False, True), repeat=len(conditions))
    )


def _holds(obligation: Obligation, allocations: Allocations, truth: Truth) -> bool:
    if any(allocations[a] != allocations[b] for a, b in obligation.must):
        return True
    if any(allocations[a] == allocations[b] for a, b in obligation.never):
        return True
    before, after = (run(actions, allocations, truth) for actions in (obligation.before, obligation.after))
    if not all(_value(term, allocations, truth, before[1]) for term in obligation.known):
        return True
    for first, second in obligation.results:
        if _value(first, allocations, truth, before[1]) != _value(second, allocations, truth, after[1]):
            return False
    gone = {allocations[buffer] for buffer in obligation.erased}
    if any(before[0][number] != 1 or after[0][number] for number in gone):
        return False
    if any(count > 1 for count in after[0].values()):
        return False
    return {number for number in before[0] if number not in gone} == set(after[0])


def run(actions: tuple[Action, ...], allocations: Allocations, truth: Truth) -> tuple[Counter[int], list[list[bool]]]:
    """How often each allocation is freed, and the results of each action."""
    freed: Counter[int] = Counter()
    results: list[list[bool]] = []
    for action in actions:
        if isinstance(action, Dealloc):
            owned = {
                allocations[buffer]
                for buffer, condition in action.operands
                if _value(condition, allocations, truth, results)
            }
            kept = {allocations[buffer] for buffer in action.retained}
            freed.update(owned - kept)
            results.append([allocations[buffer] in owned for buffer in action.retained])
        else:
            if _value(action.guard, allocations, truth, results):
                freed[allocations[action.buffer]] += 1
            results.append([])
    return freed, results


def _value(term: Term, allocations: Allocations, truth: Truth, results: list[list[bool]]) -> bool:
    def value(inner: Term) -> bool:
        return _value(inner, allocations, truth, results)

    match term:
        case bool():
            return term
        case Var(name):
            return truth[name]
        case Same(left, right):
            return allocations[left] == allocations[right]
        case Result(action, index):
            return results[action][index]
        case Not(inner):
            return not value(inner)
        case And(terms):
            return all(map(value, terms))
        case Or(terms):
            return any(map(value, terms))
        case Ite(condition, on_true, on_false):
            return value(on_true) if value(condition) else value(on_false)


def names(obligation: Obligation) -> tuple[list[Hashable], list[Hashable]]:
    """The buffers and the i1 values of an obligation."""
    buffers: dict[Hashable, None] = {}
    conditions: dict[Hashable, None] = {}
    terms: list[Term] = [*obligation.known, *(term for pair in obligation.results for term in pair)]
    for action in (*obligation.before, *obligation.after):
        if isinstance(action, Dealloc):
            buffers.update(dict.fromkeys([*(buffer for buffer, _ in action.operands), *action.retained]))
            terms += [condition for _, condition in action.operands]
        else:
            buffers[action.buffer] = None
            terms.append(action.guard)
    while terms:
        match terms.pop():
            case Var(name):
                conditions[name] = None
            case Same(left, right):
                buffers.update(dict.fromkeys((left, right)))
            case Not(inner):
                terms.append(inner)
            case And(inner) | Or(inner):
                terms += inner
            case Ite(condition, on_true, on_false):
                terms += [condition, on_true, on_false]
            case _:
                pass
    for pair in (*obligation.must, *obligation.never):
        buffers.update(dict.fromkeys(pair))
    buffers.update(dict.fromkeys(obligation.erased))
    return list(buffers), list(conditions)

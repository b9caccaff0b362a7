"""The pass one-shot-bufferize, as far as it analyses: which operands are in place, and what cannot be bufferized at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.bufferize.analysis import Analyser, Analysis
from ownlog.backend.bufferize.annotate import annotate
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.names import Naming

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ownlog.frontend.ir.ir import Module, Op
    from ownlog.rules.engine import Engine
    from ownlog.rules.traits.traits import Traits

def one_shot_bufferize(
    module: Module, options: Mapping[str, str], traits: Traits, models: Sequence[Path] = (), engine: Engine | None = None
) -> None:
    """Writes onto the ops of `module` what analysis decides.

    Raises InputError without `test-analysis-only`, and for what cannot be bufferized.
    """
    if options["test-analysis-only"] != "true":
        advice = "give the option test-analysis-only, and mlir-opt the bufferization"
        raise InputError(Diagnostic("one-shot-bufferize analyses, and rewrites nothing yet", advice=advice))
    if not (options["analysis-fuzzer-seed"] or "0").isdecimal():
        raise InputError(Diagnostic("invalid value for the option analysis-fuzzer-seed of one-shot-bufferize", advice="write a number"))
    naming = Naming(module, traits)
    analysis = Analyser(module, naming, options, models, engine).run()
    faults = list(_faults(analysis, naming, options))
    if faults:
        raise InputError(*faults)
    annotate(module, naming, analysis, alias_sets=options["dump-alias-sets"] == "true", conflicts=options["print-conflicts"] == "true")


def _faults(analysis: Analysis, naming: Naming, options: Mapping[str, str]) -> Iterator[Diagnostic]:
    """What cannot be bufferized, in mlir-opt's words."""
    for (name, _), clash in analysis.impossible:
        if clash.read is None or clash.write is None:
            yield naming.ops[name].diagnostic("not bufferizable under the given constraints: would write to read-only buffer")
            continue
        read, write = (naming.ops[use[0]] for use in (clash.read, clash.write))
        advice = f"{write.name} at line {_line(write)} would overwrite what {read.name} at line {_line(read)} reads; copy one of them"
        yield naming.ops[name].diagnostic("not bufferizable under the given constraints: cannot avoid RaW conflict", advice)
    if options["allow-return-allocs-from-loops"] != "true":
        for changed in analysis.changed:
            op = naming.ops[changed.op]
            what = "Condition arg" if op.name == "scf.condition" else "Yield operand"
            advice = "yield what was written into the iter argument, or set allow-return-allocs-from-loops"
            yield op.diagnostic(f"{what} #{changed.number} is not equivalent to the corresponding iter bbArg", advice)


def _line(op: Op) -> int:
    return op.source.position(op.start).line if op.source is not None and op.start >= 0 else 0

"""`ownlog opt IN.mlir --PASS... [-o OUT]`, as most runs are: without click, whose import takes as long as a small file does.

All else that `ownlog opt` can be told is left to `ownlog.commands.opt`, which does the same with the same functions.
"""

from __future__ import annotations

from ownlog.api.process import Outcome, Request, run
from ownlog.backend.context import Context
from ownlog.backend.passes.registry import PASSES, Step, checked_options
from ownlog.base.errors import report
from ownlog.base.files import read_text, write_text

_NO_VERIFY = "--no-verify"


def opt(arguments: list[str]) -> bool | None:
    """Do what the words say; whether it failed, and None where nothing was done, as there are others than these."""
    steps: list[Step] = []
    paths: list[str] = []
    output, verify = "-", True
    words = iter(arguments)
    for word in words:
        if word == "-o" and output == "-":
            output = next(words, "-")
            if output.startswith("-") or not output:
                return None
        elif word == _NO_VERIFY:
            verify = False
        elif word.startswith("--") and word[2:].partition("=")[0] in PASSES:
            steps.append(step_of(word))
        elif word.startswith("-") or not word or paths:
            return None
        else:
            paths.append(word)
    if not paths:
        return None
    for step in steps:
        checked_options(step)
    return process(paths[0], output, Request(steps, Context(verify=verify)))[1]


def process(path: str, output: str, request: Request) -> tuple[Outcome, bool]:
    """Write the result of one input ("-": standard input, or output), and say what there is to say of it; whether it failed."""
    outcome = run(read_text(path), "<stdin>" if path == "-" else path, request)
    failed = report(outcome.problems)
    if failed:
        # Only who errs waits for this.
        from ownlog.base.inputs import read_as_a_module

        report(read_as_a_module(path))
    # A file is written as a whole or not at all; what went well may still be seen on standard output.
    if not failed or (output == "-" and request.split is not None and not request.verify_diagnostics):
        write_text(output, outcome.text)
    report(request.context.prover.notes)
    report(request.context.notices)
    return outcome, failed


def step_of(flag: str) -> Step:
    """The pass that a flag such as `--cse` or `--canonicalize=test-convergence=true` asks for."""
    name, *options = flag.lstrip("-").replace("=", " ", 1).split()
    return Step(name, tuple(option.partition("=")[::2] for option in options))

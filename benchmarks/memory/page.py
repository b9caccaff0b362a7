"""The page of what was measured of the memory of programs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from benchmarks.memory.measuring import PEER_ORDERS, PLACED, Row
from benchmarks.peaks import Peak
from benchmarks.tables import markdown

MEAN, WORST, ARENAS = 1.02, 1.3, 0.95
"""What is required: the geometric mean of the ratios to the bound, the largest one, and the part of files whose arenas
reach theirs.
"""
_LISTED = 25

HEAD = """# Memory: where buffers live

Written by `python -m benchmarks.memory`. Programs are run: each public function is called once, with arguments whose
open sizes are 4 (as in QUALITY.md), and an allocator counts. *Peak* is the most bytes that are alive at once, without
the arguments; *mallocs* are the allocations that are made. What allocations add for their alignment is left out on both
sides. The *bound* is the largest sum of bytes of those buffers that are between their first access (a load, a store, a
copy, traced in the lowered program) and their last one; a copy needs both its buffers at one time, and what is returned
is accessed at the end, all results of a function at one time: the caller gets them together. It is that of the program
after Ownlog's pipeline without placement, so it counts the buffers that this leaves. Peaks of 0 count as reached where
the bound is 0. What placement moves besides allocations, as what fills a buffer, may take a program below it, and so
may buffers that it splits (`splitting`): each of their contents then lives by itself, at the price of allocations.

The bound knows which way a run goes; a program that frees or allocates does not. Where a program takes more, the page
says what it holds at its peak and does not use then, in bytes of buffers that the run *never* accesses (it does not
come into the branch or the loop that would), accesses only *later* (a call is given them to write to, or a loop is
entered that need not be), or accesses *no more* (they have a name that another way uses). A table tells how far the
files are from the bound of which each of these is the largest part, and what a program would have to know there, or to
keep in flags of its own, to take less. That is no proof that none does. Of the files that are farthest from the bound
these were looked into:

- `sparse_calls_dcsr`: a call makes five buffers of 576 bytes together, and stores in two of them what says that there
  are no entries. The second call makes two of its own beside what it was given (448 bytes in all), as it stores in them
  in front of its loops; a program that finds out first that these have no iteration could free what was given before
  that.
- `sparse_calls_*`, `calls_bsr`: a call is given what another one has made, and loops over as many entries as are stored
  there. The run stores none, which no program knows before it loads how many there are.
- `u_keep_best_*`: each branch of a chain may choose a buffer that others have chosen before, by what the branches
  before have computed; no program knows that.
- `calls_pick_in_while_*`: a round tells only at its end which of two buffers it hands on. A program that loads the
  condition first would know; that may not go past a call that may not come back, and no rule tells which do.
- `jax_speculative_cond_*`, `u_speculative_*`: both outcomes are computed, and whether the new one is taken is computed
  from that, at the end; no program knows it before. With 0 in place of 0.5 in all arguments,
  `jax_speculative_cond__std` takes the new ones: up to there it runs the same ops, and the 4,096 bytes that it uses no
  more with 0.5 behind its peak are what the next step reads.

A buffer that is overwritten in several branches, or in each round of a loop that hands it on, is not in the list, as
long as nobody needs it in between: each of its contents has a buffer of its own (`splitting`; `early_exit_mlp__std`,
`deq_*__std`).

"""


def page(title: str, rows: Sequence[Row], of: int) -> str:
    """All about one corpus, of which `rows` were measured, of as many files."""
    ran = [row for row in rows if not row.problem]
    both = [row for row in ran if row.peer is not None]
    reasons = Counter(row.problem for row in rows if row.problem)
    left = "; ".join(f"{count} ({reason})" for reason, count in reasons.most_common())
    measured = f"{len(rows)} files" if len(rows) == of else f"{len(rows)} of {of} files were measured"
    parts = [
        f"## {title}\n",
        f"{measured}; {len(ran)} were run{f', not run: {left}' if left else ''}.\n",
        f"{len(both)} of them were with mlir-opt-22's output, too.\n",
        _sums(ran, both),
        _requirements(ran, both),
        "### Farthest from the bound\n",
        _farthest(ran),
        _causes(ran),
        "### More than with mlir-opt-22's best order\n",
        _worse(both),
        "### Arenas above what none is smaller than, as far as that is proved\n",
        _gaps(ran),
    ]
    return "\n".join(parts)


def orders() -> str:
    """The orders of mlir-opt's passes."""
    lines = "\n".join(f"- `{' '.join(order)}`" for order in PEER_ORDERS)
    placed = (
        f"Ownlog places with `{PLACED}`: nothing goes to the stack, on either side, because nobody counts its"
        " bytes.\n\n"
    )
    return f"{placed}mlir-opt-22's best is the least peak of these orders of its passes, file by file:\n\n{lines}\n"


def ratio(bytes_: int, least: int) -> float:
    """How far a peak is from the bound."""
    return bytes_ / least if least else 1.0 if not bytes_ else math.inf


def mean(ratios: Iterable[float]) -> float:
    """The geometric mean of those that are finite and not 0."""
    logarithms = [math.log(found) for found in ratios if 0 < found < math.inf]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else 1.0


_COLUMNS: dict[str, Callable[[Row], Peak | None]] = {
    "ownlog, placed": lambda row: row.placed,
    "ownlog, no placement": lambda row: row.plain,
    "mlir-opt-22, best": lambda row: row.peer_best,
    "mlir-opt-22, pipeline alone": lambda row: row.peer,
}


def _sums(ran: Sequence[Row], both: Sequence[Row]) -> str:
    lines = []
    for name, of in _COLUMNS.items():
        rows = ran if name.startswith("ownlog") else both
        found = [(peak, row) for row in rows if (peak := of(row)) is not None]
        shared = [(peak, row) for row in both if (peak := of(row)) is not None]
        ratios = [ratio(peak.bytes, row.least) for peak, row in found]
        peaks, mallocs = sum(peak.bytes for peak, _ in shared), sum(peak.allocations for peak, _ in shared)
        lines.append((name, f"{peaks:,}", f"{mallocs:,}", f"{mean(ratios):.3f}", f"{max(ratios, default=1):.2f}"))
    bound = f"{sum(row.least for row in both):,}"
    lines.append(("bound", bound, "-", "1.000", "1.00"))
    head = ("", "peaks, on files of both", "mallocs, on files of both", "geometric mean to bound", "farthest")
    return markdown(head, lines)


def _requirements(ran: Sequence[Row], both: Sequence[Row]) -> str:
    placed = [ratio(row.placed.bytes, row.least) for row in ran if row.placed is not None]
    above = sum(found > WORST for found in placed)
    worse = sum(_is_worse(row) for row in both)
    planned = [row for row in ran if row.arenas]
    reached = sum(all(size == bound for size, bound in row.arenas) for row in planned)
    part = reached / len(planned) if planned else 1.0
    often = sum(
        row.placed.allocations > row.peer_best.allocations
        for row in both
        if row.placed is not None and row.peer_best is not None
    )
    lines = [
        ("geometric mean to the bound", f"at most {MEAN}", f"{mean(placed):.3f}", _said(mean(placed) <= MEAN)),
        (
            "the same, where what is below the bound counts as the bound",
            "-",
            f"{mean(max(1, found) for found in placed):.3f}",
            "-",
        ),
        (f"files above {WORST} of the bound", "0", f"{above}", _said(not above)),
        ("files that take more than with mlir-opt-22's best", "0", f"{worse}", _said(not worse)),
        ("files that allocate more often than with mlir-opt-22's best", "-", f"{often}", "-"),
        (
            "files whose arenas are as small as any can be",
            f"at least {ARENAS:.0%}",
            f"{reached} of {len(planned)} ({part:.1%})",
            _said(part >= ARENAS),
        ),
    ]
    return markdown(("", "required", "measured", ""), lines)


def _said(met: bool) -> str:
    return "met" if met else "**not met**"


def _is_worse(row: Row) -> bool:
    return row.placed is not None and row.peer_best is not None and row.placed.bytes > row.peer_best.bytes


def _farthest(ran: Sequence[Row]) -> str:
    found = [(ratio(row.placed.bytes, row.least), row) for row in ran if row.placed is not None]
    found = sorted((pair for pair in found if pair[0] > 1), key=lambda pair: -pair[0])
    lines = [
        (
            row.name,
            f"{row.least:,}",
            f"{row.placed.bytes:,}",
            f"{row.peer_best.bytes:,}" if row.peer_best else "-",
            f"{far:.3f}",
            *(f"{count:,}" for count in row.excess or ()),
        )
        for far, row in found[:_LISTED]
        if row.placed is not None
    ]
    more = f"\n{len(found) - _LISTED} more are nearer.\n" if len(found) > _LISTED else ""
    head = ("file", "bound", "ownlog", "mlir-opt-22, best", "ratio", "never", "later", "no more")
    return (markdown(head, lines) + more) if lines else "None.\n"


def _causes(ran: Sequence[Row]) -> str:
    """What the files above the bound hold at their peaks and do not use, and how much of the geometric mean each cause
    is.
    """
    above = [
        (row, ratio(row.placed.bytes, row.least))
        for row in ran
        if row.placed is not None and row.placed.bytes > row.least
    ]
    if not above:
        return ""
    lines = []
    for place, (kind, needed) in enumerate(_NEEDED.items()):
        of_kind = [
            (row, far)
            for row, far in above
            if row.excess is not None and any(row.excess) and _largest(row.excess) == place
        ]
        held = sum(row.excess[place] for row, _ in above if row.excess is not None)
        lines.append((kind, f"{held:,}", f"{len(of_kind)}", f"{_part(of_kind, ran):.3f}", needed))
    rest = [(row, far) for row, far in above if row.excess is None or not any(row.excess)]
    lines.append(
        ("all is in use", "-", f"{len(rest)}", f"{_part(rest, ran):.3f}", "a program that does the same in another way")
    )
    head = (
        "not in use at the peak",
        "bytes",
        "most of it in files",
        "geometric mean with these alone",
        "what it would take to know",
    )
    return f"{len(above)} files are above the bound:\n\n{markdown(head, lines)}"


_NEEDED = {
    "never": "whether a loop or a branch is entered, before it is",
    "only later": "which of several branches writes to a buffer that they share, or when a callee does",
    "no more": "which way a later branch goes that has a name of it",
}


def _largest(excess: Sequence[int]) -> int:
    return max(range(len(excess)), key=lambda place: excess[place])


def _part(found: Sequence[tuple[Row, float]], ran: Sequence[Row]) -> float:
    """The geometric mean over all files if only some are above the bound."""
    return math.exp(sum(math.log(far) for _, far in found if far < math.inf) / len(ran))


def _worse(both: Sequence[Row]) -> str:
    lines = [
        (row.name, f"{row.least:,}", f"{row.placed.bytes:,}", f"{row.peer_best.bytes:,}")
        for row in both
        if _is_worse(row) and row.placed is not None and row.peer_best is not None
    ]
    return markdown(("file", "bound", "ownlog", "mlir-opt-22, best"), lines) if lines else "None.\n"


def _gaps(ran: Sequence[Row]) -> str:
    lines = [(row.name, f"{size:,}", f"{bound:,}") for row in ran for size, bound in row.arenas if size != bound]
    return markdown(("file", "arena", "none has fewer than"), lines) if lines else "None.\n"

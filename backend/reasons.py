"""Messages and advice for the codes by which the rules say why they refuse an op, or have no plan for a function."""

from __future__ import annotations

from collections.abc import Mapping

REPORT = "please report this program"

_REFUSALS: Mapping[str, tuple[str, str]] = {
    "unknown-effects": (
        "ops with unknown memory side effects are not supported",
        "say in a model file passed with --model what the op does, and with effects_known that this is all",
    ),
    "unknown-regions": (
        "All operations with attached regions need to implement the RegionBranchOpInterface.",
        "describe with region_branch how buffers flow through the op's regions, in a model file passed with --model",
    ),
    "unknown-terminator": (
        "Terminators must implement either BranchOpInterface or RegionBranchTerminatorOpInterface (but not both)!",
        "describe the terminator with branch or return_like in a model file passed with --model",
    ),
    "stored-buffer": (
        "buffers that are stored in memory are not supported",
        "pass the buffer as a value instead",
    ),
    "unfit-successor-operands": (
        "the operands that the model gives to a successor do not fit its arguments",
        "give the op operandSegmentSizes, and its model the number of the first successor's group",
    ),
    "fixed-results": (
        "buffer results of this op are not supported",
        "reduce into a buffer that is an operand",
    ),
    "ungrouped-operands": (
        "the operands that the op forwards are not one group at their end",
        "say with entry_operand_group which group is forwarded, or forward the last one",
    ),
    "unknown-region-arguments": (
        "All operations with attached regions need to implement the RegionBranchOpInterface.",
        "describe with entry_operands and region_flow what goes to the region's arguments, in a model file passed "
        "with --model",
    ),
    "two-owners": (
        "models give this op's result two owners",
        "say either allocates or allocates_on_stack",
    ),
    "freed-on-some-paths": (
        "this call frees a buffer on some paths of its callee only",
        "free it on every path of the callee, or make the callee private",
    ),
    "terminator-uses-freed-buffer": (
        "the terminator's regions use a buffer that the end of the block frees",
        "allocate the buffer outside of the op around the block, or read what the regions need of it before the "
        "terminator, or copy a tensor that they use, as bufferization.alloc_tensor() copy(...) does",
    ),
    "used-when-freed": (
        "the op may still use its buffers when they are freed",
        "wait for what it begins in the same block, with its token or with a new tag of its own",
    ),
    "closed-region": (
        "no buffer can leave this region",
        "write to a buffer from outside of the region instead",
    ),
    "callee-may-free": (
        "this op may call a function that frees what it is given",
        "call the function by a `callee` that names it, or free the buffer after the call and not in the function",
    ),
    "device-frees-host-buffer": (
        "device code may free a buffer of the host here, which the host frees otherwise",
        "free it on the host",
    ),
    "reference-outlives-buffer": (
        "this forwards what refers to a buffer's memory to where the buffer may be freed already",
        "forward the buffer, and make the tensor or the address of it where it is used, or copy it, as "
        "bufferization.alloc_tensor() copy(...) does",
    ),
    "returned-reference": (
        "this forwards what refers to a buffer's memory to where the buffer may be freed already",
        "return a copy of the buffer, as bufferization.clone makes it",
    ),
    "callee-claims-reference": (
        "this call may free, or use later, the memory of a buffer that is passed as a tensor or an address",
        "pass the buffer, and make the tensor or the address of it in the callee",
    ),
    "owner-and-alias": (
        "models say of this op's result who owns it, and that it is another buffer",
        "say either allocates or allocates_on_stack, or what it is a view or select of",
    ),
    "stored-address": (
        "this stores the address of a buffer where the buffer may be freed already",
        "store it in memory that is allocated beside the buffer, and goes nowhere else, or make the address of the "
        "buffer where it is used",
    ),
    "ambiguous-address": (
        "a view that begins elsewhere in its allocation comes here by control flow, and its address does not tell "
        "which allocation it has",
        "forward the buffer that it is a view of, and make the view where it is used; or use memref.subview",
    ),
}
"""For `refusal` and `pass_refusal`; the wording is upstream's where upstream has one."""

_UNPLANNED: Mapping[str, tuple[str, str]] = {
    "borrower-outlives-owner-on-edge": (
        "a borrower outlives the owner that it borrows from on an edge",
        REPORT,
    ),
    "borrower-outlives-owner": (
        "a borrower outlives the owner that it borrows from",
        REPORT,
    ),
    "borrower-outlives-owner-in-other-block": (
        "a borrower outlives the owner that it borrows from in another block",
        REPORT,
    ),
    "borrower-outlives-choice": (
        "a borrower outlives the choice of the owner that it borrows from",
        REPORT,
    ),
    "call-borrows-what-it-takes": (
        "the call borrows what it takes",
        REPORT,
    ),
    "regions-use-borrower": (
        "the op's regions use a borrower of what they take",
        REPORT,
    ),
    "op-uses-what-regions-take": (
        "the op uses what its regions take",
        REPORT,
    ),
    "borrower-outlives-choice-on-edge": (
        "a borrower outlives the choice of the owner that it borrows from on an edge",
        REPORT,
    ),
    "borrower-needed-after-choice": (
        "a borrower is needed after the choice of the owner that it borrows from on an edge",
        REPORT,
    ),
    "chooses-what-may-be-freed": (
        "the op chooses what the program may free",
        REPORT,
    ),
    "loan-may-go-on": (
        "nothing shows that all borrowers are done",
        REPORT,
    ),
    "borrower-leaves-owner": (
        "a borrower leaves the owner that it borrows from",
        REPORT,
    ),
    "unknown-region-arguments": (
        "nothing tells what the op's regions are entered with",
        REPORT,
    ),
    "refused-op": (
        "the op is refused",
        REPORT,
    ),
    "terminator-uses-buffer": (
        "the terminator uses a buffer",
        "read what the terminator needs of the buffer before it, or describe with return_like or branch what it "
        "forwards, in a model file passed with --model",
    ),
    "owner-without-end": (
        "nothing shows where a buffer of the block is freed",
        REPORT,
    ),
    "unknown-block-end": (
        "the end of the block is unknown",
        REPORT,
    ),
    "callee-may-return-several-owners": (
        "the callee may return what several owners may hold",
        REPORT,
    ),
    "borrower-leaves-continuing-owner": (
        "a borrower leaves an owner that goes on",
        REPORT,
    ),
    "terminator-regions-use-buffer": (
        "the terminator's regions use a buffer of the block",
        "allocate the buffer outside of the op around the block, or read what the regions need of it before the "
        "terminator, or copy a tensor that they use, as bufferization.alloc_tensor() copy(...) does",
    ),
    "terminator-regions-use-borrower": (
        "the terminator's regions use a borrower of a buffer of the block",
        "allocate the buffer outside of the op around the block, or read what the regions need of it before the "
        "terminator, or copy a tensor that they use, as bufferization.alloc_tensor() copy(...) does",
    ),
    "forwarded-address-ambiguous": (
        "the address of a view that begins elsewhere in its allocation does not tell which allocation the op forwards",
        "send on the buffer that it is a view of, and make the view where it is used; or use memref.subview",
    ),
    "forwards-reference-only": (
        "the op forwards what refers to a buffer's memory, and not the buffer",
        "send the buffer, and make the tensor or the address of it where it is used, or copy it, as "
        "bufferization.alloc_tensor() copy(...) does",
    ),
    "returned-reference": (
        "the op hands out a buffer that refers to another one's memory",
        "return a copy of the buffer, as bufferization.clone makes it",
    ),
    "freed-address-ambiguous": (
        "the address of a view that begins elsewhere in its allocation does not tell which allocation the op frees",
        "free the buffer that it is a view of; or use memref.subview",
    ),
    "device-frees-host-buffer": (
        "the op, on a device, frees a buffer of the host",
        REPORT,
    ),
    "mixed-memory": (
        "different ops have to free what may come together here",
        "copy one of the buffers into memory of the kind that the other one has, and send the copy",
    ),
    "stored-address": (
        "the op stores the address of a buffer in memory that may be there longer than the buffer",
        "store it in memory that is allocated beside the buffer, and goes nowhere else, or make the address of the "
        "buffer where it is used",
    ),
}
"""For `undecided` and `pinned`."""


def refused(reason: str) -> tuple[str, str]:
    """Message and advice for the reason of a refusal: a model that rules an op out has its own message."""
    return _REFUSALS.get(reason, (reason, "run the pass once, on IR without deallocations"))


def unplanned(reason: str) -> tuple[str, str]:
    """Message and advice for the reason why a function has no plan: that of a proof that failed is its own message."""
    return _UNPLANNED.get(reason, (reason, REPORT))

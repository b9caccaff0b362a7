"""Mutants that no case can tell from the rule, each with the reason."""

from collections.abc import Mapping

_FORWARDS = "O16 derives it from the result that the rule asks for next; it lets the rule start from the few ops that forward"
_LIVE_OUT = "L5 derives it from the two literals before; it keeps the rule the equation at the head of the file"
_SAME_ROOT = "G42 derives it: a root that both have is a common root"
_OLDER = "G47 derives it; it keeps every pair to one reason"
_ONE_CALL = "no value is a result of two calls"
_FIRST = "number 0 is there wherever another number is; it makes the rule ask once for each op"
_LEAST = "the aggregate gives a position where it is sent"
_ONE_CONDITION = "a select goes by one condition"
_GREATEST = "the aggregate has a value just there; it lets the rule start from the few selects that take"
_ENDS_ANYWAY = "E19 derives it where the guard fails; it keeps every release to one reason"
_TWO_BLOCKS = "K13 derives it where the two edges leave different blocks"
_ITSELF = "T96 gives each result of a call that is known outside from itself"
_GIVEN = "E3 to E5 derive it from the two literals after the next"
_OWN_BLOCK = "W9 and W10 derive an end in the op's own block only; it lets the rule ask for the one op at the place"
_SOMEWHERE = "the literal after the next derives it; it leaves out what is live-out of no block before last uses are looked for"
_USED_THERE = "the aggregate finds the op among those that use a name; it lets the rule start from the few buffers that the op uses"
_THERE = "what it gives without that is there already; it leaves the first address in a memory to the rules before it"

SURVIVORS: Mapping[str, str] = {
    "O23: without forwards_ownership(o)": _FORWARDS,
    "O23: forwards_ownership(_) for forwards_ownership(o)": _FORWARDS,
    "O24: without forwards_ownership(o)": _FORWARDS,
    "O24: forwards_ownership(_) for forwards_ownership(o)": _FORWARDS,
    "D7: without live_out(b, v)": _LIVE_OUT,
    "D7: live_out(_, v) for live_out(b, v)": _LIVE_OUT,
    "D7: live_out(b, _) for live_out(b, v)": _LIVE_OUT,
    "H71: op(o, _, _, p) for op(o, _, b, p)": _OWN_BLOCK,
    "G43: without r != q": _SAME_ROOT,
    "G51: without r != q": _SAME_ROOT,
    "G48: without !allocated_before(v, w)": _OLDER,
    "G48: without !allocated_before(w, v)": _OLDER,
    "F13: !call_result(_, _, v, _) for !call_result(o, _, v, _)": _ONE_CALL,
    "T5: forwards_owner(o, e, _, h) for forwards_owner(o, e, k, h)": _LEAST,
    "T103: taken out": _ITSELF,
    "U231: without w != m": _THERE,
    "T78: without owner_live_out(_, w)": _SOMEWHERE,
    "T78: owner_live_out(_, _) for owner_live_out(_, w)": _SOMEWHERE,
    "K28: without consumes_here(o, _, _)": _GREATEST,
    "K28: consumes_here(_, _, _) for consumes_here(o, _, _)": _GREATEST,
    "K14: edge(_, i, s) for edge(b, i, s)": _TWO_BLOCKS,
    "K14: edge(_, j, s) for edge(b, j, s)": _TWO_BLOCKS,
    "K26: without o != p": _ONE_CONDITION,
    "R9: op_region(o, _, _) for op_region(o, 0, _)": _FIRST,
    "R9: result(o, _, _) for result(o, 0, _)": _FIRST,
    "E20: without !lasts(h)": _ENDS_ANYWAY,
    "E37: without gives(b, h)": _GIVEN,
    "E37: gives(_, h) for gives(b, h)": _GIVEN,
    "E37: gives(b, _) for gives(b, h)": _GIVEN,
    "PL504: without operand(u, _, y)": _USED_THERE,
    "PL504: operand(_, _, y) for operand(u, _, y)": _USED_THERE,
    "PL504: operand(u, _, _) for operand(u, _, y)": _USED_THERE,
    "PL504: without known_as(x, y)": _USED_THERE,
    "PL504: known_as(_, y) for known_as(x, y)": _USED_THERE,
    "PL504: known_as(x, _) for known_as(x, y)": _USED_THERE,
}

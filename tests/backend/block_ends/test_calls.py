"""Who can call a function: the pipeline changes what a function takes, gives and frees only where all its calls are in
sight.
"""

from collections.abc import Callable

import pytest

import ownlog

PIPELINE = "buffer-deallocation-pipeline"
DYNAMIC = PIPELINE + "{private-function-dynamic-ownership=true}"
SINGLE = "ownership-based-buffer-deallocation{private-function-dynamic-ownership=true}"

_EITHER = """func.func VISIBILITY @either(%c: i1, %p: memref<3xf32>) -> memref<3xf32> ATTRIBUTES {
    %n = memref.alloc() : memref<3xf32>
    %r = arith.select %c, %p, %n : memref<3xf32>
    return %r : memref<3xf32>
  }"""
_CALLER = """func.func @caller(%c: i1, %p: memref<3xf32>) {
    %r = func.call @either(%c, %p) : (i1, memref<3xf32>) -> memref<3xf32>
    memref.copy %r, %p : memref<3xf32> to memref<3xf32>
    return
  }"""
_SIGNATURE = "-> memref<3xf32>"


def _either(visibility: str = "private", attributes: str = "") -> str:
    return _EITHER.replace("VISIBILITY", visibility).replace(
        " ATTRIBUTES", f" attributes {{{attributes}}}" if attributes else ""
    )


def _run(text: str, pipeline: str = PIPELINE) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), pipeline))


def _keeps_its_results(text: str, pipeline: str = PIPELINE) -> bool:
    (line,) = (line for line in _run(text, pipeline).splitlines() if "@either(%c: i1" in line)
    return f"{_SIGNATURE} {{" in line or f"{_SIGNATURE} attributes" in line


def _module(*ops: str, attributes: str = "") -> str:
    return "\n".join([f"module {f'attributes {{{attributes}}}' if attributes else ''} {{", *ops, "}"])


def _table(*ops: str) -> str:
    return "\n".join(["module @inner {", *ops, "}"])


def _gpu(*ops: str) -> str:
    return "\n".join(
        ['"builtin.module"() ({', '"gpu.module"() <{sym_name = "m"}> ({', *ops, "}) : () -> ()", "}) : () -> ()"]
    )


_TYPED = """func.func @f() {
  %h = "my.handle"() : () -> !my.of<@either>
  return
}"""
_TAKEN = """func.func @f() -> ((i1, memref<3xf32>) -> memref<3xf32>) {
  %v = func.constant @either : (i1, memref<3xf32>) -> memref<3xf32>
  return %v : (i1, memref<3xf32>) -> memref<3xf32>
}"""

SEEN = {
    "private": _module(_either(), _CALLER),
    "nested": _module(_either("nested"), _CALLER),
    "in a named module": _module(_table(_either(), _CALLER)),
    "in a module for a device": _gpu(_either(), _CALLER),
}
UNSEEN = {
    "public": _module(_either(""), _CALLER),
    "exported to C": _module(_either(attributes="llvm.emit_c_interface"), _CALLER),
    "a kernel": _module(_either(attributes="gpu.kernel"), _CALLER),
    "linkage": _module(_either(attributes="llvm.linkage = #llvm.linkage<external>"), _CALLER),
    "named by an attribute": _module(_either(), _CALLER, attributes="my.table = [@either]"),
    "named behind an alias": "#table = {key = @either}\n" + _module(_either(), _CALLER, attributes="my.table = #table"),
    "named behind two aliases": (
        "#one = @either\n#two = [#one]\n" + _module(_either(), _CALLER, attributes="my.table = #two")
    ),
    "named by a type": _module(_either(), _CALLER, _TYPED),
    "taken as a value": _module(_either(), _CALLER, _TAKEN),
    "named from another table": _module(_table(_either(), _CALLER), attributes="my.entry = @inner::@either"),
}


@pytest.mark.parametrize("pipeline", [PIPELINE, DYNAMIC, SINGLE])
@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_a_function_whose_calls_are_all_in_sight_may_tell_more(text: str, pipeline: str) -> None:
    assert not _keeps_its_results(text, pipeline)


@pytest.mark.parametrize("pipeline", [PIPELINE, DYNAMIC, SINGLE])
@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
def test_a_function_that_others_may_call_keeps_its_results(text: str, pipeline: str) -> None:
    assert _keeps_its_results(text, pipeline)


EATS = "func.func private @eat(%p: memref<5xf32>) {\n  memref.dealloc %p : memref<5xf32>\n  return\n}\n"
FEEDS = (
    "func.func @feed() {\n  %a = memref.alloc() : memref<5xf32>\n  func.call @eat(%a) : (memref<5xf32>) -> ()\n "
    " return\n}\n"
)


@pytest.mark.parametrize("pipeline", [PIPELINE, DYNAMIC])
@pytest.mark.parametrize("around", [_module, _gpu, _table], ids=["top", "device", "nested"])
def test_what_a_callee_frees_is_not_freed_again(around: Callable[..., str], pipeline: str) -> None:
    assert _run(around(EATS + FEEDS), pipeline).count("memref.dealloc ") == 1


def test_what_a_callee_in_a_module_for_a_device_hands_through_stays_the_callers() -> None:
    body = "func.func private @same(%p: memref<5xf32>) -> memref<5xf32> {\n  return %p : memref<5xf32>\n}\n"
    body += (
        "func.func @use(%p: memref<5xf32>, %q: memref<5xf32>) {\n  %r = func.call @same(%p) : (memref<5xf32>) ->"
        " memref<5xf32>\n"
    )
    body += "  memref.copy %r, %q : memref<5xf32> to memref<5xf32>\n  return\n}"
    assert "dealloc" not in _run(_gpu(body))


BY_VALUE = """func.func @feed() {
  %a = memref.alloc() : memref<5xf32>
  %f = func.constant @eat : (memref<5xf32>) -> ()
  func.call_indirect %f(%a) : (memref<5xf32>) -> ()
  return
}
"""
BY_NAME = """func.func @feed() {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<5xf32>
  "gpu.launch_func"(%c1, %c1, %c1, %c1, %c1, %c1, %a)
      <{kernel = @m::@eat, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}>
      : (index, index, index, index, index, index, memref<5xf32>) -> ()
  return
}
"gpu.module"() <{sym_name = "m"}> ({
EATS}) : () -> ()
"""


@pytest.mark.parametrize("pipeline", [PIPELINE, DYNAMIC, SINGLE])
@pytest.mark.parametrize("text", [EATS + BY_VALUE, BY_NAME.replace("EATS", EATS)], ids=["by value", "by name"])
def test_a_call_that_may_reach_a_function_that_frees_is_refused(text: str, pipeline: str) -> None:
    with pytest.raises(ownlog.InputError, match="this op may call a function that frees what it is given") as refused:
        _run(text, pipeline)
    (diagnostic,) = refused.value.diagnostics
    assert diagnostic.advice
    assert "%a" in str(diagnostic).splitlines()[1]


def test_a_call_through_a_value_is_not_refused_for_functions_that_free_nothing_it_passes() -> None:
    other = EATS.replace("5xf32", "6xf32").replace("@eat", "@other")
    text = other + BY_VALUE.replace("@eat", "@keep") + "func.func private @keep(%p: memref<5xf32>) {\n  return\n}\n"
    assert _run(text).count("memref.dealloc %a") == 1


# Ways for the value of a function to a call that nobody can follow, as lines that make %g, or the head of a block with
# it, of %f.
_ODD_WAYS = {
    "cast": "%g = builtin.unrealized_conversion_cast %f : (memref<5xf32>) -> () to (memref<?xf32>) -> ()",
    "cast and select": (
        "%o = builtin.unrealized_conversion_cast %f : (memref<5xf32>) -> () to (memref<?xf32>) -> ()\n"
        "  %g = arith.select %c, %o, %other : (memref<?xf32>) -> ()"
    ),
    "cast and branch": (
        "%o = builtin.unrealized_conversion_cast %f : (memref<5xf32>) -> () to (memref<?xf32>) -> ()\n"
        "  cf.br ^b(%o : (memref<?xf32>) -> ())\n^b(%g: (memref<?xf32>) -> ()):"
    ),
    "address": (
        "%o = llvm.mlir.addressof @eat : !llvm.ptr\n"
        "  %g = builtin.unrealized_conversion_cast %o : !llvm.ptr to (memref<?xf32>) -> ()"
    ),
    "memory": (
        "%m = memref.alloca() : memref<1xi64>\n  %o = llvm.mlir.addressof @eat : !llvm.ptr\n"
        "  %n = llvm.ptrtoint %o : !llvm.ptr to i64\n"
        "  memref.store %n, %m[%c0] : memref<1xi64>\n  %l = memref.load %m[%c0] : memref<1xi64>\n"
        "  %g = builtin.unrealized_conversion_cast %l : i64 to (memref<?xf32>) -> ()"
    ),
    "another function": "%g = func.call @change(%f) : ((memref<5xf32>) -> ()) -> ((memref<?xf32>) -> ())",
}


@pytest.mark.parametrize("pipeline", [PIPELINE, SINGLE])
@pytest.mark.parametrize("way", _ODD_WAYS.values(), ids=_ODD_WAYS)
def test_a_function_value_of_any_type_may_be_any_function_whose_symbol_is_used(way: str, pipeline: str) -> None:
    text = f"""
func.func @feed(%c: i1, %other: (memref<?xf32>) -> ()) {{
  %c0 = arith.constant 0 : index
  %f = func.constant @eat : (memref<5xf32>) -> ()
  %a = memref.alloc() : memref<5xf32>
  %b = memref.cast %a : memref<5xf32> to memref<?xf32>
  {way}
  func.call_indirect %g(%b) : (memref<?xf32>) -> ()
  return
}}
func.func private @change((memref<5xf32>) -> ()) -> ((memref<?xf32>) -> ())
"""
    with pytest.raises(ownlog.InputError, match="this op may call a function that frees what it is given"):
        _run(EATS + text, pipeline)


def test_a_call_of_a_function_that_is_named_right_before_is_that_of_this_function() -> None:
    keep = "func.func private @keep(%p: memref<5xf32>) {\n  return\n}\n"
    taken = "func.func @table() -> ((memref<5xf32>) -> ()) {\n  %v = func.constant @eat : (memref<5xf32>) -> ()\n"
    taken += "  return %v : (memref<5xf32>) -> ()\n}\n"
    assert _run(EATS + taken + BY_VALUE.replace("@eat", "@keep") + keep).count("memref.dealloc %a") == 1
    with pytest.raises(ownlog.InputError, match="this op may call a function that frees what it is given"):
        _run(EATS + taken + BY_VALUE)


OUTSIDE = """func.func @feed() {
  %a = memref.alloc() : memref<5xf32>
  %f = func.constant @eat : (memref<5xf32>) -> ()
  func.call @apply(%f, %a) : ((memref<5xf32>) -> (), memref<5xf32>) -> ()
  return
}
func.func private @apply((memref<5xf32>) -> (), memref<5xf32>)
"""


@pytest.mark.parametrize("pipeline", [PIPELINE, DYNAMIC, SINGLE])
def test_a_function_outside_may_call_a_function_whose_value_it_can_have(pipeline: str) -> None:
    with pytest.raises(ownlog.InputError, match="this op may call a function that frees what it is given") as refused:
        _run(EATS + OUTSIDE, pipeline)
    assert "@apply(%f, %a)" in str(refused.value.diagnostics[0]).splitlines()[1]


@pytest.mark.parametrize("visibility", ["", " private"])
def test_a_function_outside_keeps_to_the_contract_of_what_it_calls_by_name(visibility: str) -> None:
    eat = EATS.replace(" private", visibility)
    text = "func.func private @show(memref<5xf32>)\nfunc.func @use() {\n  %a = memref.alloc() : memref<5xf32>\n"
    text += "  func.call @show(%a) : (memref<5xf32>) -> ()\n  return\n}\n"
    assert _run(eat + text).count("memref.dealloc %a") == 1


def test_the_attribute_of_an_op_that_makes_a_function_value_need_not_be_the_value() -> None:
    keep = "func.func private @keep(%p: memref<5xf32>) {\n  return\n}\n"
    way = "%s = arith.select %c, %f, %other {note = @keep} : (memref<5xf32>) -> ()\n  func.call_indirect %s"
    feed = BY_VALUE.replace("@feed()", "@feed(%c: i1, %other: (memref<5xf32>) -> ())").replace(
        "func.call_indirect %f", way
    )
    with pytest.raises(ownlog.InputError, match="this op may call a function that frees what it is given"):
        _run(EATS + keep + feed)

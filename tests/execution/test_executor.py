"""The executor must be able to see each fault: a check that cannot fail proves nothing."""

from tests.execution.executor import LOWERING, SEQUENTIAL, THREADS, Executor, Report

_HEAD = """\
func.func private @observe_i32(i32)
func.func private @observe_i64(i64)
func.func private @observe_f32(f32)
"""


def _program(*body: str, head: str = _HEAD) -> str:
    start = ["%i0 = arith.constant 0 : index", "%five = arith.constant 5 : i32", "%a = memref.alloc() : memref<4xi32>"]
    start.append("memref.store %five, %a[%i0] : memref<4xi32>")
    return head + "\n".join(["func.func @main() {", *start, *body, "return", "}"])


FREE = "memref.dealloc %a : memref<4xi32>"
READ = "%l = memref.load %a[%i0] : memref<4xi32>\nfunc.call @observe_i32(%l) : (i32) -> ()"
WRITE = "memref.store %five, %a[%i0] : memref<4xi32>"
# The allocated pointer of a memref is what is freed: one that no allocation gave out comes from another offset.
FREE_WITHIN = """\
%address = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
%eight = arith.constant 8 : index
%within = arith.addi %address, %eight : index
%number = arith.index_cast %within : index to i64
%pointer = llvm.inttoptr %number : i64 to !llvm.ptr
llvm.call @_mlir_memref_to_llvm_free(%pointer) : (!llvm.ptr) -> ()
"""


def test_clean(executor: Executor) -> None:
    (report,) = executor.run([_program(READ, FREE)])
    assert report == Report(observed=("i32 0x5",))
    assert report.clean


def test_leak(executor: Executor) -> None:
    assert executor.run([_program(READ)]) == [Report(leaks=1, observed=("i32 0x5",))]


def test_each_leak_is_counted(executor: Executor) -> None:
    # Written to, because mlir-opt drops an allocation that nothing uses.
    more = [f"%b{n} = memref.alloc() : memref<i32>\nmemref.store %five, %b{n}[] : memref<i32>" for n in range(3)]
    (report,) = executor.run([_program(*more, FREE)])
    assert report.faults == {"leaks": 3}


def test_double_free(executor: Executor) -> None:
    assert executor.run([_program(FREE, FREE, FREE)]) == [Report(double_frees=2)]


def test_memory_is_not_reused_so_that_a_late_free_is_still_seen(executor: Executor) -> None:
    (report,) = executor.run(
        [_program(FREE, "%b = memref.alloc() : memref<4xi32>", FREE, "memref.dealloc %b : memref<4xi32>")]
    )
    assert report.faults == {"double_frees": 1}


def test_read_after_free(executor: Executor) -> None:
    assert executor.run([_program(FREE, READ)]) == [Report(poisoned_reads=1, observed=("i32 0xfdfdfdfd",))]


def test_read_after_free_of_each_type_that_can_be_observed(executor: Executor) -> None:
    for type_ in ("i32", "i64", "f32"):
        body = (
            f"%b = memref.alloc() : memref<{type_}>",
            f"memref.dealloc %b : memref<{type_}>",
            f"%l = memref.load %b[] : memref<{type_}>",
            f"func.call @observe_{type_}(%l) : ({type_}) -> ()",
        )
        assert executor.run([_program(*body, FREE)])[0].faults == {"poisoned_reads": 1}, type_


def test_write_after_free(executor: Executor) -> None:
    assert executor.run([_program(FREE, WRITE)]) == [Report(poisoned_writes=1)]


def test_invalid_free(executor: Executor) -> None:
    head = "llvm.func @_mlir_memref_to_llvm_free(!llvm.ptr)\n"
    assert executor.run([_program(FREE_WITHIN, FREE, head=head)]) == [Report(invalid_frees=1)]


def test_strided_copies_are_counted_too(executor: Executor) -> None:
    view = "memref<?xi32, strided<[1], offset: ?>>"
    body = (
        "%s = memref.subview %a[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>",
        f"%v = memref.cast %s : memref<2xi32, strided<[1]>> to {view}",
        f"%c = bufferization.clone %v : {view} to {view}",
        FREE,
        f"%l = memref.load %c[%i0] : {view}",
        "func.call @observe_i32(%l) : (i32) -> ()",
    )
    assert executor.run([_program(*body)]) == [Report(leaks=1, observed=("i32 0x5",))]


def test_faults_are_told_apart_in_a_batch(executor: Executor) -> None:
    programs = [_program(READ, FREE), _program(READ), _program(FREE, FREE), _program(READ, FREE)]
    clean, leaking, freeing, last = executor.run(programs)
    assert clean == last == Report(observed=("i32 0x5",))
    assert (leaking.faults, freeing.faults) == ({"leaks": 1}, {"double_frees": 1})


def test_a_program_that_cannot_be_lowered_is_reported_and_spares_the_others(executor: Executor) -> None:
    first, broken, last = executor.run([_program(FREE), _program("%x = memref.nothing"), _program(FREE)])
    assert first.clean
    assert last.clean
    assert broken.cannot_run.startswith("cannot lower: ")


def test_a_program_that_crashes_is_reported_and_spares_the_others(executor: Executor) -> None:
    null = (
        "%z = llvm.mlir.zero : !llvm.ptr\n%v = llvm.load volatile %z : !llvm.ptr -> i32\nfunc.call @observe_i32(%v) :"
        " (i32) -> ()"
    )
    first, broken, last = executor.run([_program(FREE), _program(FREE, null), _program(FREE)])
    assert first.clean
    assert last.clean
    assert broken.cannot_run.startswith("cannot run: ")


def test_names_of_different_programs_do_not_meet(executor: Executor) -> None:
    def program(number: int) -> str:
        lines = (f"%v = arith.constant {number} : i32", "func.call @tell(%v) : (i32) -> ()")
        tell = "func.func private @tell(%v: i32) {\n  func.call @observe_i32(%v) : (i32) -> ()\n  return\n}\n"
        return _program(*lines, FREE, head=_HEAD + tell)

    assert [report.observed for report in executor.run([program(1), program(2)])] == [("i32 0x1",), ("i32 0x2",)]


_SHARED = """\
%i1 = arith.constant 1 : index
%i8 = arith.constant 8 : index
scf.parallel (%k) = (%i0) to (%i8) step (%i1) {
  %number = arith.index_cast %k : index to i32
  memref.store %number, %a[%i0] : memref<4xi32>
  func.call @observe_i32(%number) : (i32) -> ()
  %l = memref.load %a[%i0] : memref<4xi32>
  func.call @observe_i32(%l) : (i32) -> ()
  scf.reduce
}
"""


def test_threads_get_in_each_others_way_and_the_same_way_each_time(executor: Executor) -> None:
    program = _program(_SHARED, FREE)
    (alone,) = executor.run([program], LOWERING)
    assert (
        alone
        == executor.run([program], SEQUENTIAL)[0]
        == Report(observed=tuple(f"i32 {hex(k // 2)}" for k in range(16)))
    )
    first, again = executor.run([program, program], THREADS)
    assert first == again
    assert first.clean
    assert sorted(first.observed[::2]) != sorted(first.observed[1::2])

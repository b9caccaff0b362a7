omp.private {type = private} @x.priv : i32
omp.declare_reduction @add : f32 init {
^bb0(%a: f32):
  %0 = arith.constant 0.0 : f32
  omp.yield(%0 : f32)
} combiner {
^bb0(%a: f32, %b: f32):
  %0 = arith.addf %a, %b : f32
  omp.yield(%0 : f32)
}
func.func @o(%p: !llvm.ptr, %m: memref<f32>, %n: i32, %c: i1, %l: index, %k: memref<i32>, %k2: memref<i32>) {
  omp.barrier
  omp.parallel if(%c) num_threads(%n : i32) proc_bind(close) private(@x.priv %p -> %q : !llvm.ptr) reduction(@add %m -> %r : memref<f32>) {
    omp.terminator
  }
  omp.wsloop nowait schedule(static = %n : i32, monotonic) {
    omp.loop_nest (%i) : index = (%l) to (%l) step (%l) {
      omp.yield
    }
  }
  omp.sections nowait {
    omp.section {
      omp.terminator
    }
    omp.terminator
  }
  omp.single {
    omp.terminator
  }
  omp.task depend(taskdependin -> %k : memref<i32>) priority(%n : i32) {
    omp.terminator
  }
  omp.taskgroup {
    omp.terminator
  }
  omp.atomic.read %k = %k2 hint(uncontended) memory_order(acquire) : memref<i32>, memref<i32>, i32
  omp.atomic.write %k = %n : memref<i32>, i32
  omp.critical {
    omp.terminator
  }
  omp.flush
  omp.taskyield
  %b = omp.map.bounds lower_bound(%n : i32) upper_bound(%n : i32)
  %e = omp.map.info var_ptr(%p : !llvm.ptr, i32) map_clauses(always, tofrom) capture(ByRef) -> !llvm.ptr
  omp.target map_entries(%e -> %arg : !llvm.ptr) {
    omp.terminator
  }
  return
}
func.func @canonical(%n: i32, %d: i32) {
  omp.canonical_loop %iv : i32 in range(%n) {
    omp.terminator
  }
  %c = omp.new_cli
  omp.canonical_loop(%c) %iv : i32 in range(%n) {
    omp.terminator
  } {x}
  omp.unroll_heuristic(%c)
  return
}
func.func @on_a_device(%n: index, %d: i32) {
  %0 = omp.target_allocmem %d : i32, i64
  %1 = omp.target_allocmem %d : i32, !llvm.array<4 x f32>, %n, %n
  %2 = omp.target_allocmem %d : i32, vector<4xf32>(%n : index), %n {bindc_name = "q", uniq_name = "z"}
  omp.target_freemem %d, %0 : i32, i64
  return
}

func.func @o(%l: index, %k: i32) {
  omp.wsloop {
    omp.loop_nest (%i, %j) : index = (%l, %l) to (%l, %l) inclusive step (%l, %l) collapse(2) {
      omp.yield
    }
  }
  omp.simd {
    omp.loop_nest (%i) : i32 = (%k) to (%k) step (%k) {
      omp.yield
    }
  }
  return
}

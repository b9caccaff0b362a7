// A loop that carries a buffer from one iteration to the next.
//
// What to look for:
//  - `scf.for` gets one more iter_arg, an i1: does the loop own the buffer it carries? Before the first
//    iteration it does not (`%initial` is the caller's), afterwards it does.
//  - Each iteration frees the buffer of the iteration before, so memory use does not grow with `%steps`.
//  - The function returns a memref, and the caller will free it. When `%steps` is 0 the loop returns `%initial`,
//    which must not be handed out as if it were fresh: a clone, made only when the indicator says so, is returned.

func.func @smooth(%initial: memref<?xf64>, %steps: index, %weight: f64) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %initial, %c0 : memref<?xf64>
  %last = scf.for %step = %c0 to %steps step %c1 iter_args(%current = %initial) -> (memref<?xf64>) {
    %next = memref.alloc(%size) : memref<?xf64>
    scf.for %i = %c0 to %size step %c1 {
      %value = memref.load %current[%i] : memref<?xf64>
      %scaled = arith.mulf %value, %weight : f64
      memref.store %scaled, %next[%i] : memref<?xf64>
    }
    scf.yield %next : memref<?xf64>
  }
  return %last : memref<?xf64>
}

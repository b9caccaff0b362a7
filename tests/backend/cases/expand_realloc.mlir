// A static size that shrinks needs no test.
// pipeline: expand-realloc
func.func @f(%a: memref<2xf32>, %d: memref<?xf32, 1>, %n: index) {
  %r = memref.realloc %a : memref<2xf32> to memref<1xf32> //-
  //+ %r = memref.reinterpret_cast %a to offset: [0], sizes: [1], strides: [1] : memref<2xf32> to memref<1xf32>
  return
}

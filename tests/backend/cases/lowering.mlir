// One buffer is freed under its condition.
// pipeline: bufferization-lower-deallocations
func.func @f(%a: memref<2xf32>, %c: i1) {
  bufferization.dealloc (%a : memref<2xf32>) if (%c) //-
  //+ scf.if %c {
    //+ memref.dealloc %a : memref<2xf32>
  //+ }
  return
}

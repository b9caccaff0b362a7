// What nobody here has allocated may have another alignment.
// pipeline: buffer-keeping
func.func @f(%c: i1, %v: i64, %n: index, %x: memref<4xi64>) -> memref<4xi64> {
  %b = memref.alloc() {alignment = 64 : i64} : memref<4xi64>
  memref.copy %x, %b : memref<4xi64> to memref<4xi64>
  memref.dealloc %x : memref<4xi64>
  return %b : memref<4xi64>
}
// -----
// What nobody here has allocated may have another alignment (2).
// pipeline: buffer-keeping
func.func @f(%c: i1, %v: i64, %n: index, %x: memref<4xi64>) -> memref<4xi64> {
  %b = memref.alloc() : memref<4xi64> //-
  memref.copy %x, %b : memref<4xi64> to memref<4xi64> //-
  memref.dealloc %x : memref<4xi64> //-
  return %b : memref<4xi64> //-
  //+ return %x : memref<4xi64>
}

// Other results and their attributes stay.
// pipeline: drop-equivalent-buffer-results
func.func private @f(%x: memref<4xi64>) -> (memref<4xi64> {my.first}, i1 {my.second}, memref<4xi64>) { //-
//+ func.func private @f(%x: memref<4xi64>) -> (i1 {my.second}) {
  %c = arith.constant true
  return %x, %c, %x : memref<4xi64>, i1, memref<4xi64> //-
  //+ return %c : i1
}
func.func @caller(%x: memref<4xi64>) -> i1 {
  %r:3 = call @f(%x) : (memref<4xi64>) -> (memref<4xi64>, i1, memref<4xi64>) //-
  return %r#1 : i1 //-
  //+ %r = call @f(%x) : (memref<4xi64>) -> i1
  //+ return %r : i1
}

// Sizes that are parameters go with it.
// pipeline: buffer-results-to-out-params{hoist-dynamic-allocs=true}
func.func private @f(%m: index, %n: index) -> (memref<?x4x?xf32>, i1) { //-
  %a = memref.alloc(%n, %m) : memref<?x4x?xf32> //-
//+ func.func private @f(%m: index, %n: index, %out: memref<?x4x?xf32>) -> i1 {
  %c = arith.constant true
  return %a, %c : memref<?x4x?xf32>, i1 //-
  //+ return %c : i1
}
func.func @caller(%i: index, %j: index) -> i1 {
  %r:2 = call @f(%i, %j) : (index, index) -> (memref<?x4x?xf32>, i1) //-
  return %r#1 : i1 //-
  //+ %alloc = memref.alloc(%j, %i) : memref<?x4x?xf32>
  //+ %r = call @f(%i, %j, %alloc) : (index, index, memref<?x4x?xf32>) -> i1
  //+ return %r : i1
}
// -----
// Nobody goes through casts who need not.
// pipeline: buffer-results-to-out-params
func.func private @f(%x: memref<4xi64>) -> memref<4xi64, strided<[?], offset: ?>> { //-
//+ func.func private @f(%x: memref<4xi64>, %out: memref<4xi64, strided<[?], offset: ?>>) {
  %a = memref.alloc() : memref<4xi64>
  memref.copy %x, %a : memref<4xi64> to memref<4xi64>
  %r = memref.cast %a : memref<4xi64> to memref<4xi64, strided<[?], offset: ?>> //-
  return %r : memref<4xi64, strided<[?], offset: ?>> //-
  //+ memref.copy %a, %out : memref<4xi64> to memref<4xi64, strided<[?], offset: ?>>
  //+ return
}
func.func @caller(%x: memref<4xi64>, %n: index) -> i64 {
  %r = call @f(%x) : (memref<4xi64>) -> memref<4xi64, strided<[?], offset: ?>> //-
  %l = memref.load %r[%n] : memref<4xi64, strided<[?], offset: ?>> //-
  //+ %alloc = memref.alloc() : memref<4xi64>
  //+ %cast = memref.cast %alloc : memref<4xi64> to memref<4xi64, strided<[?], offset: ?>>
  //+ call @f(%x, %cast) : (memref<4xi64>, memref<4xi64, strided<[?], offset: ?>>) -> ()
  //+ %l = memref.load %alloc[%n] : memref<4xi64>
  return %l : i64
}
// -----
// Results that are one buffer stay.
// pipeline: buffer-results-to-out-params
func.func private @f() -> (memref<4xi64>, memref<4xi64>) {
  %a = memref.alloc() : memref<4xi64>
  return %a, %a : memref<4xi64>, memref<4xi64>
}
func.func private @g() -> (memref<4xi64>, memref<4xi64>) {
  %r:2 = call @f() : () -> (memref<4xi64>, memref<4xi64>)
  return %r#1, %r#0 : memref<4xi64>, memref<4xi64>
}
func.func @caller() {
  %r:2 = call @g() : () -> (memref<4xi64>, memref<4xi64>)
  return
}
// -----
// Attributes of a result are those of the parameter.
// pipeline: buffer-results-to-out-params{add-result-attr=true}
func.func private @f() -> (memref<4xi64> {my.attribute = 1 : i32}, i1 {my.other}) { //-
//+ func.func private @f(%out: memref<4xi64> {my.attribute = 1 : i32, bufferize.result}) -> (i1 {my.other}) {
  %a = memref.alloc() : memref<4xi64>
  %c = arith.constant true
  return %a, %c : memref<4xi64>, i1 //-
  //+ memref.copy %a, %out : memref<4xi64> to memref<4xi64>
  //+ return %c : i1
}

// What is not rewritten keeps its text.
// pipeline: one-shot-bufferize{bufferize-function-boundaries}
// A program.
func.func @f(%t: tensor<4xf32>, %i: index, %x: f32) -> tensor<4xf32> { //-
//+ func.func @f(%t: memref<4xf32, strided<[?], offset: ?>>, %i: index, %x: f32) -> memref<4xf32, strided<[?], offset: ?>> {
    %sum  =  arith.addf %x,%x : f32  // odd blanks
    // Put it there.
    %new = tensor.insert %sum into %t[%i] : tensor<4xf32> loc("there") //-
    return %new : tensor<4xf32> //-
    //+ memref.store %sum, %t[%i] : memref<4xf32, strided<[?], offset: ?>> loc("there")
    //+ return %t : memref<4xf32, strided<[?], offset: ?>>
}
// -----
// Results keep their names.
// pipeline: one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map}
func.func @f(%t: tensor<8x8xf32>) -> f32 { //-
//+ func.func @f(%t: memref<8x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %part = tensor.extract_slice %t[2, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32> //-
  %flat = tensor.collapse_shape %part [[0, 1]] : tensor<4x8xf32> into tensor<32xf32> //-
  %x = tensor.extract %flat[%c0] : tensor<32xf32> //-
  //+ %part = memref.subview %t[2, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 16>>
  //+ %flat = memref.collapse_shape %part [[0, 1]] : memref<4x8xf32, strided<[8, 1], offset: 16>> into memref<32xf32, strided<[1], offset: 16>>
  //+ %x = memref.load %flat[%c0] : memref<32xf32, strided<[1], offset: 16>>
  return %x : f32
}
// -----
// Constants that are alike are one global.
// pipeline: one-shot-bufferize{bufferize-function-boundaries buffer-alignment=0}
func.func @f() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) { //-
  %a = arith.constant dense<1.0> : tensor<2xf32> //-
  %b = arith.constant dense<1.0> : tensor<2xf32> //-
  %c = arith.constant dense<1> : tensor<2xi32> //-
  return %a, %b, %c : tensor<2xf32>, tensor<2xf32>, tensor<2xi32> //-
//+ memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<1.0>
//+ memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<1>
//+ func.func @f() -> (memref<2xf32>, memref<2xf32>, memref<2xi32>) {
  //+ %a = memref.get_global @__constant_2xf32 : memref<2xf32>
  //+ %b = memref.get_global @__constant_2xf32 : memref<2xf32>
  //+ %c = memref.get_global @__constant_2xi32 : memref<2xi32>
  //+ return %a, %b, %c : memref<2xf32>, memref<2xf32>, memref<2xi32>
}
// -----
// Functions that keep their tensors.
// pipeline: one-shot-bufferize
func.func @f(%t: tensor<2xf32>, %i: index) -> tensor<2xf32> {
  %x = tensor.extract %t[%i] : tensor<2xf32> //-
  %u = tensor.insert %x into %t[%i] : tensor<2xf32> //-
  return %u : tensor<2xf32> //-
  //+ %1 = bufferization.to_buffer %t : tensor<2xf32> to memref<2xf32, strided<[?], offset: ?>>
  //+ %x = memref.load %1[%i] : memref<2xf32, strided<[?], offset: ?>>
  //+ %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
  //+ memref.copy %1, %alloc : memref<2xf32, strided<[?], offset: ?>> to memref<2xf32>
  //+ memref.store %x, %alloc[%i] : memref<2xf32>
  //+ %2 = bufferization.to_tensor %alloc : memref<2xf32> to tensor<2xf32>
  //+ return %2 : tensor<2xf32>
}
// -----
// What goes round and what comes out have one type.
// pipeline: one-shot-bufferize{bufferize-function-boundaries copy-before-write}
func.func @f(%t: tensor<8xf32>, %n: index, %x: f32) -> tensor<4xf32> { //-
//+ func.func @f(%t: memref<8xf32, strided<[?], offset: ?>>, %n: index, %x: f32) -> memref<4xf32, strided<[?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.splat %x : tensor<4xf32> //-
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %a) -> (tensor<4xf32>) { //-
    %s = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32> //-
    %e = tensor.extract %o[%c0] : tensor<4xf32> //-
  //+ %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  //+ linalg.map outs(%a : memref<4xf32>)
    //+ (%init: f32) {
      //+ linalg.yield %x : f32
    //+ }
  //+ %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  //+ memref.copy %a, %alloc : memref<4xf32> to memref<4xf32>
  //+ %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  //+ %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %cast) -> (memref<4xf32, strided<[?], offset: ?>>) {
    //+ %s = memref.subview %t[%i] [4] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
    //+ %e = memref.load %o[%c0] : memref<4xf32, strided<[?], offset: ?>>
    func.call @see(%e) : (f32) -> ()
    scf.yield %s : tensor<4xf32> //-
    //+ scf.yield %s : memref<4xf32, strided<[?], offset: ?>>
  }
  return %r : tensor<4xf32> //-
  //+ return %r : memref<4xf32, strided<[?], offset: ?>>
}
func.func private @see(f32)
// -----
// A loop fills again and drops what nobody uses.
// pipeline: one-shot-bufferize{bufferize-function-boundaries allow-return-allocs-from-loops analysis-heuristic=fewest-copies}
func.func private @use(tensor<4xf32> {bufferization.access = "read"}) //-
//+ func.func private @use(memref<4xf32, strided<[?], offset: ?>> {bufferization.access = "read"})
func.func @f(%n: index, %x: f32, %y: f32, %zero: index, %one: index) {
  %e = tensor.empty() : tensor<4xf32> //-
  %z = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32> //-
  //+ %e = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  scf.for %i = %zero to %n step %one {
    %a = tensor.insert %y into %z[%zero] : tensor<4xf32> //-
    func.call @use(%a) : (tensor<4xf32>) -> () //-
    //+ %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    //+ linalg.fill ins(%x : f32) outs(%alloc : memref<4xf32>)
    //+ memref.store %y, %alloc[%zero] : memref<4xf32>
    //+ %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    //+ func.call @use(%cast) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
  }
  return
}
// -----
// The size of a padding that the counter of an affine loop says is computed from a dimension, which is no symbol.
// pipeline: one-shot-bufferize
func.func @f(%t: tensor<?xf32>, %x: f32) {
  //+ %1 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  affine.for %i = 0 to 4 {
    %0 = tensor.pad %t low[%i] high[1] { //-
    ^bb0(%j: index): //-
      tensor.yield %x : f32 //-
    } : tensor<?xf32> to tensor<?xf32> //-
    %element = tensor.extract %0[%i] : tensor<?xf32> //-
    //+ %c0 = arith.constant 0 : index
    //+ %dim = memref.dim %1, %c0 : memref<?xf32, strided<[?], offset: ?>>
    //+ %2 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 + 1)>(%i)[%dim]
    //+ %alloc = memref.alloc(%2) {alignment = 64 : i64} : memref<?xf32>
    //+ linalg.map outs(%alloc : memref<?xf32>)
      //+ (%init: f32) {
      //+ %3 = linalg.index 0 : index
      //+ linalg.yield %x : f32
    //+ }
    //+ %subview = memref.subview %alloc[%i] [%dim] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    //+ memref.copy %1, %subview : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    //+ %element = memref.load %alloc[%i] : memref<?xf32>
    vector.print %element : f32
  }
  return
}

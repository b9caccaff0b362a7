// An allocation is freed at the end of its block.
// pipeline: ownership-based-buffer-deallocation
func.func @f() {
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer : memref<f32>) if (%true)
  return
}
// -----
// What the pass does not touch keeps its text.
// pipeline: ownership-based-buffer-deallocation
// A comment.
module   {

  func.func @f( %x : i32 )   { // odd spacing
    return
  }
}
// The end.
// -----
// A select between branches.
// The parameter and the stack allocation are never owned, the allocation is while control goes to this successor.
// %x lives on, so its ownership is merged from what both deallocs say, and the block argument brings its own.
// pipeline: ownership-based-buffer-deallocation
func.func @f(%p: memref<?xi8>, %s: i1, %c: i1, %n: index) {
  //+ %false = arith.constant false
  //+ %true = arith.constant true
  %a = memref.alloc(%n) : memref<?xi8>
  %b = memref.alloca(%n) : memref<?xi8>
  %x = arith.select %s, %a, %b : memref<?xi8>
  cf.cond_br %c, ^bb1(%a : memref<?xi8>), ^bb1(%p : memref<?xi8>) //-
^bb1(%y: memref<?xi8>): //-
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %p : memref<?xi8> -> memref<i8>, index, index, index
  //+ %base_buffer_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %a : memref<?xi8> -> memref<i8>, index, index, index
  //+ %base_buffer_1, %offset_1, %sizes_1, %strides_1 = memref.extract_strided_metadata %b : memref<?xi8> -> memref<i8>, index, index, index
  //+ %1:2 = bufferization.dealloc (%base_buffer, %base_buffer_0, %base_buffer_1 : memref<i8>, memref<i8>, memref<i8>) if (%false, %c, %false) retain (%a, %x : memref<?xi8>, memref<?xi8>)
  //+ %3 = arith.xori %true, %c : i1
  //+ %2:2 = bufferization.dealloc (%base_buffer, %base_buffer_0, %base_buffer_1 : memref<i8>, memref<i8>, memref<i8>) if (%false, %3, %false) retain (%p, %x : memref<?xi8>, memref<?xi8>)
  //+ %4 = arith.select %c, %1#1, %2#1 : i1
  //+ cf.cond_br %c, ^bb1(%a, %1#0 : memref<?xi8>, i1), ^bb1(%p, %2#0 : memref<?xi8>, i1)
//+ ^bb1(%y: memref<?xi8>, %0: i1):
  memref.copy %y, %x : memref<?xi8> to memref<?xi8>
  //+ %base_buffer_2, %offset_2, %sizes_2, %strides_2 = memref.extract_strided_metadata %x : memref<?xi8> -> memref<i8>, index, index, index
  //+ %base_buffer_3, %offset_3, %sizes_3, %strides_3 = memref.extract_strided_metadata %y : memref<?xi8> -> memref<i8>, index, index, index
  //+ bufferization.dealloc (%base_buffer_2, %base_buffer_3 : memref<i8>, memref<i8>) if (%4, %0)
  return
}
// -----
// A loop carries ownership.
// pipeline: ownership-based-buffer-deallocation
func.func @f(%lb: index, %ub: index, %st: index, %p: memref<2xf32>) {
  %r = scf.for %i = %lb to %ub step %st iter_args(%x = %p) -> (memref<2xf32>) { //-
  //+ %false = arith.constant false
  //+ %true = arith.constant true
  //+ %r:2 = scf.for %i = %lb to %ub step %st iter_args(%x = %p, %0 = %false) -> (memref<2xf32>, i1) {
    %a = memref.alloc() : memref<2xf32>
    scf.yield %a : memref<2xf32> //-
    //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %x : memref<2xf32> -> memref<f32>, index, index, index
    //+ %base_buffer_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
    //+ %1 = bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32>, memref<f32>) if (%0, %true) retain (%a : memref<2xf32>)
    //+ scf.yield %a, %1 : memref<2xf32>, i1
  }
  memref.copy %r, %p : memref<2xf32> to memref<2xf32>
  //+ %base_buffer_1, %offset_1, %sizes_1, %strides_1 = memref.extract_strided_metadata %p : memref<2xf32> -> memref<f32>, index, index, index
  //+ %base_buffer_2, %offset_2, %sizes_2, %strides_2 = memref.extract_strided_metadata %r#0 : memref<2xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer_1, %base_buffer_2 : memref<f32>, memref<f32>) if (%false, %r#1)
  return
}
// -----
// Loops in unstructured control flow are handled.
// pipeline: ownership-based-buffer-deallocation
func.func @f(%p: memref<2xf32>, %c: i1) {
  cf.br ^head(%p : memref<2xf32>) //-
^head(%x: memref<2xf32>): //-
  //+ %false = arith.constant false
  //+ %true = arith.constant true
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %p : memref<2xf32> -> memref<f32>, index, index, index
  //+ %1 = bufferization.dealloc (%base_buffer : memref<f32>) if (%false) retain (%p : memref<2xf32>)
  //+ cf.br ^head(%p, %1 : memref<2xf32>, i1)
//+ ^head(%x: memref<2xf32>, %0: i1):
  %a = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^head(%a : memref<2xf32>), ^exit //-
  //+ %base_buffer_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %x : memref<2xf32> -> memref<f32>, index, index, index
  //+ %base_buffer_1, %offset_1, %sizes_1, %strides_1 = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ %3 = arith.andi %0, %c : i1
  //+ %2 = bufferization.dealloc (%base_buffer_0, %base_buffer_1 : memref<f32>, memref<f32>) if (%3, %c) retain (%a : memref<2xf32>)
  //+ %4 = arith.xori %true, %c : i1
  //+ %5 = arith.andi %0, %4 : i1
  //+ %6 = arith.xori %true, %c : i1
  //+ bufferization.dealloc (%base_buffer_0, %base_buffer_1 : memref<f32>, memref<f32>) if (%5, %6)
  //+ cf.cond_br %c, ^head(%a, %2 : memref<2xf32>, i1), ^exit
^exit:
  return
}
// -----
// A returned allocation is not cloned.
// pipeline: ownership-based-buffer-deallocation
func.func @f() -> memref<2xf32> {
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ %0 = bufferization.dealloc (%base_buffer : memref<f32>) if (%true) retain (%a : memref<2xf32>)
  return %a : memref<2xf32>
}
// -----
// A buffer that is returned twice is cloned once.
// pipeline: ownership-based-buffer-deallocation
func.func @f() -> (memref<2xf32>, memref<2xf32>) {
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  return %a, %a : memref<2xf32>, memref<2xf32> //-
  //+ %0 = bufferization.clone %a : memref<2xf32> to memref<2xf32>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ %base_buffer_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %0 : memref<2xf32> -> memref<f32>, index, index, index
  //+ %1:2 = bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32>, memref<f32>) if (%true, %true) retain (%a, %0 : memref<2xf32>, memref<2xf32>)
  //+ return %a, %0 : memref<2xf32>, memref<2xf32>
}
// -----
// A returned select asks what was selected.
// pipeline: ownership-based-buffer-deallocation
func.func @f(%p: memref<2xf32>, %c: i1) -> memref<2xf32> {
  //+ %false = arith.constant false
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  %x = arith.select %c, %a, %p : memref<2xf32>
  return %x : memref<2xf32> //-
  //+ %3 = arith.select %c, %true, %false : i1
  //+ %1 = scf.if %3 -> (memref<2xf32>) {
    //+ scf.yield %x : memref<2xf32>
  //+ } else {
    //+ %0 = bufferization.clone %x : memref<2xf32> to memref<2xf32>
    //+ scf.yield %0 : memref<2xf32>
  //+ }
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %p : memref<2xf32> -> memref<f32>, index, index, index
  //+ %base_buffer_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ %base_buffer_1, %offset_1, %sizes_1, %strides_1 = memref.extract_strided_metadata %1 : memref<2xf32> -> memref<f32>, index, index, index
  //+ %2 = bufferization.dealloc (%base_buffer, %base_buffer_0, %base_buffer_1 : memref<f32>, memref<f32>, memref<f32>) if (%false, %true, %true) retain (%1 : memref<2xf32>)
  //+ return %1 : memref<2xf32>
}
// -----
// A call means the nearest function of that name.
// The inner @g is private and has a body, so it passes ownership; the outer one keeps to the ABI.
// pipeline: ownership-based-buffer-deallocation{private-function-dynamic-ownership=true}
module {
  func.func @g() -> memref<2xf32> {
    //+ %true = arith.constant true
    %a = memref.alloc() : memref<2xf32>
    //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
    //+ %0 = bufferization.dealloc (%base_buffer : memref<f32>) if (%true) retain (%a : memref<2xf32>)
    return %a : memref<2xf32>
  }
  module {
    func.func private @g() -> memref<2xf32> { //-
    //+ func.func private @g() -> (memref<2xf32>, i1) {
      //+ %true = arith.constant true
      %a = memref.alloc() : memref<2xf32>
      return %a : memref<2xf32> //-
      //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
      //+ %0 = bufferization.dealloc (%base_buffer : memref<f32>) if (%true) retain (%a : memref<2xf32>)
      //+ return %a, %0 : memref<2xf32>, i1
    }
    func.func @inner() {
      %m = call @g() : () -> memref<2xf32> //-
      //+ %m:2 = call @g() : () -> (memref<2xf32>, i1)
      //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %m#0 : memref<2xf32> -> memref<f32>, index, index, index
      //+ bufferization.dealloc (%base_buffer : memref<f32>) if (%m#1)
      return
    }
  }
  func.func @outer() {
    //+ %true = arith.constant true
    %m = call @g() : () -> memref<2xf32>
    //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %m : memref<2xf32> -> memref<f32>, index, index, index
    //+ bufferization.dealloc (%base_buffer : memref<f32>) if (%true)
    return
  }
}
// -----
// Declarations are left alone.
// pipeline: ownership-based-buffer-deallocation
func.func private @f(memref<2xf32>) -> memref<2xf32>
// -----
// An unranked buffer is cast first.
// pipeline: ownership-based-buffer-deallocation
func.func @f(%p: memref<*xf32, 3>) {
  //+ %false = arith.constant false
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  //+ %reinterpret_cast = memref.reinterpret_cast %p to offset: [0], sizes: [], strides: [] : memref<*xf32, 3> to memref<f32, 3>
  //+ %base_buffer, %offset = memref.extract_strided_metadata %reinterpret_cast : memref<f32, 3> -> memref<f32, 3>, index
  //+ %base_buffer_0, %offset_0, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer, %base_buffer_0 : memref<f32, 3>, memref<f32>) if (%false, %true)
  return
}
// -----
// A layout is dropped and a memory space kept.
// pipeline: ownership-based-buffer-deallocation
#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%p: memref<2xf32, #map, 3>, %q: memref<2xf32, strided<[2]>>, %r: memref<2xf32,
    #gpu.address_space<workgroup>>) {
  //+ %false = arith.constant false
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %p : memref<2xf32, #map, 3> -> memref<f32, 3>, index, index, index
  //+ %base_buffer_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %q : memref<2xf32, strided<[2]>> -> memref<f32>, index, index, index
  //+ %base_buffer_1, %offset_1, %sizes_1, %strides_1 = memref.extract_strided_metadata %r : memref<2xf32,
    //+ #gpu.address_space<workgroup>> -> memref<f32, #gpu.address_space<workgroup>>, index, index, index
  //+ %base_buffer_2, %offset_2, %sizes_2, %strides_2 = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer, %base_buffer_0, %base_buffer_1, %base_buffer_2 : memref<f32, 3>, memref<f32>, memref<f32, #gpu.address_space<workgroup>>, memref<f32>) if (%false, %false, %false, %true)
  return
}
// -----
// Manual deallocation is checked at run time.
// pipeline: ownership-based-buffer-deallocation
func.func @f() {
  //+ %true = arith.constant true
  %a = memref.alloc() {bufferization.manual_deallocation} : memref<2xf32>
  //+ cf.assert %true, "expected that the block does not have ownership"
  memref.dealloc %a {bufferization.manual_deallocation} : memref<2xf32>
  return
}
// -----
// Names that the user has are not taken.
// pipeline: ownership-based-buffer-deallocation
func.func @f(%true: i1, %base_buffer: i1, %0: i1) {
  //+ %true_0 = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  //+ %base_buffer_0, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer_0 : memref<f32>) if (%true_0)
  return
}
// -----
// An unknown op without buffers is no problem.
// pipeline: ownership-based-buffer-deallocation
func.func @f(%x: i32) {
  "my.op"(%x) : (i32) -> ()
  return
}
// -----
// Results without names get some.
// pipeline: ownership-based-buffer-deallocation
func.func @f() {
  memref.alloc() : memref<4xf32> //-
  //+ %true = arith.constant true
  //+ %0 = memref.alloc() : memref<4xf32>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %0 : memref<4xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer : memref<f32>) if (%true)
  return
}
// -----
// Blocks of other ops than functions are left alone.
// pipeline: ownership-based-buffer-deallocation
"test.function"() ({
^bb0(%c: i1, %m: memref<4xf32>):
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^bb1(%a : memref<4xf32>), ^bb1(%m : memref<4xf32>)
^bb1(%x: memref<4xf32>):
  cf.br ^bb2(%x : memref<4xf32>)
^bb2(%y: memref<4xf32>):
  "test.end"() : () -> ()
}) : () -> ()

// What its block frees is left alone.
// pipeline: ownership-based-buffer-deallocation
func.func private @use(memref<4xf32>)
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
// -----
// Freed through a view.
// pipeline: ownership-based-buffer-deallocation
func.func private @use(memref<4xf32>)
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.dealloc %v : memref<?xf32>
  return
}
// -----
// Freed through a view (2).
// pipeline: ownership-based-buffer-deallocation
func.func private @use(memref<4xf32>)
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  memref.dealloc %v : memref<2xf32, strided<[1]>>
  return
}
// -----
// Freed in the last block that has it.
// pipeline: ownership-based-buffer-deallocation
func.func private @use(memref<4xf32>)
func.func @f(%c: i1) {
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<4xf32>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  //+ %0 = bufferization.dealloc (%base_buffer : memref<f32>) if (%c) retain (%a : memref<4xf32>)
  //+ %2 = arith.xori %true, %c : i1
  //+ %1 = bufferization.dealloc (%base_buffer : memref<f32>) if (%2) retain (%a : memref<4xf32>)
  //+ %3 = arith.select %c, %0, %1 : i1
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.dealloc %a : memref<4xf32>
  return
^bb2:
  func.call @use(%a) : (memref<4xf32>) -> ()
  //+ %base_buffer_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer_0 : memref<f32>) if (%3)
  return
}
// -----
// Freed in a region that may not run.
// pipeline: ownership-based-buffer-deallocation
func.func private @use(memref<4xf32>)
func.func @f(%c: i1) {
  //+ %false = arith.constant false
  //+ %true = arith.constant true
  //+ %owned = memref.alloca() : memref<i1>
  %a = memref.alloc() : memref<4xf32>
  //+ memref.store %true, %owned[] : memref<i1>
  scf.if %c {
    //+ memref.store %false, %owned[] : memref<i1>
    memref.dealloc %a : memref<4xf32>
  }
  //+ %0 = memref.load %owned[] : memref<i1>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer : memref<f32>) if (%0)
  return
}
// -----
// A reallocation takes the place of what it frees.
// pipeline: ownership-based-buffer-deallocation
func.func private @use(memref<4xf32>)
func.func @f(%c: i1) {
  //+ %true = arith.constant true
  %a = memref.alloc() : memref<4xf32>
  %b = memref.realloc %a : memref<4xf32> to memref<8xf32>
  //+ %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %b : memref<8xf32> -> memref<f32>, index, index, index
  //+ bufferization.dealloc (%base_buffer : memref<f32>) if (%true)
  return
}

// The regions of the terminator use a buffer from outside of the loop, through a view, and one that they allocate themselves.
func.func private @observe_f32(f32)
func.func @main() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %table = memref.alloc() : memref<4xf32>
  memref.store %two, %table[%1] : memref<4xf32>
  %part = memref.subview %table[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %sum = scf.parallel (%i) = (%0) to (%4) step (%1) init (%two) -> f32 {
    %own = memref.alloc() : memref<f32>
    memref.store %two, %own[] : memref<f32>
    %x = memref.load %own[] : memref<f32>
    scf.reduce(%x : f32) {
    ^bb0(%left: f32, %right: f32):
      %spare = memref.alloc() : memref<f32>
      memref.store %right, %spare[] : memref<f32>
      %factor = memref.load %part[%0] : memref<2xf32, strided<[1], offset: 1>>
      %again = memref.load %spare[] : memref<f32>
      %scaled = arith.mulf %factor, %again : f32
      %next = arith.addf %left, %scaled : f32
      scf.reduce.return %next : f32
    }
  }
  func.call @observe_f32(%sum) : (f32) -> ()
  return
}

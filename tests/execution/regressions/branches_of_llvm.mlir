// Branches of LLVM's dialect among those of cf: their successors are told apart, and buffers end where no path needs them any more.
func.func private @observe_f32(f32)
func.func private @pick(%n: i32, %c: i1) {
  %zero = arith.constant 0 : index
  %value = arith.constant 5.0 : f32
  %left = memref.alloc() : memref<1xf32>
  memref.store %value, %left[%zero] : memref<1xf32>
  %right = memref.alloc() : memref<1xf32>
  memref.store %value, %right[%zero] : memref<1xf32>
  llvm.switch %n : i32, ^none [
    1: ^one,
    2: ^two(%n : i32)
  ]
^none:
  return
^one:
  %read = memref.load %left[%zero] : memref<1xf32>
  func.call @observe_f32(%read) : (f32) -> ()
  llvm.cond_br %c, ^two(%n : i32), ^none
^two(%m: i32):
  %last = memref.load %right[%zero] : memref<1xf32>
  func.call @observe_f32(%last) : (f32) -> ()
  llvm.br ^none
}
func.func @main() {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %yes = arith.constant true
  %no = arith.constant false
  func.call @pick(%zero, %yes) : (i32, i1) -> ()
  func.call @pick(%one, %yes) : (i32, i1) -> ()
  func.call @pick(%one, %no) : (i32, i1) -> ()
  func.call @pick(%two, %yes) : (i32, i1) -> ()
  return
}

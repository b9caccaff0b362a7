// The cases of a switch written in hexadecimal, and those of an i1: each is one number.
func.func private @observe_f32(f32)
func.func private @number(%n: i32) {
  %zero = arith.constant 0 : index
  %value = arith.constant 3.0 : f32
  %left = memref.alloc() : memref<1xf32>
  memref.store %value, %left[%zero] : memref<1xf32>
  %right = memref.alloc() : memref<1xf32>
  memref.store %value, %right[%zero] : memref<1xf32>
  "cf.switch"(%n, %right, %left, %right)[^use, ^other, ^use, ^use] <{case_operand_segments = array<i32: 0, 1, 1>, case_values = dense<[0x10, 3, -0x1]> : tensor<3xi32>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, memref<1xf32>, memref<1xf32>, memref<1xf32>) -> ()
^use(%used: memref<1xf32>):
  %read = memref.load %used[%zero] : memref<1xf32>
  func.call @observe_f32(%read) : (f32) -> ()
  return
^other:
  %kept = memref.load %left[%zero] : memref<1xf32>
  func.call @observe_f32(%kept) : (f32) -> ()
  return
}
func.func private @truth(%n: i1) {
  %zero = arith.constant 0 : index
  %value = arith.constant 4.0 : f32
  %left = memref.alloc() : memref<1xf32>
  memref.store %value, %left[%zero] : memref<1xf32>
  "cf.switch"(%n, %left)[^use, ^other] <{case_operand_segments = array<i32: 0>, case_values = dense<true> : tensor<1xi1>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, memref<1xf32>) -> ()
^use(%used: memref<1xf32>):
  %read = memref.load %used[%zero] : memref<1xf32>
  func.call @observe_f32(%read) : (f32) -> ()
  return
^other:
  return
}
func.func @main() {
  %none = arith.constant 0 : i32
  %ten = arith.constant 10 : i32
  %sixteen = arith.constant 16 : i32
  %three = arith.constant 3 : i32
  %last = arith.constant 0xFFFFFFFF : i32
  %yes = arith.constant true
  %no = arith.constant false
  func.call @number(%none) : (i32) -> ()
  func.call @number(%ten) : (i32) -> ()
  func.call @number(%sixteen) : (i32) -> ()
  func.call @number(%three) : (i32) -> ()
  func.call @number(%last) : (i32) -> ()
  func.call @truth(%yes) : (i1) -> ()
  func.call @truth(%no) : (i1) -> ()
  return
}

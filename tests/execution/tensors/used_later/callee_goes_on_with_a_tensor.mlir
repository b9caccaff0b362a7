// Refused: this call may free, or use later
// Nobody waits for what the callee begins, which passes its tensor on.
func.func private @observe_i32(i32)
func.func private @show(%t: tensor<4xi32>, %zero: index) {
  %e = tensor.extract %t[%zero] : tensor<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
func.func private @start(%t: tensor<4xi32>, %zero: index) {
  %token = async.execute {
    func.call @show(%t, %zero) : (tensor<4xi32>, index) -> ()
    async.yield
  }
  return
}
func.func @make(%zero: index) {
  %a = memref.alloc() : memref<4xi32>
  %t = bufferization.to_tensor %a restrict : memref<4xi32> to tensor<4xi32>
  func.call @start(%t, %zero) : (tensor<4xi32>, index) -> ()
  return
}

async.func @af(%a: f32) -> !async.token {
  return
}
func.func @ex(%t: !async.token, %v: !async.value<f32>) {
  %t0 = async.execute { async.yield }
  %t2, %r = async.execute [%t, %t0] (%v as %x: !async.value<f32>) -> !async.value<f32> attributes {a} {
    async.yield %x : f32
  }
  %t3, %r3:2 = async.execute -> (!async.value<f32>, !async.value<i32>) {
    %c = arith.constant 0.0 : f32
    %d = arith.constant 0 : i32
    async.yield %c, %d : f32, i32
  }
  return
}

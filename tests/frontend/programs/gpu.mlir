module attributes {gpu.container_module} {
gpu.module @m {
  gpu.func @k(%a: memref<4xf32> {test.a = 1 : i32}, %b: index) workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>, %s2: memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 8 : i64}) private(%p: memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>, test.x} {
    gpu.return
  }
  gpu.func @plain(%a: f32) -> f32 {
    gpu.return %a : f32
  }
}
func.func @l(%n: index, %t: !gpu.async.token, %i: i32, %m: memref<4xf32>) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  %tok = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%csx = %n, %csy = %n, %csz = %n) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %i module(@m) function(@k) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) private(%pp : memref<1xf32, #gpu.address_space<private>>) {
    memref.dealloc %m : memref<4xf32>
    gpu.terminator
  } {test.y}
  %r:2 = gpu.warp_execute_on_lane_0(%n)[32] args(%m : memref<4xf32>) -> (vector<32xf32>, vector<1xf32>) {
  ^bb0(%mm: memref<4xf32>):
    %c = arith.constant dense<0.0> : vector<1024xf32>
    %d = arith.constant dense<0.0> : vector<32xf32>
    gpu.yield %c, %d : vector<1024xf32>, vector<32xf32>
  }
  gpu.warp_execute_on_lane_0(%n)[32] {
  }
  return
}
}

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

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
  }
  func.func @host(%d: memref<8xf32>, %h: memref<8xf32>, %n: index, %s: f32, %c: memref<*xf32>, %w: i32, %big: memref<32x32xf32>) {
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
    %t2 = gpu.memcpy async [%t1] %d, %h : memref<8xf32>, memref<8xf32>
    gpu.memcpy %d, %h : memref<8xf32>, memref<8xf32>
    %t3 = gpu.memset async [%t2] %d, %s : memref<8xf32>, f32
    %t4 = gpu.dealloc async [%t3] %a : memref<?xf32>
    gpu.wait [%t4]
    %b = gpu.alloc host_shared () : memref<8xf32>
    gpu.host_register %c : memref<*xf32>
    %x = gpu.thread_id x
    %y = gpu.block_dim y upper_bound 64
    %l = gpu.lane_id
    %e, %valid = gpu.shuffle xor %s, %w, %w : f32
    %r = gpu.subgroup_reduce add %s : (f32) -> f32
    %q = gpu.all_reduce add %s uniform {
    } : (f32) -> f32
    gpu.barrier
    gpu.printf "value %f", %s : f32
    %m = gpu.subgroup_mma_constant_matrix %s : !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %m, %big[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    return
  }
}

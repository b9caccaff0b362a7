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

gpu.module @kernels {
  gpu.func @x(%m: memref<32x64xf16>, %p: ui64, %w: index, %h: index, %v: vector<8x16xf16>, %mask: vector<16xi1>, %off: vector<16xindex>, %s: memref<1024xf32>) {
    %c1 = arith.constant 1 : index
    %0 = xegpu.create_nd_tdesc %m[0, 0] : memref<32x64xf16> -> !xegpu.tensor_desc<8x16xf16>
    %1 = xegpu.create_nd_tdesc %p, shape : [%h, %w], strides : [%w, %c1] : ui64 -> !xegpu.tensor_desc<8x16xf32>
    %2 = xegpu.create_nd_tdesc %m[0, 0] : memref<32x64xf16> -> !xegpu.tensor_desc<16x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>
    xegpu.prefetch_nd %0[0, 0] <{l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<uncached>}> : !xegpu.tensor_desc<8x16xf16>
    %3 = xegpu.load_nd %0[%w, 0] <{packed, l1_hint = #xegpu.cache_hint<cached>}> : !xegpu.tensor_desc<8x16xf16> -> vector<4x16x2xf16>
    %4 = xegpu.load_nd %0 : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
    xegpu.store_nd %v, %0[0, %h] : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
    %l = xegpu.load %s[%off], %mask <{chunk_size = 1 : i64}> : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16xf32>
    xegpu.store %l, %s[%off], %mask : vector<16xf32>, memref<1024xf32>, vector<16xindex>, vector<16xi1>
    xegpu.prefetch %s[%off] : memref<1024xf32>, vector<16xindex>
    xegpu.alloc_nbarrier 8
    xegpu.fence memory_kind = global, fence_scope = workgroup
    gpu.return
  }
}
shard.grid @g(shape = 2x4x?)
shard.grid @g1(shape = 4)
func.func @s(%t: tensor<4x8xf32>, %i: index, %h: i64) -> tensor<4x8xf32> {
  %s = shard.sharding @g split_axes = [[0], [1]] : !shard.sharding
  %s2 = shard.sharding @g split_axes = [[], [0, 1]] halo_sizes = [0, %h] : !shard.sharding
  %0 = shard.shard %t to %s : tensor<4x8xf32>
  %1 = shard.shard %0 to %s annotate_for_users : tensor<4x8xf32>
  %2 = shard.all_reduce %1 on @g grid_axes = [0, 1] reduction = max : tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = shard.all_gather %2 on @g1 grid_axes = [0] gather_axis = 1 : tensor<4x8xf32> -> tensor<4x32xf32>
  %a:3 = shard.grid_shape @g : index, index, index
  %b = shard.process_linear_index on @g : index
  %c:2 = shard.process_multi_index on @g axes = [0, 1] : index, index
  %d = shard.broadcast %t on @g grid_axes = [0] root = [0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %e = shard.broadcast %t on @g grid_axes = [1] root = [%i] : (tensor<4x8xf32>, index) -> tensor<4x8xf32>
  return %e : tensor<4x8xf32>
}

func.func @v(%a: vector<4x8xf32>, %f: f32, %s: vector<[4]xf32>, %m: memref<?xf32>, %i: index, %t: tensor<8xf32>) {
  %0:2 = vector.deinterleave %a : vector<4x8xf32> -> vector<4x4xf32>
  %1 = vector.from_elements %f, %f : vector<2xf32>
  %2:2 = vector.to_elements %1 : vector<2xf32>
  %3 = vector.step : vector<[4]xindex>
  %4 = vector.load %m[%i] {alignment = 8 : i64, nontemporal = true} : memref<?xf32>, vector<4xf32>
  %5 = vector.shape_cast %a : vector<4x8xf32> to vector<32xf32>
  %6 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %q = tensor.empty() : tensor<4x2xf32>
  %7 = linalg.pack %t inner_dims_pos = [0] inner_tiles = [2] into %q : tensor<8xf32> -> tensor<4x2xf32>
  %8 = linalg.unpack %q inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<4x2xf32> -> tensor<8xf32>
  return
}
func.func @am(%a: f32, %v: vector<4xf8E5M2FNUZ>, %m: memref<64x64xf16>, %l: memref<64x64xf16, #gpu.address_space<workgroup>>, %i: index, %s: i32) {
  %0 = amdgpu.packed_trunc_2xfp8 %a, %a into %v[word 1] : f32 to vector<4xf8E5M2FNUZ> into vector<4xf8E5M2FNUZ>
  %1 = amdgpu.permlane_swap %a 16 : f32
  %2 = amdgpu.swizzle_bitmode %a 1 2 4 : f32
  amdgpu.sched_barrier allow = <valu|all_vmem>
  amdgpu.memory_counter_wait load(1) store(2)
  amdgpu.lds_barrier
  return
}

func.func @p(%m: memref<10xf32, #ptr.generic_space>, %i: index) {
  %0 = ptr.to_ptr %m : memref<10xf32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %1 = ptr.get_metadata %m : memref<10xf32, #ptr.generic_space>
  %2 = ptr.from_ptr %0 metadata %1 : !ptr.ptr<#ptr.generic_space> -> memref<10xf32, #ptr.generic_space>
  %3 = ptr.type_offset f32 : index
  %4 = ptr.ptr_add inbounds %0, %i : !ptr.ptr<#ptr.generic_space>, index
  %5 = ptr.load %4 alignment = 8 : !ptr.ptr<#ptr.generic_space> -> f32
  %6 = ptr.load volatile %4 : !ptr.ptr<#ptr.generic_space> -> f32
  ptr.store %5, %4 atomic release alignment = 4 : f32, !ptr.ptr<#ptr.generic_space>
  %7 = ptr.ptr_diff %4, %0 : !ptr.ptr<#ptr.generic_space> -> i64
  %8 = ptr.constant #ptr.null : !ptr.ptr<#ptr.generic_space>
  return
}
func.func @shaped(%p: !ptr.ptr<#ptr.generic_space>, %o: index, %ps: vector<[4]x2x!ptr.ptr<#ptr.generic_space>>, %os: vector<4xindex>, %ot: tensor<?xi32>) {
  %0 = ptr.ptr_add %p, %os : !ptr.ptr<#ptr.generic_space>, vector<4xindex>
  %1 = ptr.ptr_add nusw %ps, %o : vector<[4]x2x!ptr.ptr<#ptr.generic_space>>, index
  %2 = ptr.ptr_add %p, %ot : !ptr.ptr<#ptr.generic_space>, tensor<?xi32>
  "t.use"(%0, %1, %2) : (vector<4x!ptr.ptr<#ptr.generic_space>>, vector<[4]x2x!ptr.ptr<#ptr.generic_space>>, tensor<?x!ptr.ptr<#ptr.generic_space>>) -> ()
  return
}
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
func.func @pa(%0: !ptr.ptr<#ptr.generic_space>, %i: index) {
  %4 = ptr.ptr_add inbounds %0, %i : !ptr.ptr<#ptr.generic_space>, index
  %5 = ptr.ptr_add nusw %0, %i : !ptr.ptr<#ptr.generic_space>, index
  %6 = ptr.ptr_add nuw %0, %i : !ptr.ptr<#ptr.generic_space>, index
  %7 = ptr.ptr_add none %0, %i : !ptr.ptr<#ptr.generic_space>, index
  %8 = ptr.ptr_add %0, %i : !ptr.ptr<#ptr.generic_space>, index
return }
func.func @d(%0: !ptr.ptr<#ptr.generic_space>, %f: f32, %v: vector<4x!ptr.ptr<#ptr.generic_space>>, %m: vector<4xi1>, %x: vector<4xf32>) {
  %1 = ptr.ptr_diff nuw %0, %0 : !ptr.ptr<#ptr.generic_space> -> i64
  %2 = ptr.ptr_diff nuw|nsw %0, %0 : !ptr.ptr<#ptr.generic_space> -> i64
  ptr.store %f, %0 atomic release alignment = 4 : f32, !ptr.ptr<#ptr.generic_space>
  ptr.store volatile %f, %0 atomic syncscope("a") release alignment = 4 : f32, !ptr.ptr<#ptr.generic_space>
  %3 = ptr.load %0 atomic syncscope("w") acquire invariant alignment = 4 : !ptr.ptr<#ptr.generic_space> -> f32
  %4 = ptr.load %0 nontemporal invariant : !ptr.ptr<#ptr.generic_space> -> f32
  %5 = ptr.gather %v, %m, %x alignment = 8 : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
  ptr.scatter %x, %v, %m : vector<4xf32>, vector<4x!ptr.ptr<#ptr.generic_space>>
  return
}

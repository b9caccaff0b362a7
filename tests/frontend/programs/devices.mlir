func.func @devices(%a: vector<4xf32>, %b: vector<16xf32>, %i: i32, %f: f32, %n: index, %m: memref<16x32xf32>, %h: vector<2xf16>, %t: tensor<4x8xf32>, %sp: tensor<8xf64, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>>, %p3: !llvm.ptr<3>, %tile: vector<[4]x[4]xf32>, %v32: vector<32xf32>, %c: vector<16xf32>, %m3: memref<?x?xf16, 3>, %q: tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>) {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  nvvm.barrier0
  %2 = rocdl.workitem.id.x : i32
  rocdl.s.barrier
  %4 = amdgpu.mfma 32x32x1 %f * %f + %v32 { abid = 1 : i32, cbsz = 1 : i32, blocks = 2 : i32 } blgp = none : f32, f32, vector<32xf32>
  %5 = amx.tile_zero : !amx.tile<16x32xbf16>
  %6 = arm_sme.zero : vector<[4]x[4]xf32>
  %7 = arm_sme.streaming_vl <byte>
  %9 = sparse_tensor.values %sp : tensor<8xf64, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>> to memref<?xf64>
  %10 = sparse_tensor.number_of_entries %sp : tensor<8xf64, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>>
  %11 = tosa.abs %t : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = tosa.tanh %t : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = nvgpu.ldmatrix %m3[%n, %n] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
  %14 = ub.poison : f32
  %15 = quant.dcast %q : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<4xf32>
  return
}
pdl.pattern @p : benefit(1) {
  %0 = type : i32
  %1 = operand : %0
  %2 = attribute = 4 : i32
  %3 = operation "foo.op"(%1 : !pdl.value) {"k" = %2} -> (%0 : !pdl.type)
  %4 = result 0 of %3
  rewrite %3 with "rewriter"(%1 : !pdl.value)
}
irdl.dialect @toy {
  irdl.type @box {
    %0 = irdl.any
    irdl.parameters(elem: %0)
  }
  irdl.operation @make {
    %0 = irdl.is i32
    %1 = irdl.any
    irdl.operands(x: %0, rest: variadic %1)
    irdl.results(y: optional %1)
  }
}
shard.grid @g(shape = 2x?x4)
tosa.variable @v = dense<-1> : tensor<2x4xi8>
transform.sequence failures(propagate) {
^bb0(%r: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %r : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
  %2, %loops:2 = transform.structured.tile_using_for %1 tile_sizes [4, [8]] interchange = [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.get_operand %2[0, 1] : (!transform.any_op) -> !transform.any_value
  %4 = transform.get_operand %2[except(0)] : (!transform.any_op) -> !transform.any_value
  transform.yield
}

// -----

func.func @small_products(%h: vector<2xf16>, %d: f64, %x: f32, %i: i32, %s: i16) {
  %0 = nvvm.mma.sync A[%h, %h, %h, %h] B[%h, %h] C[%h, %h] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %1 = nvvm.mma.sync A[%i] B[%i] C[%i, %i] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 8, n = 8, k = 16>, some = 1 : i32} : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
  %2 = nvvm.mma.sync A[%i, %i, %i, %i] B[%i, %i] C[%x, %x, %x, %x] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %3 = nvvm.mma.sync A[%d] B[%d] C[%d, %d] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %4 = nvvm.mma.sp.sync A[%h, %h, %h, %h] B[%h, %h, %h, %h] C[%h, %h] sparseMetadata[%i] selector[%i] {orderedMetadata, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %5 = nvvm.mma.block_scale A[%i, %i, %i, %i] B[%i, %i] C[%x, %x, %x, %x] scaleA[%i, %s, %s] scaleB[%i, %s, %s] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %6 = nvvm.mma.sp.block_scale A[%i, %i, %i, %i] B[%i, %i, %i, %i] C[%x, %x, %x, %x] sparseMetadata[%i] selector[%i] scaleA[%i, %s, %s] scaleB[%i, %s, %s] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

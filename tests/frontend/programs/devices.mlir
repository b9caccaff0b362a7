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

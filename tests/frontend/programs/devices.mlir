func.func @devices(%a: vector<4xf32>, %b: vector<16xf32>, %i: i32, %f: f32, %n: index, %m: memref<16x32xf32>, %h: vector<2xf16>, %t: tensor<4x8xf32>, %sp: tensor<8xf64, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>>, %p3: !llvm.ptr<3>, %tile: vector<[4]x[4]xf32>, %v32: vector<32xf32>, %c: vector<16xf32>, %m3: memref<?x?xf16, 3>) {
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
  return
}
tosa.variable @v = dense<-1> : tensor<2x4xi8>

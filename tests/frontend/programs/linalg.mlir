func.func @a(%i: tensor<1x2x3x7x7xi8>, %f: tensor<2x4x3x3x3xi8>, %z: i32, %o: tensor<1x2x4x5x5xi32>) -> tensor<1x2x4x5x5xi32> {
  %0 = linalg.conv_2d_ngchw_gfchw_q ins(%i, %f, %z, %z : tensor<1x2x3x7x7xi8>, tensor<2x4x3x3x3xi8>, i32, i32) outs(%o : tensor<1x2x4x5x5xi32>) -> tensor<1x2x4x5x5xi32>
  return %0 : tensor<1x2x4x5x5xi32>
}
func.func @b(%i: tensor<1x7x7x2x3xi8>, %f: tensor<2x4x3x3x3xi8>, %z: i32, %o: tensor<1x5x5x2x4xi32>) -> tensor<1x5x5x2x4xi32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc_q ins(%i, %f, %z, %z : tensor<1x7x7x2x3xi8>, tensor<2x4x3x3x3xi8>, i32, i32) outs(%o : tensor<1x5x5x2x4xi32>) -> tensor<1x5x5x2x4xi32>
  return %0 : tensor<1x5x5x2x4xi32>
}
func.func @c(%i: memref<1x7x7x7x3xi8>, %f: memref<3x3x3x3x4xi8>, %z: i32, %o: memref<1x5x5x5x4xi32>) {
  linalg.conv_3d_ndhwc_dhwcf_q ins(%i, %f, %z, %z : memref<1x7x7x7x3xi8>, memref<3x3x3x3x4xi8>, i32, i32) outs(%o : memref<1x5x5x5x4xi32>)
  return
}
func.func @d(%i: memref<1x7x7x3xi8>, %f: memref<3x3x3x2xi8>, %z: i32, %o: memref<1x5x5x3x2xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%i, %f, %z, %z : memref<1x7x7x3xi8>, memref<3x3x3x2xi8>, i32, i32) outs(%o : memref<1x5x5x3x2xi32>)
  return
}
func.func @e(%v: vector<2x4xf32>, %e1: tensor<vector<2x4xf32>>, %c: complex<f32>, %f: tensor<2xcomplex<f32>>) {
  %1 = linalg.fill ins(%v : vector<2x4xf32>) outs(%e1 : tensor<vector<2x4xf32>>) -> tensor<vector<2x4xf32>>
  %2 = linalg.fill ins(%c : complex<f32>) outs(%f : tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}
// -----

// Attributes of a yield stand behind its operands.
func.func @marked(%m: memref<4xf32>, %f: f32) {
  linalg.map outs(%m : memref<4xf32>) (%o: f32) {
    linalg.yield %f {mark = 1 : i64} : f32
  }
  return
}

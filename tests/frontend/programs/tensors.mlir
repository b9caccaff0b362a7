func.func @t(%t: tensor<?x8xf32>, %u: tensor<4x8xf32>, %n: index, %f: f32, %ix: tensor<1x2x1xi32>, %m: memref<4x8xf32>, %dst: tensor<2x4x2x2xf32>) {
  %0 = tensor.gather %u[%ix] gather_dims([0]) : (tensor<4x8xf32>, tensor<1x2x1xi32>) -> tensor<1x2x1x8xf32>
  %1 = tensor.extract_slice %t[%n, 0] [2, 4] [1, 1] : tensor<?x8xf32> to tensor<2x4xf32>
  %2 = tensor.insert_slice %1 into %t[0, %n] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<?x8xf32>
  %3 = tensor.pad %u nofold low[0, %n] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4x8xf32> to tensor<5x?xf32>
  %4 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32>
  %5 = tensor.splat %f[%n] : tensor<?xf32>
  %6 = tensor.from_elements %f, %f : tensor<2xf32>
  %7 = tensor.concat dim(0) %u, %u : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %8 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 2, 8] : tensor<?x8xf32> into tensor<?x2x8xf32>
  %9 = linalg.pack %u inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %dst : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
  %10 = linalg.unpack %9 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %u : tensor<2x4x2x2xf32> -> tensor<4x8xf32>
  %11 = linalg.softmax dimension(1) ins(%u : tensor<4x8xf32>) outs(%u : tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = bufferization.to_tensor %m restrict writable : memref<4x8xf32> to tensor<4x8xf32>
  %13 = bufferization.to_buffer %u read_only : tensor<4x8xf32> to memref<4x8xf32>
  %14 = memref.atomic_rmw addf %f, %m[%n, %n] : (f32, memref<4x8xf32>) -> f32
  %15, %16, %17:2, %18:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  %19 = shape.shape_of %u : tensor<4x8xf32> -> tensor<2xindex>
  %20 = shape.const_witness true
  %21 = shape.const_size 4
  %22 = shape.size_to_index %21 : !shape.size
  return
}

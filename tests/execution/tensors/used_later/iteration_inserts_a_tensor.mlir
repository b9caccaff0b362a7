// Refused: the terminator's regions use a buffer
// At its end, each iteration inserts a tensor of a buffer that it makes.
func.func @gather(%all: tensor<6xi32>, %v: i32) -> tensor<6xi32> {
  %r = scf.forall (%i) in (6) shared_outs(%out = %all) -> tensor<6xi32> {
    %a = memref.alloc() : memref<1xi32>
    linalg.fill ins(%v : i32) outs(%a : memref<1xi32>)
    %t = bufferization.to_tensor %a restrict : memref<1xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %out[%i] [1] [1] : tensor<1xi32> into tensor<6xi32>
    }
  }
  return %r : tensor<6xi32>
}

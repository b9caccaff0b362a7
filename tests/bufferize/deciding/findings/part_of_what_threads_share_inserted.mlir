// Each thread inserts, in place of a part of what all share, one of two tensors, of which that part is one. Decided from the top,
// mlir-opt-22 lets threads insert into copies of their own, which are lost.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = arith.constant 5.0 : f32
  %new = arith.constant 7.0 : f32
  %yes = arith.constant true
  %t = tensor.splat %first : tensor<4xf32>
  %u = tensor.splat %new : tensor<2xf32>
  %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %at = arith.addi %i, %i : index
    %even = arith.cmpi eq, %i, %zero : index
    %part = tensor.extract_slice %o[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %one_of = arith.select %even, %part, %u : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one_of into %o[%at] [2] [1] : tensor<2xf32> into tensor<4xf32> // in place: 1
    }
  }
  %a = tensor.extract %r[%zero] : tensor<4xf32>
  vector.print %a : f32
  %three = arith.constant 3 : index
  %b = tensor.extract %r[%three] : tensor<4xf32>
  vector.print %b : f32
  return
}

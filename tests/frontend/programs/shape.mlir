shape.function_library @lib attributes {a = 1} {
  shape.func @same(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping {
  test.same = @same
}
func.func @r(%s : !shape.shape, %i: !shape.size) -> !shape.size {
  %n = shape.reduce(%s, %i) : !shape.shape -> !shape.size {
    ^bb0(%index : index, %dim : !shape.size, %lci : !shape.size):
      %acc = shape.mul %lci, %dim : !shape.size, !shape.size -> !shape.size
      shape.yield %acc : !shape.size
  }
  %0 = shape.const_shape [1, 2, 3] : !shape.shape
  %1 = shape.const_shape {a} [] : tensor<0xindex>
  %2 = shape.const_shape [4] : tensor<1xindex>
  return %n : !shape.size
}

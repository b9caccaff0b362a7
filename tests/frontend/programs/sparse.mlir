#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton(soa)) }>
func.func @it(%sp : tensor<4x8xf32, #COO>, %i : index, %j : index) -> index {
  %l1 = sparse_tensor.extract_iteration_space %sp lvls = 0 : tensor<4x8xf32, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0>
  %r1 = sparse_tensor.iterate %it1 in %l1 at(%crd) iter_args(%outer = %i): !sparse_tensor.iter_space<#COO, lvls = 0 to 1> -> index {
    %l2 = sparse_tensor.extract_iteration_space %sp at %it1 lvls = 1 : tensor<4x8xf32, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 1> -> !sparse_tensor.iter_space<#COO, lvls = 1>
    sparse_tensor.iterate %it2 in %l2 : !sparse_tensor.iter_space<#COO, lvls = 1> {
    }
    sparse_tensor.yield %crd : index
  }
  %l3 = sparse_tensor.extract_iteration_space %sp lvls = 0 to 2 : tensor<4x8xf32, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0 to 2>
  sparse_tensor.iterate %it3 in %l3 at(_, %x) : !sparse_tensor.iter_space<#COO, lvls = 0 to 2> {
  }
  return %r1 : index
}
func.func @co(%sp1 : !sparse_tensor.iter_space<#COO, lvls = 0>, %sp2 : !sparse_tensor.iter_space<#COO, lvls = 1>, %i: index) -> index {
  %r = sparse_tensor.coiterate (%sp1, %sp2) at(%coord) iter_args(%arg = %i) : (!sparse_tensor.iter_space<#COO, lvls = 0>, !sparse_tensor.iter_space<#COO, lvls = 1>) -> index
  case %it1, _ {
    sparse_tensor.yield %i : index
  }
  case %it1, %it2 {
    sparse_tensor.yield %coord : index
  }
  return %r : index
}

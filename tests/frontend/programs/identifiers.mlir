// Operands of affine maps that may be dimensions or symbols: what is defined at the top of a function or kernel, or
// made of that by ops that may run anywhere, sizes of buffers, and counters of affine loops.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<()[s0] -> (s0)>
#map2 = affine_map<(d0) -> (d0 + 1)>
#map3 = affine_map<(d0) -> (d0, 4)>
#set = affine_set<()[s0] : (s0 >= 0)>
func.func @f1(%arg0: memref<?x?xf32>, %arg1: index) {
  scf.for %arg2 = %arg1 to %arg1 step %arg1 {
    %0 = affine.apply #map(%arg2)
  }
  return
}
func.func @f2(%arg0: memref<?x?xf32>, %arg1: index) {
  scf.for %arg2 = %arg1 to %arg1 step %arg1 {
    %0 = affine.apply #map1()[%arg2]
  }
  return
}
func.func @f3(%arg0: memref<?x?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %0 = affine.min #map1()[%arg2]
  }
  return
}
func.func @f4(%arg0: memref<?x?xf32>, %arg1: index) {
  scf.for %arg2 = %arg1 to %arg1 step %arg1 {
    %0 = affine.max #map(%arg2)
  }
  return
}
func.func @f5(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    affine.prefetch %arg0[symbol(%arg3)], read, locality<3>, data : memref<?xf32>
  }
  return
}
func.func @f6(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %0 = affine.linearize_index [%arg3, %arg3] by (3, 4) : index
    %1 = affine.load %arg0[%0] : memref<?xf32>
  }
  return
}
func.func @f7(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %0:2 = affine.delinearize_index %arg3 into (3, 4) : index, index
    %1 = affine.load %arg0[%0#0] : memref<?xf32>
  }
  return
}
func.func @f8(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %0 = affine.apply #map2(%arg3)
    %1 = affine.load %arg0[%0] : memref<?xf32>
  }
  return
}
func.func @f9(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %alloc = memref.alloc(%arg1) : memref<?xf32>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %alloc, %c0 : memref<?xf32>
    %0 = affine.load %arg0[symbol(%dim)] : memref<?xf32>
  }
  return
}
func.func @f10(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %dim = memref.dim %arg0, %arg3 : memref<?xf32>
    %0 = affine.load %arg0[symbol(%dim)] : memref<?xf32>
  }
  return
}
func.func @f11(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %0 = ub.poison : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f12(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %0 = index.sizeof
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f13(%arg0: memref<?xf32>, %arg1: index) {
  cf.br ^bb1(%arg1 : index)
^bb1(%0: index):  // pred: ^bb0
  %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  return
}
func.func @f14(%arg0: memref<?xf32>, %arg1: index) {
  scf.for %arg2 = %arg1 to %arg1 step %arg1 {
    %0 = affine.linearize_index [%arg2, %arg2] by (3, 4) : index
    %1:2 = affine.delinearize_index %arg2 into (3, 4) : index, index
  }
  return
}
func.func @f15(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %0 = arith.addi %arg1, %arg1 : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f16(%arg0: memref<?xf32>, %arg1: index, %arg2: i1) {
  affine.for %arg3 = 0 to 3 {
    %0 = arith.addi %arg1, %arg1 : index
    %1 = arith.addi %0, %0 : index
    %2 = affine.load %arg0[symbol(%1)] : memref<?xf32>
  }
  return
}
func.func @f17(%arg0: memref<?xf32>, %arg1: index, %arg2: i1) {
  affine.for %arg3 = 0 to 3 {
    %0 = affine.min #map3(%arg1)
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f18(%arg0: memref<?xf32>, %arg1: index, %arg2: i1) {
  affine.for %arg3 = 0 to 3 {
    %0 = affine.delinearize_index %arg1 into (4) : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f19(%arg0: memref<?xf32>, %arg1: index, %arg2: i1) {
  scf.if %arg2 {
    %0 = arith.addi %arg1, %arg1 : index
    affine.for %arg3 = 0 to 3 {
      %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
    }
  }
  return
}
func.func @f20(%arg0: memref<?xindex>, %arg1: index, %arg2: i1) {
  %0 = memref.load %arg0[%arg1] : memref<?xindex>
  %alloc = memref.alloc(%arg1) : memref<?xindex>
  affine.for %arg3 = 0 to 3 {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %alloc, %c0 : memref<?xindex>
    %1 = affine.load %arg0[symbol(%0)] : memref<?xindex>
    %2 = affine.load %arg0[symbol(%dim)] : memref<?xindex>
  }
  return
}
func.func @f21(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %thread_id_x = gpu.thread_id  x
    %0 = affine.load %arg0[symbol(%thread_id_x)] : memref<?xf32>
  }
  return
}
func.func @f22(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %c4 = arith.constant 4 : index
    %0 = arith.divsi %arg1, %c4 : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f23(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %0 = arith.remsi %arg1, %arg1 : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f24(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %idx3 = index.constant 3
    %0 = index.shl %arg1, %idx3
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f25(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %c3 = arith.constant 3 : index
    %0 = arith.ceildivui %arg1, %c3 : index
    %1 = arith.floordivsi %arg1, %c3 : index
    %2 = affine.load %arg0[symbol(%0) + symbol(%1)] : memref<?xf32>
  }
  return
}
func.func @f26(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %c3 = arith.constant 3 : index
    %0 = arith.floordivsi %arg1, %arg1 : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f27(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %vscale = vector.vscale
    %0 = affine.load %arg0[symbol(%vscale)] : memref<?xf32>
  }
  return
}
func.func @f28(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %block_dim_x = gpu.block_dim  x
    %0 = gpu.lane_id
    %global_id_x = gpu.global_id  x
    %1 = affine.load %arg0[symbol(%block_dim_x) + symbol(%0) + symbol(%global_id_x)] : memref<?xf32>
  }
  return
}
func.func @f29(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %0 = affine.for %arg3 = 0 to 3 iter_args(%arg4 = %arg1) -> (index) {
      affine.yield %arg4 : index
    }
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f30(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg3 = %arg1 to %arg1 step %c1 iter_args(%arg4 = %arg1) -> (index) {
      scf.yield %arg4 : index
    }
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f31(%arg0: memref<?xf32>, %arg1: index, %arg2: i1) {
  affine.for %arg3 = 0 to 3 {
    %0 = affine.if #set()[%arg1] -> index {
      affine.yield %arg1 : index
    } else {
      affine.yield %arg1 : index
    }
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f32(%arg0: memref<?xf32>, %arg1: index, %arg2: i1) {
  scf.for %arg3 = %arg1 to %arg1 step %arg1 {
    gpu.launch blocks(%arg4, %arg5, %arg6) in (%arg10 = %arg1, %arg11 = %arg1, %arg12 = %arg1) threads(%arg7, %arg8, %arg9) in (%arg13 = %arg1, %arg14 = %arg1, %arg15 = %arg1) {
      %0 = affine.load %arg0[%arg3 + symbol(%arg4)] : memref<?xf32>
      %1 = arith.addi %arg3, %arg4 : index
      scf.for %arg16 = %1 to %1 step %1 {
        %2 = affine.load %arg0[symbol(%1) + symbol(%arg3)] : memref<?xf32>
      }
      gpu.terminator
    }
  }
  return
}
func.func @f33(%arg0: memref<?xf32>, %arg1: index) {
  affine.for %arg2 = 0 to 3 {
    %block_dim_x = gpu.block_dim  x
    %0 = arith.divsi %arg1, %block_dim_x : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}
func.func @f34(%arg0: memref<?xf32>, %arg1: index, %arg2: tensor<4xf32>) {
  affine.for %arg3 = 0 to 3 {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg2, %c0 : tensor<4xf32>
    %0 = arith.divui %arg1, %dim : index
    %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
  }
  return
}


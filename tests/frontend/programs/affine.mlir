func.func @f(%m: memref<4x4xf32>, %n: index, %t: memref<1xi32>, %m2: memref<4x4xf32, 2>) { affine.prefetch %m[%n, %n + 5], read, locality<3>, data : memref<4x4xf32>
affine.prefetch %m[symbol(%n), 5], write, locality<0>, instr {a} : memref<4x4xf32>
affine.dma_start %m[%n + 7, %n], %m2[%n, symbol(%n) + 1], %t[0], %n : memref<4x4xf32>, memref<4x4xf32, 2>, memref<1xi32>
affine.dma_start %m[%n, %n], %m2[%n, %n], %t[0], %n, %n, %n : memref<4x4xf32>, memref<4x4xf32, 2>, memref<1xi32>
affine.dma_wait %t[%n + 1], %n : memref<1xi32>
memref.dma_start %m[%n, %n], %m2[%n, %n], %n, %t[%n] : memref<4x4xf32>, memref<4x4xf32, 2>, memref<1xi32>
memref.dma_start %m[%n, %n], %m2[%n, %n], %n, %t[%n], %n, %n : memref<4x4xf32>, memref<4x4xf32, 2>, memref<1xi32>
memref.dma_wait %t[%n], %n : memref<1xi32>
return }
func.func @basis(%l: index, %n: index) -> index {
  %0:2 = affine.delinearize_index %l into (%n, 8) : index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1] by (%n, 8) : index
  return %1 : index
}

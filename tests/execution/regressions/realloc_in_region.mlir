func.func @main() {
  %i0 = arith.constant 0 : index
  %i4 = arith.constant 4 : index
  %a1 = memref.alloc() : memref<4xi32>
  %r4 = scf.index_switch %i0 -> memref<?xi32>
  case 1 {
    %c5 = memref.cast %a1 : memref<4xi32> to memref<?xi32>
    scf.yield %c5 : memref<?xi32>
  }
  default {
    %a6 = memref.realloc %a1(%i4) : memref<4xi32> to memref<?xi32>
    scf.yield %a6 : memref<?xi32>
  }
  return
}

// Two buffers meet in one block argument.
//
// What to look for:
//  - `%small` lives on after ^narrow only when it was the one handed to ^join, so the two branches pass an
//    ownership indicator (an i1) beside the memref: whoever holds `true` must free.
//  - ^join frees what it was handed only under that indicator: `%given` belongs to the caller and is never freed.
//  - `%scratch` is not needed after the branch that uses it and is freed there, not in ^join.

func.func @diamond(%cond: i1, %given: memref<16xf32>, %out: memref<16xf32>) {
  cf.cond_br %cond, ^narrow, ^wide(%given : memref<16xf32>)

^narrow:
  %scratch = memref.alloc() : memref<16xf32>
  %small = memref.alloc() : memref<16xf32>
  linalg.exp ins(%given : memref<16xf32>) outs(%scratch : memref<16xf32>)
  linalg.add ins(%scratch, %given : memref<16xf32>, memref<16xf32>) outs(%small : memref<16xf32>)
  cf.br ^join(%small : memref<16xf32>)

^wide(%same: memref<16xf32>):
  cf.br ^join(%same : memref<16xf32>)

^join(%result: memref<16xf32>):
  memref.copy %result, %out : memref<16xf32> to memref<16xf32>
  return
}

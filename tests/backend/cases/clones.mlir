// A clone of what is freed next is not made.
// pipeline: canonicalize
func.func @f(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %a : memref<4xf32> to memref<4xf32> //-
  memref.dealloc %a : memref<4xf32> //-
  return %0 : memref<4xf32> //-
  //+ return %a : memref<4xf32>
}
// -----
// Clones of one buffer go one after the other.
// pipeline: canonicalize
func.func @f(%a: memref<4xf32>, %i: index) -> (f32, f32) {
  %first = bufferization.clone %a : memref<4xf32> to memref<4xf32> //-
  %x = memref.load %first[%i] : memref<4xf32> //-
  memref.dealloc %first : memref<4xf32> //-
  %second = bufferization.clone %a : memref<4xf32> to memref<4xf32> //-
  %y = memref.load %second[%i] : memref<4xf32> //-
  memref.dealloc %second : memref<4xf32> //-
  //+ %x = memref.load %a[%i] : memref<4xf32>
  //+ %y = memref.load %a[%i] : memref<4xf32>
  return %x, %y : f32, f32
}
// -----
// A clone of a clone goes with it.
// pipeline: canonicalize
func.func @f(%a: memref<4xf32>) -> memref<4xf32> {
  %first = bufferization.clone %a : memref<4xf32> to memref<4xf32> //-
  memref.dealloc %a : memref<4xf32> //-
  %second = bufferization.clone %first : memref<4xf32> to memref<4xf32> //-
  memref.dealloc %first : memref<4xf32> //-
  return %second : memref<4xf32> //-
  //+ return %a : memref<4xf32>
}
// -----
// A clone stays where something else is freed before.
// pipeline: canonicalize
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %0 = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  scf.if %c {
    memref.dealloc %b : memref<4xf32>
  }
  memref.dealloc %a : memref<4xf32>
  return %0 : memref<4xf32>
}

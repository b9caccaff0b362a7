// A view with a byte shift lives on in blocks where its source is not needed any more: their deallocations compare the source with itself,
// and not with the view, whose aligned pointer is another one.
func.func private @observe_i32(i32)
func.func @kept(%c: i1) {
  %zero = arith.constant 0 : index
  %shift = arith.constant 16 : index
  %value = arith.constant 5 : i32
  %bytes = memref.alloc() : memref<64xi8>
  %view = memref.view %bytes[%shift][] : memref<64xi8> to memref<4xi32>
  memref.store %value, %view[%zero] : memref<4xi32>
  cf.cond_br %c, ^next, ^next
^next:
  cf.br ^last
^last:
  %read = memref.load %view[%zero] : memref<4xi32>
  func.call @observe_i32(%read) : (i32) -> ()
  return
}
func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  func.call @kept(%yes) : (i1) -> ()
  func.call @kept(%no) : (i1) -> ()
  return
}

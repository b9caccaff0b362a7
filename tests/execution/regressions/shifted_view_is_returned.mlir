// Whether a view with a byte shift is handed out uncopied the deallocation of its bytes could not tell: so it is always copied.
func.func private @observe_i32(i32)
func.func @twice() -> (memref<4xi32>, memref<4xi32>) {
  %zero = arith.constant 0 : index
  %shift = arith.constant 16 : index
  %value = arith.constant 5 : i32
  %bytes = memref.alloc() : memref<64xi8>
  cf.br ^next
^next:
  %view = memref.view %bytes[%shift][] : memref<64xi8> to memref<4xi32>
  memref.store %value, %view[%zero] : memref<4xi32>
  return %view, %view : memref<4xi32>, memref<4xi32>
}
func.func @chosen(%c: i1) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %shift = arith.constant 16 : index
  %value = arith.constant 6 : i32
  %bytes = memref.alloc() : memref<64xi8>
  %view = memref.view %bytes[%shift][] : memref<64xi8> to memref<4xi32>
  memref.store %value, %view[%zero] : memref<4xi32>
  cf.cond_br %c, ^next, ^last
^next:
  %read = memref.load %view[%zero] : memref<4xi32>
  func.call @observe_i32(%read) : (i32) -> ()
  cf.br ^last
^last:
  return %view : memref<4xi32>
}
func.func @selected(%c: i1) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %shift = arith.constant 16 : index
  %value = arith.constant 7 : i32
  %bytes = memref.alloc() : memref<64xi8>
  %other = memref.alloc() : memref<4xi32>
  memref.store %value, %other[%zero] : memref<4xi32>
  %view = memref.view %bytes[%shift][] : memref<64xi8> to memref<4xi32>
  memref.store %value, %view[%zero] : memref<4xi32>
  cf.cond_br %c, ^last, ^last
^last:
  %x = arith.select %c, %view, %other : memref<4xi32>
  return %x : memref<4xi32>
}
func.func @main() {
  %zero = arith.constant 0 : index
  %yes = arith.constant true
  %no = arith.constant false
  %a, %b = func.call @twice() : () -> (memref<4xi32>, memref<4xi32>)
  %first = memref.load %a[%zero] : memref<4xi32>
  func.call @observe_i32(%first) : (i32) -> ()
  %second = memref.load %b[%zero] : memref<4xi32>
  func.call @observe_i32(%second) : (i32) -> ()
  %x = func.call @chosen(%yes) : (i1) -> memref<4xi32>
  %y = func.call @chosen(%no) : (i1) -> memref<4xi32>
  %v = func.call @selected(%yes) : (i1) -> memref<4xi32>
  %w = func.call @selected(%no) : (i1) -> memref<4xi32>
  %fifth = memref.load %v[%zero] : memref<4xi32>
  func.call @observe_i32(%fifth) : (i32) -> ()
  %sixth = memref.load %w[%zero] : memref<4xi32>
  func.call @observe_i32(%sixth) : (i32) -> ()
  %third = memref.load %x[%zero] : memref<4xi32>
  func.call @observe_i32(%third) : (i32) -> ()
  %fourth = memref.load %y[%zero] : memref<4xi32>
  func.call @observe_i32(%fourth) : (i32) -> ()
  return
}

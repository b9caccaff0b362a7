// What a select may choose from is freed by hand where it is not chosen: the choice does not take it, and nothing frees it once more.
func.func private @observe_i32(i32)
func.func private @pick(%d: i1) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %value = arith.constant 7 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  memref.store %value, %a[%zero] : memref<4xi32>
  memref.store %value, %b[%zero] : memref<4xi32>
  %s = arith.select %d, %a, %b : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return %s : memref<4xi32>
}
func.func @main() {
  %zero = arith.constant 0 : index
  %no = arith.constant false
  %r = func.call @pick(%no) : (i1) -> memref<4xi32>
  %x = memref.load %r[%zero] : memref<4xi32>
  func.call @observe_i32(%x) : (i32) -> ()
  return
}

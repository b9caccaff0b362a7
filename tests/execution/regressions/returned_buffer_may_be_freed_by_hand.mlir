// A public function returns a buffer that it has freed on some paths; who uses the result only where it has not expects to own it everywhere.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func @make(%d: i1) -> memref<4xi32> {
  %i0 = arith.constant 0 : index
  %b = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %b[%i0] : memref<4xi32>
  scf.if %d {
    memref.dealloc %b : memref<4xi32>
  }
  return %b : memref<4xi32>
}
func.func @take(%d: i1) {
  %i0 = arith.constant 0 : index
  %r = func.call @make(%d) : (i1) -> memref<4xi32>
  scf.if %d {
  } else {
    %x = memref.load %r[%i0] : memref<4xi32>
    func.call @observe_i32(%x) : (i32) -> ()
  }
  return
}
func.func @main() {
  %seed = arith.constant 1 : i32
  %yes = arith.constant true
  %no = arith.constant false
  func.call @restart(%seed) : (i32) -> ()
  func.call @take(%yes) : (i1) -> ()
  func.call @take(%no) : (i1) -> ()
  return
}

// The same number may be written in several ways: 200 and -56 are one i8, and so are all of these i1.
func.func private @observe_f32(f32)
func.func private @fill(%value: f32) {
  %zero = arith.constant 0 : index
  %buffer = memref.alloc() : memref<1xf32>
  memref.store %value, %buffer[%zero] : memref<1xf32>
  %read = memref.load %buffer[%zero] : memref<1xf32>
  func.call @observe_f32(%read) : (f32) -> ()
  return
}
func.func @main() {
  %unsigned = arith.constant 200 : i8
  %signed = arith.constant -56 : i8
  %hexadecimal = arith.constant 0xC8 : i8
  %all = arith.constant 18446744073709551615 : i64
  %minus = arith.constant -1 : i64
  %yes = arith.constant true
  %one = arith.constant 1 : i1
  %value = arith.constant 2.5 : f32
  %a = arith.cmpi eq, %unsigned, %signed : i8
  %b = arith.cmpi eq, %hexadecimal, %signed : i8
  %c = arith.cmpi eq, %all, %minus : i64
  %d = arith.cmpi ne, %yes, %one : i1
  %e = arith.cmpi ugt, %signed, %unsigned : i8
  scf.if %a {
    func.call @fill(%value) : (f32) -> ()
  }
  scf.if %b {
    func.call @fill(%value) : (f32) -> ()
  }
  scf.if %c {
    func.call @fill(%value) : (f32) -> ()
  }
  scf.if %d {
    func.call @fill(%value) : (f32) -> ()
  }
  scf.if %e {
    func.call @fill(%value) : (f32) -> ()
  }
  return
}

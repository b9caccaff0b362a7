// A view with a byte shift has another aligned pointer than its allocation; where its source is in sight, that is asked for in its place.
func.func private @observe_f32(f32)
func.func private @chosen(%c: i1) {
  %zero = arith.constant 0 : index
  %shift = arith.constant 32 : index
  %value = arith.constant 5.0 : f32
  %p = memref.alloc() : memref<64xi8>
  %q = memref.alloc() : memref<64xi8>
  %x = arith.select %c, %p, %q : memref<64xi8>
  %v = memref.view %x[%shift][] : memref<64xi8> to memref<2x2xf32>
  %row = memref.subview %v[1, 0] [1, 2] [1, 1] : memref<2x2xf32> to memref<2xf32, strided<[1], offset: 2>>
  memref.store %value, %row[%zero] : memref<2xf32, strided<[1], offset: 2>>
  cf.br ^next(%row : memref<2xf32, strided<[1], offset: 2>>)
^next(%w: memref<2xf32, strided<[1], offset: 2>>):
  %read = memref.load %w[%zero] : memref<2xf32, strided<[1], offset: 2>>
  func.call @observe_f32(%read) : (f32) -> ()
  return
}
func.func private @freed(%c: i1) {
  %zero = arith.constant 0 : index
  %shift = arith.constant 16 : index
  %value = arith.constant 6.0 : f32
  %p = memref.alloc() : memref<64xi8>
  %q = memref.alloc() : memref<64xi8>
  %x = arith.select %c, %p, %q : memref<64xi8>
  %v = memref.view %x[%shift][] : memref<64xi8> to memref<2xf32>
  memref.store %value, %v[%zero] : memref<2xf32>
  %read = memref.load %v[%zero] : memref<2xf32>
  func.call @observe_f32(%read) : (f32) -> ()
  scf.if %c {
    memref.dealloc %v : memref<2xf32>
  }
  return
}
func.func private @in_place(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %value = arith.constant 7.0 : f32
  %p = memref.alloc() : memref<64xi8>
  %v = memref.view %p[%zero][] : memref<64xi8> to memref<2xf32>
  memref.store %value, %v[%zero] : memref<2xf32>
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %v) -> (memref<2xf32>) {
    %a = memref.alloc() : memref<64xi8>
    %b = memref.view %a[%zero][] : memref<64xi8> to memref<2xf32>
    memref.store %value, %b[%zero] : memref<2xf32>
    %c = arith.cmpi eq, %i, %one : index
    %y = scf.if %c -> memref<2xf32> {
      scf.yield %b : memref<2xf32>
    } else {
      scf.yield %x : memref<2xf32>
    }
    scf.yield %y : memref<2xf32>
  }
  %read = memref.load %r[%zero] : memref<2xf32>
  func.call @observe_f32(%read) : (f32) -> ()
  return
}
func.func @main() {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %yes = arith.constant true
  %no = arith.constant false
  func.call @chosen(%yes) : (i1) -> ()
  func.call @chosen(%no) : (i1) -> ()
  func.call @freed(%yes) : (i1) -> ()
  func.call @freed(%no) : (i1) -> ()
  func.call @in_place(%zero) : (index) -> ()
  func.call @in_place(%three) : (index) -> ()
  return
}

// A function that calls itself gives back one of two buffers: in the loop it may be the one that ends there, or the parameter.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @decide() -> i1
func.func private @make() -> memref<4xi32> {
  %i0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %a[%i0] : memref<4xi32>
  return %a : memref<4xi32>
}
func.func private @look(%a: memref<4xi32>) {
  %i0 = arith.constant 0 : index
  %x = memref.load %a[%i0] : memref<4xi32>
  func.call @observe_i32(%x) : (i32) -> ()
  return
}
func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %seed = arith.constant 7 : i32
  func.call @restart(%seed) : (i32) -> ()
  func.call @f(%yes, %yes) : (i1, i1) -> ()
  func.call @f(%yes, %no) : (i1, i1) -> ()
  func.call @f(%no, %yes) : (i1, i1) -> ()
  func.call @f(%no, %no) : (i1, i1) -> ()
  return
}
func.func private @g(%n: index, %d: i1, %e: i1, %p: memref<4xi32>, %q: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>, memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = func.call @make() : () -> memref<4xi32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %x0) -> (memref<4xi32>) {
    %dd = func.call @decide() : () -> i1
    %ee = func.call @decide() : () -> i1
    %w:3 = func.call @g(%c0, %dd, %ee, %x, %p) : (index, i1, i1, memref<4xi32>, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>, memref<4xi32>)
    func.call @look(%w#0) : (memref<4xi32>) -> ()
    scf.yield %w#0 : memref<4xi32>
  }
  func.call @look(%l) : (memref<4xi32>) -> ()
  %r = scf.if %d -> memref<4xi32> {
    scf.yield %p : memref<4xi32>
  } else {
    %t = scf.if %e -> memref<4xi32> {
      scf.yield %q : memref<4xi32>
    } else {
      %nn = func.call @make() : () -> memref<4xi32>
      scf.yield %nn : memref<4xi32>
    }
    scf.yield %t : memref<4xi32>
  }
  return %r, %p, %q : memref<4xi32>, memref<4xi32>, memref<4xi32>
}
func.func @f(%c: i1, %d: i1) {
  %c5 = arith.constant 5 : index
  %a = func.call @make() : () -> memref<4xi32>
  %b = func.call @make() : () -> memref<4xi32>
  %r:3 = func.call @g(%c5, %c, %d, %a, %b) : (index, i1, i1, memref<4xi32>, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>, memref<4xi32>)
  func.call @look(%r#0) : (memref<4xi32>) -> ()
  func.call @look(%a) : (memref<4xi32>) -> ()
  func.call @look(%b) : (memref<4xi32>) -> ()
  return
}

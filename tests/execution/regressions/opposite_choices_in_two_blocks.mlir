// Selects in two blocks, of which one runs, choose one buffer by the same condition, each where the other does not.
memref.global "private" @glob : memref<4xi32> = dense<[1,2,3,4]>
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
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
  %seed = arith.constant 3 : i32
  func.call @restart(%seed) : (i32) -> ()
  func.call @f(%yes, %yes) : (i1, i1) -> ()
  func.call @f(%yes, %no) : (i1, i1) -> ()
  func.call @f(%no, %yes) : (i1, i1) -> ()
  func.call @f(%no, %no) : (i1, i1) -> ()
  return
}
func.func @f(%c: i1, %d: i1) {
  %h = func.call @make() : () -> memref<4xi32>
  cf.cond_br %d, ^s, ^t
^s:
  %n = func.call @make() : () -> memref<4xi32>
  %w = arith.select %c, %h, %n : memref<4xi32>
  cf.br ^m(%w : memref<4xi32>)
^t:
  %n2 = func.call @make() : () -> memref<4xi32>
  %w2 = arith.select %c, %n2, %h : memref<4xi32>
  cf.br ^m(%w2 : memref<4xi32>)
^m(%y: memref<4xi32>):
  func.call @look(%y) : (memref<4xi32>) -> ()
  return
}

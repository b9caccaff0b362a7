// A select between two names of one buffer, before a branch on its condition: what it gives is used where the buffer stays with its owner.
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
  %seed = arith.constant 7 : i32
  func.call @restart(%seed) : (i32) -> ()
  func.call @f(%yes, %yes) : (i1, i1) -> ()
  func.call @f(%yes, %no) : (i1, i1) -> ()
  func.call @f(%no, %yes) : (i1, i1) -> ()
  func.call @f(%no, %no) : (i1, i1) -> ()
  return
}
func.func @f(%c: i1, %d: i1) {
  %h = func.call @make() : () -> memref<4xi32>
  %v0 = memref.cast %h : memref<4xi32> to memref<?xi32>
  %v = memref.cast %v0 : memref<?xi32> to memref<4xi32>
  %w = arith.select %c, %h, %v : memref<4xi32>
  cf.cond_br %c, ^s, ^t
^s:
  cf.br ^u(%w : memref<4xi32>)
^t:
  func.call @look(%h) : (memref<4xi32>) -> ()
  %n = func.call @make() : () -> memref<4xi32>
  func.call @look(%w) : (memref<4xi32>) -> ()
  cf.br ^u(%n : memref<4xi32>)
^u(%x: memref<4xi32>):
  func.call @look(%x) : (memref<4xi32>) -> ()
  return
}

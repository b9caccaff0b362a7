// A block that branches to itself with a new buffer, while its argument dies.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @decide() -> i1

func.func private @make() -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %v = func.call @next_i32() : () -> i32
  memref.store %v, %a[%zero] : memref<4xi32>
  return %a : memref<4xi32>
}

func.func private @show(%a: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %v = memref.load %a[%zero] : memref<4xi32>
  func.call @observe_i32(%v) : (i32) -> ()
  return
}

func.func @f(%c: i1, %n: index) {
  %a = func.call @make() : () -> memref<4xi32>
  cf.br ^loop(%a : memref<4xi32>)
^loop(%p: memref<4xi32>):
  func.call @show(%p) : (memref<4xi32>) -> ()
  %b = func.call @make() : () -> memref<4xi32>
  %x = func.call @decide() : () -> i1
  cf.cond_br %x, ^loop(%b : memref<4xi32>), ^exit
^exit:
  func.call @show(%a) : (memref<4xi32>) -> ()
  return
}

func.func @main() {
  %n0 = arith.constant 0 : index
  %n1 = arith.constant 1 : index
  %n4 = arith.constant 4 : index
  %yes = arith.constant true
  %no = arith.constant false
  %s0 = arith.constant 0 : i32
  func.call @restart(%s0) : (i32) -> ()
  func.call @f(%yes, %n0) : (i1, index) -> ()
  %s1 = arith.constant 1 : i32
  func.call @restart(%s1) : (i32) -> ()
  func.call @f(%yes, %n1) : (i1, index) -> ()
  %s2 = arith.constant 2 : i32
  func.call @restart(%s2) : (i32) -> ()
  func.call @f(%yes, %n4) : (i1, index) -> ()
  %s3 = arith.constant 3 : i32
  func.call @restart(%s3) : (i32) -> ()
  func.call @f(%no, %n0) : (i1, index) -> ()
  %s4 = arith.constant 4 : i32
  func.call @restart(%s4) : (i32) -> ()
  func.call @f(%no, %n1) : (i1, index) -> ()
  %s5 = arith.constant 5 : i32
  func.call @restart(%s5) : (i32) -> ()
  func.call @f(%no, %n4) : (i1, index) -> ()
  return
}

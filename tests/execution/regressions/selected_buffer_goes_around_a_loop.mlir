// A buffer that is made in a loop, or a parameter, goes on to the next iteration: the loop carries what it cannot always own.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)

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
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %p = func.call @make() : () -> memref<4xi32>
  func.call @g(%c, %n, %p) : (i1, index, memref<4xi32>) -> ()
  return
}

func.func @g(%c: i1, %n: index, %p: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  cf.br ^loop(%zero, %p : index, memref<4xi32>)
^loop(%i: index, %w: memref<4xi32>):
  func.call @show(%w) : (memref<4xi32>) -> ()
  %h = func.call @make() : () -> memref<4xi32>
  %s = arith.select %c, %h, %p : memref<4xi32>
  %j = arith.addi %i, %one : index
  %more = arith.cmpi ult, %j, %n : index
  cf.cond_br %more, ^loop(%j, %s : index, memref<4xi32>), ^exit
^exit:
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %n0 = arith.constant 0 : index
  %n3 = arith.constant 3 : index
  %s0 = arith.constant 0 : i32
  func.call @restart(%s0) : (i32) -> ()
  func.call @f(%yes, %n0) : (i1, index) -> ()
  %s1 = arith.constant 1 : i32
  func.call @restart(%s1) : (i32) -> ()
  func.call @f(%yes, %n3) : (i1, index) -> ()
  %s2 = arith.constant 2 : i32
  func.call @restart(%s2) : (i32) -> ()
  func.call @f(%no, %n0) : (i1, index) -> ()
  %s3 = arith.constant 3 : i32
  func.call @restart(%s3) : (i32) -> ()
  func.call @f(%no, %n3) : (i1, index) -> ()
  return
}

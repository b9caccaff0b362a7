// Selects that own what they choose, where the branch goes by the same condition, and a loop that claims what it goes on with.
func.func @along(%cond: i1, %i: index) -> memref<4xf32> {
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  %chosen = arith.select %cond, %left, %right : memref<4xf32>
  cf.cond_br %cond, ^one, ^other
^one:
  %loaded = memref.load %left[%i] : memref<4xf32>
  memref.store %loaded, %right[%i] : memref<4xf32>
  cf.br ^end
^end:
  return %chosen : memref<4xf32>
^other:
  return %left : memref<4xf32>
}
func.func @both_along(%cond: i1) -> (memref<4xf32>, memref<4xf32>) {
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  %chosen = arith.select %cond, %left, %right : memref<4xf32>
  cf.cond_br %cond, ^one, ^other
^one:
  return %chosen, %right : memref<4xf32>, memref<4xf32>
^other:
  return %chosen, %left : memref<4xf32>, memref<4xf32>
}
func.func @swap(%cond: i1) -> (memref<4xf32>, memref<4xf32>) {
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  %one = arith.select %cond, %left, %right : memref<4xf32>
  %other = arith.select %cond, %right, %left : memref<4xf32>
  return %one, %other : memref<4xf32>, memref<4xf32>
}
func.func private @read(memref<4xf32>)
func.func private @both(%given: memref<4xf32>, %cond: i1) -> (memref<4xf32>, memref<4xf32>) {
  %next = scf.if %cond -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    scf.yield %new : memref<4xf32>
  } else {
    scf.yield %given : memref<4xf32>
  }
  return %given, %next : memref<4xf32>, memref<4xf32>
}
func.func @g(%count: index, %cond: i1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf32>
  %last = scf.for %i = %zero to %count step %one iter_args(%old = %first) -> (memref<4xf32>) {
    %same, %next = func.call @both(%old, %cond) : (memref<4xf32>, i1) -> (memref<4xf32>, memref<4xf32>)
    func.call @read(%old) : (memref<4xf32>) -> ()
    scf.yield %next : memref<4xf32>
  }
  func.call @read(%last) : (memref<4xf32>) -> ()
  return
}

// What the scf.if at the end of the first region yields was computed before it, and is used in the second region.
func.func private @observe_f32(f32)
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %value = arith.constant 1.5 : f32
  %start = memref.alloc() : memref<2xf32>
  memref.store %value, %start[%zero] : memref<2xf32>
  %end:2 = scf.while (%i = %zero, %old = %start) : (index, memref<2xf32>) -> (index, memref<2xf32>) {
    %more = arith.cmpi ult, %i, %three : index
    %next = arith.addi %i, %one : index
    %read = memref.load %old[%zero] : memref<2xf32>
    %sum = arith.addf %read, %value : f32
    %number, %buffer = scf.if %more -> (index, memref<2xf32>) {
      %new = memref.alloc() : memref<2xf32>
      memref.store %sum, %new[%zero] : memref<2xf32>
      scf.yield %next, %new : index, memref<2xf32>
    } else {
      scf.yield %i, %old : index, memref<2xf32>
    }
    scf.condition(%more) %number, %buffer : index, memref<2xf32>
  } do {
  ^bb0(%j: index, %given: memref<2xf32>):
    %shown = memref.load %given[%zero] : memref<2xf32>
    func.call @observe_f32(%shown) : (f32) -> ()
    scf.yield %j, %given : index, memref<2xf32>
  }
  %last = memref.load %end#1[%zero] : memref<2xf32>
  func.call @observe_f32(%last) : (f32) -> ()
  return
}

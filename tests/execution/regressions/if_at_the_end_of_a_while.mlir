// What an scf.if makes under the loop's own condition is carried by values that are not there in the last round.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @decide() -> i1
func.func private @restart(i32)

func.func @step(%given: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %first = memref.alloc() : memref<4xi32>
  %value = func.call @next_i32() : () -> i32
  memref.store %value, %first[%i0] : memref<4xi32>
  %r:3 = scf.while (%x = %first, %y = %given) : (memref<4xi32>, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>, memref<4xi32>) {
    %go = func.call @decide() : () -> i1
    %number = arith.select %go, %one, %zero : i32
    %both:2 = scf.if %go -> (memref<4xi32>, memref<4xi32>) {
      %new = memref.alloc() : memref<4xi32>
      %loaded = memref.load %x[%i0] : memref<4xi32>
      memref.store %loaded, %new[%i0] : memref<4xi32>
      func.call @observe_i32(%loaded) : (i32) -> ()
      scf.yield %new, %x : memref<4xi32>, memref<4xi32>
    } else {
      scf.yield %given, %y : memref<4xi32>, memref<4xi32>
    }
    %again = arith.trunci %number : i32 to i1
    scf.condition(%again) %both#0, %both#1, %x : memref<4xi32>, memref<4xi32>, memref<4xi32>
  } do {
  ^bb0(%a: memref<4xi32>, %b: memref<4xi32>, %c: memref<4xi32>):
    %loaded = memref.load %c[%i0] : memref<4xi32>
    func.call @observe_i32(%loaded) : (i32) -> ()
    scf.yield %a, %b : memref<4xi32>, memref<4xi32>
  }
  return %r#1, %r#2 : memref<4xi32>, memref<4xi32>
}

func.func @main() {
  %seed = arith.constant 1 : i32
  func.call @restart(%seed) : (i32) -> ()
  %i0 = arith.constant 0 : index
  %given = memref.alloc() : memref<4xi32>
  %value = func.call @next_i32() : () -> i32
  memref.store %value, %given[%i0] : memref<4xi32>
  %r:2 = func.call @step(%given) : (memref<4xi32>) -> (memref<4xi32>, memref<4xi32>)
  %x = memref.load %r#0[%i0] : memref<4xi32>
  %y = memref.load %r#1[%i0] : memref<4xi32>
  func.call @observe_i32(%x) : (i32) -> ()
  func.call @observe_i32(%y) : (i32) -> ()
  return
}

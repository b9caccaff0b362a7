// A region yields what it selects, and the address of one side: that may be freed.
func.func private @use(memref<4xi32>, index)
func.func @f(%c: i1, %d: i1, %x: memref<4xi32>) {
  %none = arith.constant 0 : index
  %n = memref.alloc() : memref<4xi32>
  %r:2 = scf.if %d -> (memref<4xi32>, index) {
    %h = memref.alloc() : memref<4xi32>
    %p = memref.extract_aligned_pointer_as_index %h : memref<4xi32> -> index
    %m = memref.alloc() : memref<4xi32>
    %y = arith.select %c, %h, %m : memref<4xi32>
    scf.yield %y, %p : memref<4xi32>, index
  } else {
    scf.yield %n, %none : memref<4xi32>, index
  }
  func.call @use(%r#0, %r#1) : (memref<4xi32>, index) -> ()
  return
}

// Buffers that are freed under conditions of numbers that may have a part of their range only. Above each function
// stands what may be said of it: nothing certain, or a leak or double free.

// nothing
func.func @the_greater_of_a_number_and_zero(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %z = arith.maxsi %n, %c0 : index
  %never = arith.cmpi slt, %z, %c0 : index
  scf.if %never {
    memref.dealloc %m : memref<4xf32>
  }
  memref.dealloc %m : memref<4xf32>
  return
}

// nothing
func.func @low_bits(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  %c7 = index.constant 7
  %c8 = index.constant 8
  %z = index.and %n, %c7
  %always = index.cmp ult(%z, %c8)
  scf.if %always {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// nothing
func.func @a_map(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  %c5 = arith.constant 5 : index
  %z = affine.apply affine_map<(d0) -> (d0 mod 5)>(%n)
  %never = arith.cmpi eq, %z, %c5 : index
  scf.if %never {
    memref.dealloc %m : memref<4xf32>
  }
  memref.dealloc %m : memref<4xf32>
  return
}

// nothing
func.func @more_bits(%n: i8) {
  %m = memref.alloc() : memref<4xf32>
  %c = arith.constant 256 : i32
  %z = arith.extui %n : i8 to i32
  %always = arith.cmpi ult, %z, %c : i32
  scf.if %always {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// nothing
func.func @a_size(%n: memref<?xf32>) {
  %m = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %z = memref.dim %n, %c0 : memref<?xf32>
  %always = arith.cmpi sge, %z, %c0 : index
  scf.if %always {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// nothing
func.func @a_kernel_size() {
  %m = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %z = gpu.block_dim x
  %always = arith.cmpi sgt, %z, %c0 : index
  scf.if %always {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// nothing
func.func @the_number_of_an_iteration(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xf32>
    %always = arith.cmpi slt, %i, %n : index
    scf.if %always {
      memref.dealloc %m : memref<4xf32>
    }
  }
  return
}

// nothing
func.func @a_number_and_its_successor(%n: i32) {
  %m = memref.alloc() : memref<4xf32>
  %c1 = arith.constant 1 : i32
  %z = arith.addi %n, %c1 : i32
  %always = arith.cmpi ne, %z, %n : i32
  scf.if %always {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// nothing
func.func @a_float_and_itself(%n: f32) {
  %m = memref.alloc() : memref<4xf32>
  %never = arith.cmpf olt, %n, %n : f32
  scf.if %never {
    memref.dealloc %m : memref<4xf32>
  }
  memref.dealloc %m : memref<4xf32>
  return
}

// nothing
func.func @a_case_that_never_comes(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  %c1 = arith.constant 1 : index
  %low = arith.andi %n, %c1 : index
  scf.index_switch %low
  case 2 {
    scf.yield
  }
  default {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// leak
func.func @any_sum(%n: i64) {
  %m = memref.alloc() : memref<4xf32>
  %c1 = arith.constant 1 : i64
  %c7 = arith.constant 7 : i32
  %z = arith.addi %n, %c1 : i64
  %low = arith.trunci %z : i64 to i32
  %is = arith.cmpi slt, %low, %c7 : i32
  scf.if %is {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// leak
func.func @two_numbers(%n: i64, %k: memref<?xf32>) {
  %m = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %size = memref.dim %k, %c0 : memref<?xf32>
  %i = arith.index_cast %n : i64 to index
  %is = arith.cmpi slt, %i, %size : index
  scf.if %is {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// leak
func.func @two_floats(%n: f32, %k: f32) {
  %m = memref.alloc() : memref<4xf32>
  %is = arith.cmpf olt, %n, %k : f32
  scf.if %is {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// leak
func.func @a_case(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  scf.index_switch %n
  case 2 {
    scf.yield
  }
  default {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// Buffers that are freed where a number says so that ops of `index` or affine maps compute, or a constant bound that is
// computed. Above each function stands what it is: clean, or leak.

// clean
func.func @as_many_rounds_as_a_sum() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bound = arith.addi %c0, %c1 : index
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %bound step %c1 {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// leak
func.func @no_round_of_a_difference_of_indices() {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %bound = index.sub %c0, %c1
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %bound step %c1 {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// clean
func.func @as_many_rounds_as_maps_say() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %m = memref.alloc() : memref<4xf32>
  affine.for %i = max affine_map<(d0) -> (d0 floordiv 3, d0 mod 4, -d0)>(%c7) to affine_map<(d0) -> (d0 + 2)>(%c2) {
    memref.dealloc %m : memref<4xf32>
  }
  %bound = affine.min affine_map<(d0)[s0] -> (d0 ceildiv 7, s0 * 3 - 1)>(%c7)[%c2]
  %n = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to %bound {
    memref.dealloc %n : memref<4xf32>
  }
  return
}

// leak
func.func @less_signed_but_not_unsigned(%m: memref<4xf32>) {
  %a = index.constant 3
  %b = index.constant -3
  %never = index.cmp ult(%b, %a)
  %n = memref.alloc() : memref<4xf32>
  scf.if %never {
    memref.dealloc %n : memref<4xf32>
  }
  return
}

// clean
func.func @one_of_two_comparisons(%i: index, %j: index) {
  %m = memref.alloc() : memref<4xf32>
  %less = index.cmp slt(%i, %j)
  scf.if %less {
    memref.dealloc %m : memref<4xf32>
  }
  %not_less = index.cmp sle(%j, %i)
  scf.if %not_less {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// clean
func.func @what_a_map_makes_of_a_choice(%c: i1) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %chosen = arith.select %c, %c1, %c2 : index
  %x = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 floordiv 2 - 4)>(%chosen)[%chosen]
  %is = arith.cmpi eq, %x, %c1 : index
  %m = memref.alloc() : memref<4xf32>
  scf.if %is {
  } else {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// clean
func.func @in_one_round_by_a_map_of_its_number() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %second = index.cmp eq(%j, %c2)
    scf.if %second {
      memref.dealloc %m : memref<4xf32>
    }
  }
  return
}

// clean
func.func @where_an_index_has_no_fewer_bits(%c: i1) {
  %high = index.constant 4294967296
  %zero = arith.constant 0 : i32
  %low = index.casts %high : index to i32
  %some = arith.cmpi ne, %low, %zero : i32
  %m = memref.alloc() : memref<4xf32>
  scf.if %some {
  } else {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// clean
func.func @where_a_constant_says_so() {
  %always = index.bool.constant true
  %m = memref.alloc() : memref<4xf32>
  scf.if %always {
    memref.dealloc %m : memref<4xf32>
  }
  return
}

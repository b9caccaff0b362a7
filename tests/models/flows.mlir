// How buffers flow through ops, for ops that a row about buffers names: a function for each. What is allocated first shows where it arrives.

func.func @affine.for() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %r:2 = affine.for %i = 0 to 4 iter_args(%x = %a, %y = %b) -> (memref<4xf32>, memref<4xf32>) {
    affine.yield %x, %c : memref<4xf32>, memref<4xf32>
  }
  return %r#0 : memref<4xf32>
}

func.func @affine.if(%n: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %r:2 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> (memref<4xf32>, memref<4xf32>) {
    affine.yield %a, %b : memref<4xf32>, memref<4xf32>
  } else {
    affine.yield %b, %b : memref<4xf32>, memref<4xf32>
  }
  return %r#0 : memref<4xf32>
}

func.func @scf.for(%i: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %r:2 = scf.for %k = %i to %i step %i iter_args(%x = %a, %y = %b) -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %x, %c : memref<4xf32>, memref<4xf32>
  }
  return %r#0 : memref<4xf32>
}

func.func @scf.if(%p: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %r:2 = scf.if %p -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %a, %b : memref<4xf32>, memref<4xf32>
  } else {
    scf.yield %b, %b : memref<4xf32>, memref<4xf32>
  }
  return %r#0 : memref<4xf32>
}

func.func @scf.while(%p: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %e = memref.alloc() : memref<4xf32>
  %r:2 = scf.while (%x = %a) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
    scf.condition(%p) %x, %b : memref<4xf32>, memref<4xf32>
  } do {
  ^bb0(%y: memref<4xf32>, %z: memref<4xf32>):
    scf.yield %c : memref<4xf32>
  }
  return %r#0 : memref<4xf32>
}

func.func @scf.index_switch(%n: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %r = scf.index_switch %n -> memref<4xf32>
  case 1 {
    scf.yield %a : memref<4xf32>
  }
  case 2 {
    scf.yield %b : memref<4xf32>
  }
  default {
    scf.yield %c : memref<4xf32>
  }
  return %r : memref<4xf32>
}

func.func @scf.execute_region(%p: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %r = scf.execute_region -> memref<4xf32> {
    cf.cond_br %p, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : memref<4xf32>
  ^bb2:
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

func.func @memref.alloca_scope() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %r = memref.alloca_scope -> (memref<4xf32>) {
    memref.alloca_scope.return %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}

func.func @shape.assuming(%w: !shape.witness) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %r = shape.assuming %w -> (memref<4xf32>) {
    shape.assuming_yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}

func.func @cf.br() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  cf.br ^bb1(%a, %b : memref<4xf32>, memref<4xf32>)
^bb1(%x: memref<4xf32>, %y: memref<4xf32>):
  return %x : memref<4xf32>
}

func.func @cf.cond_br(%p: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  cf.cond_br %p, ^bb1(%a : memref<4xf32>), ^bb2(%b, %c : memref<4xf32>, memref<4xf32>)
^bb1(%x: memref<4xf32>):
  return %x : memref<4xf32>
^bb2(%y: memref<4xf32>, %z: memref<4xf32>):
  return %z : memref<4xf32>
}

func.func @cf.switch(%n: i32) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  cf.switch %n : i32, [
    default: ^bb1(%a : memref<4xf32>),
    1: ^bb2(%b : memref<4xf32>),
    2: ^bb3(%c : memref<4xf32>)
  ]
^bb1(%x: memref<4xf32>):
  return %x : memref<4xf32>
^bb2(%y: memref<4xf32>):
  return %y : memref<4xf32>
^bb3(%z: memref<4xf32>):
  return %z : memref<4xf32>
}

func.func @arith.select(%p: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %r = arith.select %p, %a, %b : memref<4xf32>
  return %r : memref<4xf32>
}

func.func @memref.cast() {
  %a = memref.alloc() : memref<4x4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.cast %a : memref<4x4xf32> to memref<?x?xf32>
  return
}

func.func @memref.assume_alignment() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.assume_alignment %a, 16 : memref<4xf32>
  return
}

func.func @memref.collapse_shape() {
  %a = memref.alloc() : memref<4x4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  return
}

func.func @memref.distinct_objects() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %0, %1 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  return
}

func.func @memref.expand_shape() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return
}

func.func @memref.extract_strided_metadata() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0, %1, %2, %3 = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  return
}

func.func @memref.memory_space_cast() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
  return
}

func.func @memref.reinterpret_cast() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [2], strides: [1] : memref<4xf32> to memref<2xf32>
  return
}

func.func @memref.reshape() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<2xindex>
  %0 = memref.reshape %a(%c) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
  return
}

func.func @memref.subview() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  return
}

func.func @memref.transpose() {
  %a = memref.alloc() : memref<4x4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  return
}

func.func @memref.view(%n: index) {
  %a = memref.alloc() : memref<64xi8>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.view %a[%n][] : memref<64xi8> to memref<4xf32>
  return
}

func.func @vector.type_cast() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = vector.type_cast %a : memref<4xf32> to memref<vector<4xf32>>
  return
}

func.func @builtin.unrealized_conversion_cast() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = builtin.unrealized_conversion_cast %a : memref<4xf32> to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to memref<4xf32>
  return
}

func.func @bufferization.to_tensor() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>
  return
}

func.func @bufferization.clone() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  return
}

func.func @memref.realloc() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.realloc %a : memref<4xf32> to memref<8xf32>
  return
}

func.func @memref.alloca() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = memref.alloca() : memref<4xf32>
  return
}

func.func @gpu.alloc() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = gpu.alloc() : memref<4xf32>
  return
}

memref.global "private" @memory : memref<4xf32>

func.func @memref.get_global() {
  %a = memref.alloc() : memref<4xf32>
  %0 = memref.get_global @memory : memref<4xf32>
  return
}

func.func @gpu.warp_execute_on_lane_0(%n: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %r = gpu.warp_execute_on_lane_0(%n)[32] args(%a : memref<4xf32>) -> (memref<4xf32>) {
  ^bb0(%x: memref<4xf32>):
    gpu.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

func.func @amdgpu.fat_raw_buffer_cast() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %0 = amdgpu.fat_raw_buffer_cast %a : memref<4xf32> to memref<4xf32, #amdgpu.address_space<fat_raw_buffer>>
  return
}

// Repeated ops go and the rest keeps its text.
// pipeline: cse
func.func @f(%m: memref<?xf32>, %c: i1, %d: i1) -> (index, index, i1, i1) {
  %c0 = arith.constant   0 : index
  %x = memref.dim %m, %c0 : memref<?xf32>
  %z = arith.constant 0 : index //-
  %y = memref.dim %m, %z : memref<?xf32> //-
  %a = arith.andi %c, %d : i1
  %b = arith.andi %d, %c : i1 //-
  return %x, %y, %a, %b : index, index, i1, i1 //-
  //+ return %x, %x, %a, %a : index, index, i1, i1
}
// -----
// Attributes and types tell ops apart.
// pipeline: cse
func.func @f(%n: index, %k: index, %m: memref<4xf32>) {
  %0 = arith.cmpi eq, %n, %k : index
  %1 = arith.cmpi ne, %n, %k : index
  %2 = arith.constant 0 : index
  %3 = arith.constant 0 : i32
  %4 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %5 = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  "test.use"(%0, %1, %2, %3, %4, %5) : (i1, i1, index, i32, memref<?xf32>, memref<4xf32, strided<[?], offset: ?>>) -> ()
  return
}
// -----
// Only what dominates is used.
// pipeline: cse
func.func @f(%n: index, %c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.addi %n, %n : index
  "test.a"(%0) : (index) -> ()
  cf.br ^c
^b:
  %1 = arith.addi %n, %n : index
  "test.b"(%1) : (index) -> ()
  scf.if %c {
    %2 = arith.addi %n, %n : index //-
    "test.if"(%2) : (index) -> () //-
    //+ "test.if"(%1) : (index) -> ()
  }
  cf.br ^c
^c:
  %3 = arith.addi %n, %n : index
  "test.c"(%3) : (index) -> ()
  return
}
// -----
// Reads and allocations are not merged.
// pipeline: cse
func.func @f(%m: memref<4xf32>, %n: index) {
  %0 = memref.load %m[%n] : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.store %0, %m[%n] : memref<4xf32>
  %2 = memref.load %m[%n] : memref<4xf32>
  %3 = memref.alloc() : memref<4xf32>
  "test.use"(%2, %1, %3) : (f32, memref<4xf32>, memref<4xf32>) -> ()
  return
}
// -----
// What is read twice without a write is read once.
// pipeline: cse
func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %i: index, %c: i1) {
  %0 = memref.load %m[%i] : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32> //-
  memref.copy %n, %a : memref<4xf32> to memref<4xf32>
  %2 = memref.load %m[%i] : memref<4xf32>
  scf.if %c {
    %3 = memref.load %m[%i] : memref<4xf32>
    "test.use"(%0, %1, %2, %3, %a) : (f32, f32, f32, f32, memref<4xf32>) -> () //-
    //+ "test.use"(%0, %0, %2, %3, %a) : (f32, f32, f32, f32, memref<4xf32>) -> ()
  }
  %4 = memref.load %m[%i] : memref<4xf32>
  "test.use"(%4) : (f32) -> ()
  return
}
// -----
// What depends on the op around is the same only under that one.
// pipeline: cse
#id = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xindex>, %n: memref<3xindex>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%m : memref<4xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %again = linalg.index 0 : index //-
    linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%n : memref<3xindex>) {
    ^bb0(%p: index):
      %j = linalg.index 0 : index
      %s = arith.addi %j, %again : index //-
      //+ %s = arith.addi %j, %i : index
      linalg.yield %s : index
    }
    linalg.yield %again : index //-
    //+ linalg.yield %i : index
  }
  return
}
// -----
// The number of a thread is another one in a launch.
// pipeline: cse
func.func @f(%n: index, %m: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  %a = gpu.thread_id x
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1,
      %sz = %c1) {
    %b = gpu.thread_id x
    scf.for %i = %b to %n step %c1 {
      %c = gpu.thread_id x //-
      memref.store %c, %m[%i] : memref<?xindex> //-
      //+ memref.store %b, %m[%i] : memref<?xindex>
    }
    gpu.terminator
  }
  memref.store %a, %m[%a] : memref<?xindex>
  return
}
// -----
// What is masked is not what stands outside of the mask.
// pipeline: cse
func.func @f(%v: vector<4xf32>, %m: vector<4xi1>) -> (f32, f32) {
  %a = vector.reduction <add>, %v : vector<4xf32> into f32
  %b = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %a, %b : f32, f32
}

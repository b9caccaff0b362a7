// What nothing applies to keeps its text.
// pipeline: canonicalize
// Odd spacing, a comment inside, names that repeat.
func.func @f( %m : memref<?xf32>,%c:i1 )   {
  %i = arith.constant   3 : index // three
  scf.if %c { %x = memref.load %m[ %i ] : memref<?xf32>
    "test.use"(%x) : (f32) -> () }
  %t = arith.constant true
  "test.use"(%t) : (i1) -> ()
  return
}
// -----
// Indicators of a loop that are always false.
// pipeline: canonicalize
func.func @f(%a: memref<2xf32>, %b: memref<2xf32>, %n: index) {
  %false = arith.constant false
  %r:4 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b, %ox = %false, %oy = %false) //-
      -> (memref<2xf32>, memref<2xf32>, i1, i1) { //-
    scf.yield %y, %x, %oy, %ox : memref<2xf32>, memref<2xf32>, i1, i1 //-
  //+ %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (memref<2xf32>, memref<2xf32>) {
    //+ scf.yield %y, %x : memref<2xf32>, memref<2xf32>
  }
  "test.use"(%r#0, %r#1, %r#2, %r#3) : (memref<2xf32>, memref<2xf32>, i1, i1) -> () //-
  //+ "test.use"(%r#0, %r#1, %false, %false) : (memref<2xf32>, memref<2xf32>, i1, i1) -> ()
  return
}
// -----
// Indicators of a loop that change stay.
// pipeline: canonicalize
func.func @f(%n: index) {
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %false, %y = %true) -> (i1, i1) {
    scf.yield %y, %x : i1, i1
  }
  "test.use"(%r#0, %r#1) : (i1, i1) -> ()
  return
}
// -----
// Indicators that only keep each other alive.
// pipeline: canonicalize
func.func @f(%n: index, %c: i1) {
  %false = arith.constant false //-
  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %false, %y = %c) -> (i1, i1) { //-
    %0 = arith.ori %x, %y : i1 //-
    scf.yield %0, %c : i1, i1 //-
  //+ scf.for %i = %n to %n step %n {
  }
  "test.use"() : () -> ()
  return
}
// -----
// What is passed through a loop is what came in.
// pipeline: canonicalize
func.func @f(%n: index, %c: i1) {
  %r:2 = scf.while (%x = %c, %m = %n) : (i1, index) -> (i1, index) { //-
    %0 = "test.cond"(%x, %m) : (i1, index) -> i1 //-
    scf.condition(%0) %x, %m : i1, index //-
  //+ %r = scf.while (%m = %n) : (index) -> index {
    //+ %0 = "test.cond"(%c, %m) : (i1, index) -> i1
    //+ scf.condition(%0) %m : index
  } do {
  ^bb0(%y: i1, %k: index): //-
    %next = "test.use"(%y) : (i1) -> index //-
    scf.yield %y, %next : i1, index //-
  //+ ^bb0(%k: index):
    //+ %next = "test.use"(%c) : (i1) -> index
    //+ scf.yield %next : index
  }
  "test.use"(%r#0, %r#1) : (i1, index) -> () //-
  //+ "test.use"(%c, %r) : (i1, index) -> ()
  return
}
// -----
// Buffers that a loop only hands on are not carried.
// pipeline: canonicalize
func.func @f(%n: index, %a: memref<2xf32>, %b: memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (memref<2xf32>, memref<2xf32>) { //-
    memref.copy %x, %y : memref<2xf32> to memref<2xf32> //-
    scf.yield %x, %b : memref<2xf32>, memref<2xf32> //-
  //+ scf.for %i = %n to %n step %n {
    //+ memref.copy %a, %b : memref<2xf32> to memref<2xf32>
  }
  return %r#0, %r#1 : memref<2xf32>, memref<2xf32> //-
  //+ return %a, %b : memref<2xf32>, memref<2xf32>
}
// -----
// Block arguments that are constant on all edges.
// pipeline: canonicalize
func.func @f(%c: i1, %n: index) {
  %false = arith.constant false
  cf.cond_br %c, ^a(%false, %n : i1, index), ^b(%false : i1) //-
^a(%x: i1, %k: index): //-
  "test.use"(%x, %k) : (i1, index) -> () //-
  cf.br ^b(%x : i1) //-
^b(%y: i1): //-
  %next = "test.use"(%y) : (i1) -> index //-
  cf.cond_br %c, ^a(%y, %next : i1, index), ^end //-
  //+ cf.cond_br %c, ^a(%n : index), ^b
//+ ^a(%k: index):
  //+ "test.use"(%false, %k) : (i1, index) -> ()
  //+ cf.br ^b
//+ ^b:
  //+ %next = "test.use"(%false) : (i1) -> index
  //+ cf.cond_br %c, ^a(%next : index), ^end
^end:
  return
}
// -----
// A value of one side does not leave it.
// pipeline: canonicalize
func.func @f(%c: i1) -> i1 {
  %r = scf.execute_region -> i1 {
    %0 = "test.make"() : () -> i1
    cf.br ^bb1
  ^bb1:
    scf.yield %0 : i1
  }
  return %r : i1
}
// -----
// A result that is the condition or its negation.
// pipeline: canonicalize
func.func @f(%c: i1, %a: memref<2xf32>) -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false //-
  %r:3 = scf.if %c -> (memref<2xf32>, i1, i1) { //-
  //+ %1 = arith.xori %c, %true : i1
  //+ %r = scf.if %c -> (memref<2xf32>) {
    %0 = "test.use"() : () -> memref<2xf32>
    scf.yield %0, %true, %false : memref<2xf32>, i1, i1 //-
    //+ scf.yield %0 : memref<2xf32>
  } else {
    scf.yield %a, %false, %true : memref<2xf32>, i1, i1 //-
    //+ scf.yield %a : memref<2xf32>
  }
  "test.use"(%r#0) : (memref<2xf32>) -> () //-
  return %r#1, %r#2 : i1, i1 //-
  //+ "test.use"(%r) : (memref<2xf32>) -> ()
  //+ return %c, %1 : i1, i1
}
// -----
// What takes the place of a result has its name.
// pipeline: canonicalize
func.func @f(%c: i1, %x: index, %y: index, %m: memref<2xindex>) -> (index, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false //-
  %5 = scf.if %c -> (index) { //-
  //+ %5 = arith.select %c, %x, %y : index
  //+ scf.if %c {
    memref.store %x, %m[%x] : memref<2xindex>
    scf.yield %x : index //-
  } else { //-
    scf.yield %y : index //-
  }
  %not = scf.if %c -> (i1) { //-
    scf.yield %false : i1 //-
  } else { //-
    scf.yield %true : i1 //-
  } //-
  %less = arith.cmpi slt, %5, %y : index //-
  %more = arith.xori %less, %true : i1 //-
  //+ %not = arith.xori %c, %true : i1
  //+ %more = arith.cmpi sge, %5, %y : index
  return %5, %not, %more : index, i1, i1
}
// -----
// An if that only casts is a select.
// pipeline: canonicalize
func.func @f(%c: i1, %x: memref<4xf32>, %y: memref<?xf32>) -> memref<?xf32> {
  %r = scf.if %c -> (memref<?xf32>) { //-
    %z = memref.cast %x : memref<4xf32> to memref<?xf32> //-
    scf.yield %z : memref<?xf32> //-
  } else { //-
    scf.yield %y : memref<?xf32> //-
  } //-
  //+ %cast = memref.cast %x : memref<4xf32> to memref<?xf32>
  //+ %r = arith.select %c, %cast, %y : memref<?xf32>
  return %r : memref<?xf32>
}
// -----
// An if with a constant condition is its branch.
// pipeline: canonicalize
func.func @f(%m: memref<2xf32>, %n: index) -> f32 {
  %true = arith.constant true //-
  %r = scf.if %true -> (f32) { //-
    // What is in it.
    %x = memref.load %m[%n] : memref<2xf32> //-
    scf.yield %x : f32 //-
  } else { //-
    %x = "test.other"() : () -> f32 //-
    scf.yield %x : f32 //-
  } //-
    //+ %x_0 = memref.load %m[%n] : memref<2xf32>
  "test.region"() ({
    %x = "test.other"() : () -> f32
  }) : () -> ()
  return %r : f32 //-
  //+ return %x_0 : f32
}
// -----
// A branch that is always taken.
// pipeline: canonicalize
func.func @f(%n: index) {
  %false = arith.constant false //-
  cf.cond_br %false, ^a, ^b(%n : index) //-
^a: //-
  "test.never"() : () -> () //-
  cf.br ^b(%n : index) //-
^b(%k: index): //-
  "test.use"(%k) : (index) -> () //-
  //+ cf.br ^b
//+ ^b:
  //+ "test.use"(%n) : (index) -> ()
  return
}
// -----
// A condition is known on its side.
// pipeline: canonicalize
func.func @f(%c: i1, %d: i1) {
  //+ %true = arith.constant true
  //+ %false = arith.constant false
  %both = arith.andi %c, %d : i1
  scf.if %both {
    "test.use"(%c, %d) : (i1, i1) -> () //-
    //+ "test.use"(%true, %true) : (i1, i1) -> ()
  } else {
    "test.use"(%c, %both) : (i1, i1) -> () //-
    //+ "test.use"(%c, %false) : (i1, i1) -> ()
  }
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^c
^b:
  "test.use"(%c) : (i1) -> () //-
  //+ "test.use"(%false) : (i1) -> ()
  cf.br ^c
^c:
  "test.use"(%c) : (i1) -> ()
  return
}
// -----
// Ops without effects go when nobody uses them.
// pipeline: canonicalize
func.func @f(%m: memref<4xf32>, %n: index) {
  %a = memref.alloc() : memref<4xf32> //-
  %b = memref.alloc() : memref<4xf32>
  memref.copy %m, %b : memref<4xf32> to memref<4xf32>
  %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32> //-
  %x = memref.load %v[%n] : memref<2xf32> //-
  %y = "test.unknown"() : () -> i1
  return
}
// -----
// A branch with an op of two results beside a cast does not only cast.
// pipeline: canonicalize
func.func @f(%p: memref<4xf32>, %q: memref<4xf32>, %c: i1, %x: f32, %i: index, %y: i32) -> memref<?xf32> {
  %s = memref.cast %q : memref<4xf32> to memref<?xf32>
  %r = scf.if %c -> (memref<?xf32>) {
    memref.store %x, %p[%i] : memref<4xf32>
    %k = memref.cast %p : memref<4xf32> to memref<?xf32>
    %u, %o = arith.addui_extended %y, %y : i32, i1 //-
    scf.yield %k : memref<?xf32>
  } else {
    scf.yield %s : memref<?xf32>
  }
  return %r : memref<?xf32>
}
// -----
// A size by which a map divides stays: the counter of an affine loop is no symbol.
// pipeline: canonicalize
func.func private @use(index)
func.func @f() {
  affine.for %i = 1 to 8 {
    %a = memref.alloc(%i) : memref<?xf32>
    %zero = arith.constant 0 : index
    %size = memref.dim %a, %zero : memref<?xf32>
    %rest = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%size]
    func.call @use(%rest) : (index) -> ()
    memref.dealloc %a : memref<?xf32>
  }
  return
}
// -----
// A size that becomes the counter of an affine loop is no symbol any more.
// pipeline: canonicalize
func.func private @use(index)
func.func @f(%t: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 4 {
    %zero = arith.constant 0 : index //-
    %part = memref.subview %t[0] [%i] [1] : memref<?xf32> to memref<?xf32, strided<[1]>> //-
    %size = memref.dim %part, %zero : memref<?xf32, strided<[1]>> //-
    %half = affine.apply affine_map<(d0)[s0, s1] -> (d0 + s0 floordiv 2 + s1)>(%i)[%size, %n] //-
    //+ %half = affine.apply affine_map<(d0, d1)[s0] -> (d0 + d1 floordiv 2 + s0)>(%i, %i)[%n]
    func.call @use(%half) : (index) -> ()
  }
  return
}

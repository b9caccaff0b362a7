func.func @f(%n: index) { %0 = memref.alloc(%n) : memref<4xf32> return }
// -----
func.func @f(%n: index) { %0 = memref.alloc() : memref<?xf32> return }
// -----
func.func @f(%n: index) { %0 = memref.alloca() : memref<?xf32> return }
// -----
func.func @f(%n: index) { %0 = memref.alloc()[%n] : memref<4xf32> return }
// -----
func.func @f(%n: index) { %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>> return }
// -----
func.func @f(%n: index) { %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<*xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.load %m[%i] : memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index, %x: f32) { memref.store %x, %m[%i] : memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: memref<4x4xi32>) { memref.copy %m, %i : memref<4x4xf32> to memref<4x4xi32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: memref<4xf32>) { memref.copy %m, %i : memref<4x4xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: memref<4x5xf32>) { memref.copy %m, %i : memref<4x4xf32> to memref<4x5xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>) -> i32 { return %m : memref<4x4xf32> }
// -----
func.func @f(%m: memref<4x4xf32>) -> i32 { return }
// -----
func.func private @g(i32) -> i64 func.func @f(%m: i64) { %0 = call @g(%m) : (i64) -> i64 return }
// -----
func.func private @g(i32) -> i64 func.func @f(%m: i32) { %0 = call @g(%m) : (i32) -> i32 return }
// -----
func.func private @g(i32) -> i64 func.func @f(%m: i32) { %0 = call @g() : () -> i64 return }
// -----
func.func private @g(i32) -> i64 func.func @f(%m: i32) { call @g(%m) : (i32) -> () return }
// -----
func.func @f(%m: i32) { %0 = arith.constant 1 : i32 }
// -----
func.func @f(%c: i1) { scf.yield }
// -----
func.func @f(%c: i1) { %0 = scf.if %c -> i32 { %1 = arith.constant 1 : i64 scf.yield %1 : i64 } else { %2 = arith.constant 1 : i32 scf.yield %2 : i32 } return }
// -----
func.func @f(%c: i1) { %0 = scf.if %c -> i32 { %1 = arith.constant 1 : i32 scf.yield %1 : i32 } return }
// -----
func.func @f(%c: i1) { %0 = scf.if %c -> i32 { scf.yield } else { %2 = arith.constant 1 : i32 scf.yield %2 : i32 } return }
// -----
func.func @f(%n: index, %i: i32) { %0 = scf.for %k = %n to %n step %n iter_args(%a = %i) -> i32 { scf.yield } return }
// -----
func.func @f(%n: index, %i: i32, %x: i64) { %0 = scf.for %k = %n to %n step %n iter_args(%a = %i) -> i32 { scf.yield %x : i64 } return }
// -----
func.func @f(%n: f32) { scf.for %k = %n to %n step %n : f32 { } return }
// -----
func.func @f(%n: i32) { "arith.addi"(%n, %n) : (i32, i32) -> i64 return }
// -----
func.func @f(%n: i32, %m: i64) { "arith.addi"(%n, %m) : (i32, i64) -> i32 return }
// -----
func.func @f(%n: i32) { "arith.addi"(%n) : (i32) -> i32 return }
// -----
func.func @f(%n: f32) { arith.addi %n, %n : f32 return }
// -----
func.func @f(%n: i32) { arith.addf %n, %n : i32 return }
// -----
func.func @f(%n: i32, %m: i64, %c: i1) { "arith.select"(%c, %n, %m) : (i1, i32, i64) -> i32 return }
// -----
func.func @f(%n: i32, %m: i64, %c: i1) { "cf.cond_br"(%n)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> () ^bb1: return }
// -----
func.func @f(%n: memref<4xf32>) { %0 = memref.cast %n : memref<4xf32> to memref<5xf32> return }
// -----
func.func @f(%n: memref<4xf32>) { %0 = memref.cast %n : memref<4xf32> to memref<?xf64> return }
// -----
func.func @f(%n: tensor<?xf32>, %i: index) { %0 = bufferization.alloc_tensor(%i) copy(%n) : tensor<?xf32> return }
// -----
func.func @f(%n: index) { %0 = tensor.empty() : tensor<?xf32> return }
// -----
func.func @f(%m: tensor<4x4xf32>, %i: index) { %0 = tensor.extract %m[%i] : tensor<4x4xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %i: i1) { "bufferization.dealloc"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<4xf32>) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %i: i1) { %0 = "bufferization.dealloc"(%m, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xf32>, i1) -> i1 return }
// -----
func.func @f() { %0 = arith.constant {bufferization.manual_deallocation} 1 : i32 return }
// -----
func.func @f(%m: memref<4xf32>, %i: index, %x: f32) { memref.store %x, %m[%i] {bufferization.manual_deallocation} : memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32> {bufferization.writable = 1 : i32}) { return }
// -----
func.func @f(%m: tensor<4xf32> {bufferization.access = 1}) { return }
// -----
func.func @f(%c: i1) { %0 = scf.while : () -> i32 { scf.condition(%c) } do { ^bb0(%a: i32): scf.yield } return }
// -----
func.func @f(%c: i1) { scf.while : () -> () { scf.yield } do { scf.yield } return }
// -----
func.func @f(%m: memref<4xf32>, %i: i32) { %0 = "memref.load"(%m, %i) : (memref<4xf32>, i32) -> f32 return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { %0 = "memref.load"(%m, %i) : (memref<4xf32>, index) -> f64 return }
// -----
func.func @f() { "cf.br"() : () -> () }
// -----
memref.global @g : memref<4xf32> func.func @f() { %0 = memref.get_global @g : memref<5xf32> return }
// -----
func.func @f(%n: index, %m: memref<4xf32>) { %0 = memref.realloc %m(%n) : memref<4xf32> to memref<4xf32> return }
// -----
func.func @f(%n: index, %m: memref<4xf32>) { %0 = memref.realloc %m : memref<4xf32> to memref<?xf32> return }
// -----
func.func @f(%m: memref<4xf32>) { %0 = memref.realloc %m : memref<4xf32> to memref<4xf64> return }
// -----
func.func @f(%m: memref<4x4xf32>) { %0 = memref.realloc %m : memref<4x4xf32> to memref<4xf32> return }
// -----
func.func @f(%m: tensor<4xf32>) { %0 = "memref.realloc"(%m) : (tensor<4xf32>) -> memref<4xf32> return }
// -----
func.func @f(%m: memref<*xf32>) { %0 = "memref.realloc"(%m) : (memref<*xf32>) -> memref<4xf32> return }
// -----
func.func @f(%c: i1) { scf.if %c { cf.br ^a ^a: scf.yield } return }
// -----
func.func @f(%c: i1) { scf.if %c { scf.yield } else { cf.br ^a ^a: scf.yield } return }
// -----
func.func @f(%n: index) { scf.for %i = %n to %n step %n { cf.br ^a ^a: scf.yield } return }
// -----
func.func @f(%c: i1) { scf.while : () -> () { cf.br ^a ^a: scf.condition(%c) } do { scf.yield } return }
// -----
func.func @f(%c: i1) { scf.while : () -> () { scf.condition(%c) } do { cf.br ^a ^a: scf.yield } return }
// -----
func.func @f(%n: index) { scf.parallel (%i) = (%n) to (%n) step (%n) { cf.br ^a ^a: scf.reduce } return }
// -----
func.func @f(%n: index) { scf.forall (%i) in (4) { cf.br ^a ^a: scf.forall.in_parallel { } } return }
// -----
func.func @f(%n: index) { scf.index_switch %n case 1 { cf.br ^a ^a: scf.yield } default { scf.yield } return }
// -----
func.func @f(%n: index) { scf.index_switch %n case 1 { scf.yield } default { cf.br ^a ^a: scf.yield } return }
// -----
func.func @f(%n: index) { memref.alloca_scope { cf.br ^a ^a: memref.alloca_scope.return } return }
// -----
func.func @f(%n: index) { affine.for %i = 0 to 4 { cf.br ^a ^a: affine.yield } return }
// -----
func.func @f(%n: index) { affine.parallel (%i) = (0) to (4) { cf.br ^a ^a: affine.yield } return }
// -----
func.func @f(%n: index) { affine.if affine_set<(d0) : (d0 >= 0)> (%n) { cf.br ^a ^a: affine.yield } return }
// -----
func.func @f(%n: index) { %t = tensor.generate %n { ^bb0(%i: index): cf.br ^a ^a: tensor.yield %n : index } : tensor<?xindex> return }
// -----
func.func @f(%t: tensor<4xindex>, %n: index) { %q = tensor.pad %t low[1] high[1] { ^bb0(%i: index): cf.br ^a ^a: tensor.yield %n : index } : tensor<4xindex> to tensor<6xindex> return }
// -----
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) { ^bb0(%x: f32): cf.br ^a ^a: linalg.yield %x : f32 } return }
// -----
func.func @f(%m: i1) { "scf.if"(%m) ({ }, { }) : (i1) -> () return }
// -----
func.func @f(%m: index) { "scf.for"(%m, %m, %m) ({ }) : (index, index, index) -> () return }
// -----
func.func @f(%m: index) { "scf.while"() ({ }, {}) : () -> () return }
// -----
func.func @f(%m: index) { "scf.parallel"(%m, %m, %m) <{operandSegmentSizes=array<i32:1,1,1,0>}> ({ }) : (index, index, index) -> () return }
// -----
func.func @f(%m: index) { "scf.index_switch"(%m) <{cases=array<i64>}> ({ }) : (index) -> () return }
// -----
func.func @f(%m: index) { "memref.alloca_scope"() ({ }) : () -> () return }
// -----
module { cf.br ^a ^a: }
// -----
func.func @f(%a: memref<4x4xindex>) { linalg.matmul ins(%a, %a : memref<4x4xindex>, memref<4x4xindex>) outs(%a : memref<4x4xindex>) return }
// -----
func.func @f(%a: memref<4xindex>) { linalg.add ins(%a, %a : memref<4xindex>, memref<4xindex>) outs(%a : memref<4xindex>) return }
// -----
func.func @f(%a: tensor<4xf32>, %b: tensor<4xi32>) -> tensor<4xf32> { %q = linalg.mul ins(%a, %b : tensor<4xf32>, tensor<4xi32>) outs(%a : tensor<4xf32>) -> tensor<4xf32> return %q : tensor<4xf32> }
// -----
func.func @f(%a: memref<4xi32>) { linalg.exp ins(%a : memref<4xi32>) outs(%a : memref<4xi32>) return }
// -----
func.func @f(%a: memref<4xcomplex<f32>>) { linalg.square ins(%a : memref<4xcomplex<f32>>) outs(%a : memref<4xcomplex<f32>>) return }
// -----
func.func @f(%a: memref<4xi1>) { linalg.sub ins(%a, %a : memref<4xi1>, memref<4xi1>) outs(%a : memref<4xi1>) return }
// -----
func.func @f(%a: memref<4xi1>) { linalg.div ins(%a, %a : memref<4xi1>, memref<4xi1>) outs(%a : memref<4xi1>) return }
// -----
func.func @f(%a: memref<4xf32>) { linalg.div_unsigned ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>) return }
// -----
func.func @f(%a: memref<4x4xi32>, %b: memref<4x4xindex>, %c: memref<4x4xf32>) { linalg.matmul ins(%a, %b : memref<4x4xi32>, memref<4x4xindex>) outs(%c : memref<4x4xf32>) return }
// -----
func.func @f(%x: i32) { "func.func"(%x) <{function_type = () -> (), sym_name = "g"}> ({ "func.return"() : () -> () }) : (i32) -> () return }
// -----
func.func @f() { %0 = "func.func"() <{function_type = () -> (), sym_name = "g"}> ({ "func.return"() : () -> () }) : () -> i32 return }
// -----
memref.global @g : memref<f32> = true {alignment = 64 : i64}
// -----
memref.global @g : memref<f32> = [1.0] {alignment = 64 : i64}
// -----
memref.global @g : memref<f32> = array<f32: 1.0> {alignment = 64 : i64}
// -----
memref.global @g : memref<f32> = @x {alignment = 64 : i64}
// -----
memref.global @g : memref<f32> = "text" {alignment = 64 : i64}
// -----
func.func @f(%m: memref<?x?xf32>, %l: index) { affine.for %i = 0 to 3 { %x = affine.apply affine_map<()[d0] -> (d0)>()[%i] }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { scf.for %i = %l to %l step %l { %x = affine.load %m[%i] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %x = affine.load %m[symbol(%i)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { scf.for %i = %l to %l step %l { affine.vector_store %v, %m[%i] : memref<?xf32>, vector<4xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { scf.for %i = %l to %l step %l { affine.prefetch %m[%i], read, locality<3>, data : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { scf.for %i = %l to %l step %l { affine.if affine_set<(d0) : (d0 >= 0)>(%i) {} }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { scf.for %i = %l to %l step %l { affine.for %j = 0 to %i {} }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { scf.for %i = %l to %l step %l { affine.for %j = affine_map<(d0)->(d0)>(%i) to 8 {} }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { scf.for %i = %l to %l step %l { affine.parallel (%j) = (0) to (%i) {} }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { affine.for %i = 0 to 3 { affine.for %j = 0 to %i {} }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { affine.for %i = 0 to 3 { %q = affine.min affine_map<(d0)->(d0,4)>(%i) %x = affine.load %m[%q] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { affine.for %i = 0 to 3 { %q = arith.addi %i, %l : index %x = affine.load %m[%q] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %v: vector<4xf32>) { affine.for %i = 0 to 3 { %a = memref.alloc(%i) : memref<?xf32> %c0 = arith.constant 0 : index %q = memref.dim %a, %c0 : memref<?xf32> %x = affine.load %m[%q] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %q = arith.divsi %l, %l : index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: i32) { affine.for %i = 0 to 3 { %q = arith.index_cast %l : i32 to index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %c: i1) { affine.for %i = 0 to 3 { %q = arith.select %c, %l, %l : index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %c: i1) { affine.for %i = 0 to 3 { %q = affine.min affine_map<(d0)->(d0,4)>(%i) %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %c: i1) { affine.for %i = 0 to 3 { %q = affine.delinearize_index %i into (4) : index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %c: i1) { affine.for %i = 0 to 3 { %q = scf.if %c -> index { scf.yield %l : index } else { scf.yield %l : index } %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %c: i1) { scf.if %c { %q = memref.load %m[%l] : memref<?xf32> %k = arith.fptosi %q : f32 to i32 %j = arith.index_cast %k : i32 to index affine.for %i = 0 to 3 { %x = affine.load %m[symbol(%j)] : memref<?xf32> } }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %q = index.divs %l, %l %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %q = memref.load %m[%l] : memref<?xf32> %z = arith.fptosi %q : f32 to i32 %y = arith.index_cast %z : i32 to index %x = affine.load %m[symbol(%y)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %q = memref.extract_aligned_pointer_as_index %m : memref<?xf32> -> index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %f = arith.constant 0.0 : f32 %q = arith.fptosi %f : f32 to i32 %z = arith.index_cast %q : i32 to index %x = affine.load %m[symbol(%z)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %c = arith.constant -1 : index %q = arith.divsi %l, %c : index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %q = index.rems %l, %l %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %c = index.constant 3 %q = index.divs %l, %c %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %c = index.constant -1 %q = index.divu %l, %c %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %c = index.constant -1 %q = index.ceildivs %l, %c %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %q1 = scf.execute_region -> index { scf.yield %l : index } %x = affine.load %m[symbol(%q1)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %c: i1) { %q = affine.for %i = 0 to 3 iter_args(%it = %l) -> index { %x = affine.load %m[%it] : memref<?xf32> affine.yield %it : index } return }
// -----
func.func @f(%m: memref<?xf32>, %l: index, %c: i1) { affine.for %i = 0 to 3 { affine.for %j = affine_map<()[s0]->(s0)>()[%i] to 7 {} } return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %c1 = arith.constant 1 : index %c = arith.maxui %l, %c1 : index %q = arith.divui %l, %c : index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%m: memref<?xf32>, %l: index) { affine.for %i = 0 to 3 { %c1 = arith.constant 1 : index %c = arith.addi %c1, %c1 : index %q = arith.divui %l, %c : index %x = affine.load %m[symbol(%q)] : memref<?xf32> }  return }
// -----
func.func @f(%i: index) { scf.index_switch %i case 1 { scf.yield } case 2 { scf.yield } case 1 { scf.yield } default { } return }

llvm.func @f(%p: !llvm.ptr, %i: i32, %j: i64, %f: f32, %s: !llvm.struct<(i32, array<4 x f32>)>, %v: vector<4xf32>, %c: i1) {
  %0 = llvm.add %i, %i overflow<nsw, nuw> : i32
  %1 = llvm.sub %i, %0 : i32
  %2 = llvm.fadd %f, %f {fastmathFlags = #llvm.fastmath<fast>} : f32
  %3 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> f32
  %4 = llvm.load volatile %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %f, %p : f32, !llvm.ptr
  %5 = llvm.getelementptr inbounds %p[%i, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i32, f32)>
  %6 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i32>
  %7 = llvm.extractvalue %s[1, 2] : !llvm.struct<(i32, array<4 x f32>)>
  %8 = llvm.insertvalue %i, %s[0] : !llvm.struct<(i32, array<4 x f32>)>
  %9 = llvm.shufflevector %v, %v [0, 1] : vector<4xf32>
  %10 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %11 = llvm.insertelement %f, %v[%i : i32] : vector<4xf32>
  %12 = llvm.ptrtoint %p : !llvm.ptr to i64
  %13 = llvm.inttoptr %j : i64 to !llvm.ptr
  %14 = llvm.trunc %j overflow<nsw> : i64 to i32
  %15 = llvm.zext nneg %i : i32 to i64
  %16 = llvm.select %c, %i, %0 : i1, i32
  %17 = llvm.mlir.constant(4 : i64) : i64
  %18 = llvm.mlir.undef : vector<4xf32>
  %19 = llvm.mlir.zero : !llvm.ptr
  %20 = llvm.intr.sqrt(%f) : (f32) -> f32
  %21 = llvm.intr.smax(%i, %0) : (i32, i32) -> i32
  %22 = llvm.cmpxchg %p, %i, %0 acq_rel monotonic : !llvm.ptr, i32
  %23 = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i32
  llvm.fence seq_cst
  %24 = llvm.freeze %i : i32
  %25 = llvm.bitcast %f : f32 to i32
  %26 = llvm.sdiv exact %i, %i : i32
  %27 = llvm.or disjoint %i, %i : i32
  "llvm.intr.memcpy"(%p, %13, %j) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.intr.assume %c : i1
  llvm.cond_br %c, ^bb1(%i : i32), ^bb2
^bb1(%a: i32):
  llvm.br ^bb2
^bb2:
  llvm.return
}

llvm.mlir.global internal constant @str("hello\00\41") {addr_space = 0 : i32}
llvm.mlir.global external thread_local unnamed_addr @g() : i32
llvm.mlir.global private @h(5 : i32) {alignment = 8 : i64} : i32
llvm.mlir.global weak hidden local_unnamed_addr @k() : !llvm.struct<(i32, ptr)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
  llvm.return %0 : !llvm.struct<(i32, ptr)>
}
llvm.comdat @c {
  llvm.comdat_selector @any any
}
llvm.mlir.global linkonce @cd(1 : i32) comdat(@c::@any) : i32
llvm.mlir.alias external @al : i32 {
  %0 = llvm.mlir.addressof @h : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func internal hidden unnamed_addr fastcc @f(%a: i64 {llvm.noundef}, %p: !llvm.ptr) -> (i32 {llvm.noundef}) vscale_range(1, 16) comdat(@c::@any) attributes {dso_local, passthrough = ["noinline"], test.x = 1 : i32} {
  %0 = llvm.alloca %a x f32 : (i64) -> !llvm.ptr
  %1 = llvm.alloca inalloca %a x !llvm.struct<(f32, i8)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %2 = llvm.icmp "slt" %a, %a : i64
  %3 = llvm.mlir.zero : vector<[4]xf32>
  %4 = llvm.fcmp "_true" %3, %3 {fastmathFlags = #llvm.fastmath<fast>} : vector<[4]xf32>
  %5 = llvm.call @malloc(%a) : (i64) -> !llvm.ptr
  %6 = llvm.call %5(%a) : !llvm.ptr, (i64) -> i32
  %7 = llvm.call fastcc @f(%a, %p) {fastmathFlags = #llvm.fastmath<nnan>} : (i64 {llvm.noundef}, !llvm.ptr) -> (i32 {llvm.noundef})
  %8 = llvm.call @printf(%p, %a) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  %9 = llvm.call tail @malloc(%a) ["x"(%a, %p : i64, !llvm.ptr), "y"()] : (i64) -> !llvm.ptr
  %10 = llvm.call_intrinsic "llvm.round"(%a) : (i64) -> f32
  llvm.call_intrinsic "llvm.foo"(%a) ["t"(%a : i64)] : (i64) -> ()
  llvm.return %6 : i32
}
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @inv() attributes {personality = @__gxx_personality_v0} {
  %0 = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.zero : !llvm.ptr
  %arr = llvm.mlir.undef : !llvm.array<1 x ptr>
  %1 = llvm.invoke @malloc(%0) to ^bb2(%0 : i64) unwind ^bb1 : (i64) -> !llvm.ptr
^bb1:
  %3 = llvm.landingpad cleanup (catch %n : !llvm.ptr) (filter %arr : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
  llvm.return
^bb2(%x: i64):
  llvm.return
}

// -----

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

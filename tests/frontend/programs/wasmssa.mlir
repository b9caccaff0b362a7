wasmssa.import_func "foo" from "m" as @imp {type = (i32) -> i32}
wasmssa.import_global "g" from "m" as @ig : i32
wasmssa.import_global "g2" from "m" as @ig2 mutable : f64
wasmssa.global @g i32 : {
  %0 = wasmssa.const 3 : i32
  wasmssa.return %0 : i32
}
wasmssa.global exported @gx i64 mutable : {
  %0 = wasmssa.const 3 : i64
  wasmssa.return %0 : i64
}
wasmssa.func @f(%a : !wasmssa<local ref to i32>) -> i32 {
  %0 = wasmssa.local_get %a : ref to i32
  %l = wasmssa.local of type f32
  %c = wasmssa.const 2.0 : f32
  %t = wasmssa.local_tee %l : ref to f32 to %c : f32
  wasmssa.if %0 : {
    wasmssa.block_return
  } else {
    wasmssa.block_return
  } > ^b1
^b1:
  wasmssa.if %0(%0) : i32 : {
  ^bb0(%x: i32):
    wasmssa.block_return
  } > ^b2
^b2:
  wasmssa.return %0 : i32
}
wasmssa.func exported @e() { wasmssa.return }
wasmssa.func @d(!wasmssa<local ref to i32>) -> i32
wasmssa.func @two(%a: !wasmssa<local ref to i32>, %b: !wasmssa<local ref to i64>) -> (i32, i64) attributes {x = 1 : i32} {
  %0 = wasmssa.local_get %a : ref to i32
  %1 = wasmssa.local_get %b : ref to i64
  wasmssa.return %0, %1 : i32, i64
}

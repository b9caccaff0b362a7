emitc.include "a.h"
emitc.include <"b.h">
emitc.func private @ext(i32) attributes {specifiers = ["extern"]}
emitc.func @f(%a: i32, %lb: index, %ub: index, %st: index, %c: i1) -> i32 {
  emitc.if %c { emitc.verbatim "x" } else { emitc.verbatim "y" }
  emitc.if %c { emitc.verbatim "x" }
  emitc.for %i = %lb to %ub step %st { emitc.verbatim "z" }
  emitc.for %i = %a to %a step %a : i32 { }
  %e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 
   emitc.yield %0 : i32 }
  %k = emitc.expression %a noinline : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 
   emitc.yield %0 : i32 }
  emitc.do { emitc.verbatim "a" } while { %e2 = emitc.expression %a : (i32) -> i1 { %0 = emitc.cmp eq, %a, %a : (i32, i32) -> i1 
   emitc.yield %0 : i1 } 
   emitc.yield %e2 : i1 }
  return %a : i32
}

// -----

emitc.global @a : i32
emitc.global @b : !emitc.array<2xf32> = dense<1.0>
emitc.global extern @c : i32
emitc.global static const @d : f32 = 1.0
emitc.global static @e : !emitc.opaque<"T"> = #emitc.opaque<"v">
emitc.global @f : index = 3
emitc.global @g : i32 {x}
emitc.class @C {
  emitc.field @f : !emitc.array<1xf32>
  emitc.field @g : i32 = 4
  emitc.field @h : !emitc.array<1xf32> = dense<3.0> {q}
  emitc.func @ex() { emitc.return }
}
func.func @s(%a: index, %b: i32) {
  emitc.switch %b : i32
  case 2 {
    %1 = "emitc.constant"() {value = 10 : i32} : () -> i32
    emitc.yield
  }
  case -5 {
    emitc.yield
  }
  default {
    emitc.yield
  }
  emitc.switch %a : index {x = 1 : i32}
  default {
  }
  return
}

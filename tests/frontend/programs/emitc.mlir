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

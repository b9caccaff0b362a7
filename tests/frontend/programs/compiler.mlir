func.func @f(%f: !smt.func<(!smt.int, !smt.bool) !smt.bv<8>>, %i: !smt.int, %b: !smt.bool, %v: !smt.bv<8>) {
  %0 = smt.apply_func %f(%i, %b) : !smt.func<(!smt.int, !smt.bool) !smt.bv<8>>
  %1 = smt.eq %i, %i : !smt.int
  %2 = smt.eq %v, %0, %v {x} : !smt.bv<8>
  %3 = smt.distinct %b, %b, %b : !smt.bool
  %g = smt.declare_fun : !smt.func<(!smt.int) !smt.sort<"a"[!smt.int]>>
  %4 = smt.apply_func %g(%i) : !smt.func<(!smt.int) !smt.sort<"a"[!smt.int]>>
  return
}
pdl_interp.func @m(%v: !pdl.value, %r: !pdl.range<value>) {
  %t = pdl_interp.get_value_type of %v : !pdl.type
  %t2 = pdl_interp.get_value_type of %r : !pdl.range<type>
  pdl_interp.finalize
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> !transform.any_op { transform.yield %a : !transform.any_op }
  transform.named_sequence @m2(%a: !transform.any_op {transform.readonly}) -> !transform.any_op { transform.yield %a : !transform.any_op }
  transform.named_sequence @act(%a: !transform.any_op {transform.readonly}) { transform.yield }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.consumed}) {
    %u = transform.foreach_match in %r @m -> @act, @m2 -> @act : (!transform.any_op) -> !transform.any_op
    %v = transform.foreach_match restrict_root in %u @m -> @act {x} : (!transform.any_op) -> !transform.any_op
    %w = transform.foreach_match restrict_root flatten_results in %v @m -> @act : (!transform.any_op) -> !transform.any_op
    %p = transform.apply_registered_pass "canonicalize" to %w : (!transform.any_op) -> !transform.any_op
    %q = transform.apply_registered_pass "canonicalize" with options = {"top-down" = false} to %p : (!transform.any_op) -> !transform.any_op
    %k = transform.param.constant 3 -> !transform.any_param
    %s = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %k, "test-convergence" = true, "x" = [%k, 3, "a"]} to %q {y} : (!transform.any_op, !transform.any_param, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.consumed}) {
    %k = transform.param.constant 3 -> !transform.any_param
    %s = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %k, "test-convergence" = true} to %r {y} : (!transform.any_op, !transform.any_param) -> !transform.any_op
    %0 = transform.structured.split %s after 4 {dimension = 0} : !transform.any_op
    %1 = transform.structured.split %0 after %k {dimension = 1, multiway} : !transform.any_op, !transform.any_param
    transform.yield
  }
}
irdl.dialect @d0 {
  irdl.operation @o {
    %0 = irdl.any
    %1 = irdl.is i32
    irdl.attributes {"a" = %0, "b" = %1}
  }
  irdl.operation @p {
  }
}
irdl.dialect @d1 {
  irdl.operation @o {
    irdl.attributes
  }
}

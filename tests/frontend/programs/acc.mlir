func.func @f() { return }
func.func private @g()
acc.routine @r1 func(@f)
acc.routine @r2 func(@f) bind(@g) gang nohost implicit
acc.routine @r3 func(@f) bind("name") gang(dim: 1 : i64)
acc.routine @r4 func(@f) bind("name", "n2" [#acc.device_type<nvidia>], @g [#acc.device_type<host>]) gang(dim: 2 : i64 [#acc.device_type<nvidia>])
acc.routine @r5 func(@f) worker([#acc.device_type<nvidia>]) vector([#acc.device_type<host>])
acc.routine @r6 func(@f) gang([#acc.device_type<nvidia>], dim: 1 : i64 [#acc.device_type<host>]) attributes {x}
acc.routine @r7 func(@f) seq([#acc.device_type<nvidia>]) nohost
acc.routine @r8 func(@f) bind(@g [#acc.device_type<nvidia>])
func.func @l(%i: index, %i32: i32, %i64: i64, %c: index) {
  acc.loop {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop gang worker vector {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop gang({num=%i64 : i64}) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop gang({static=%i64 : i64, num=%i : index}) worker(%i32 : i32) vector(%i : index) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop gang([#acc.device_type<nvidia>], {dim=%i64 : i64} [#acc.device_type<host>]) worker([#acc.device_type<nvidia>], %i32 : i32 [#acc.device_type<host>]) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop gang([#acc.device_type<nvidia>]) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop gang({num=%i64 : i64, dim=%i64 : i64, static=%i64 : i64} [#acc.device_type<nvidia>]) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop tile({%i64 : i64, %i64 : i64}) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>], unstructured}
  acc.loop control(%a : index) = (%c : index) to (%c : index) step (%c : index) {
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, seq = [#acc.device_type<none>]}
  acc.loop gang vector control(%a : i32, %b : index) = (%i32, %c : i32, index) to (%i32, %c : i32, index) step (%i32, %c : i32, index) {
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true, true>, collapse = [2], collapseDeviceType = [#acc.device_type<none>], independent = [#acc.device_type<none>]}
  acc.parallel combined(loop) {
    acc.loop combined(parallel) control(%a : index) = (%c : index) to (%c : index) step (%c : index) {
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}
func.func @async(%i: i32) {
  acc.parallel async([#acc.device_type<nvidia>], %i : i32 [#acc.device_type<host>]) {
    acc.yield
  }
  return
}

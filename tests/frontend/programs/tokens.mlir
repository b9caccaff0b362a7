func.func @a(%v: !async.value<f32>, %t: !async.token, %g: !async.group, %n: index, %f: f32, %id: !async.coro.id) {
  async.await %t : !async.token
  %0 = async.await %v : !async.value<f32>
  %1 = async.create_group %n : !async.group
  %2 = async.add_to_group %t, %1 : !async.token
  async.await_all %g
  %3 = async.runtime.create : !async.value<f32>
  async.runtime.store %f, %3 : <f32>
  %4 = async.runtime.load %3 : <f32>
  async.runtime.set_available %t : !async.token
  %5 = async.coro.id
  %6 = async.coro.begin %5
  async.coro.free %5, %6
  %7 = async.runtime.is_error %t : !async.token
  return
}
ml_program.global private mutable @w(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global public @e(#ml_program.extern<tensor<2xi32>>) : tensor<2xi32>
func.func @m() {
  %0 = ml_program.global_load @w : tensor<4xi32>
  ml_program.global_store @w = %0 : tensor<4xi32>
  return
}
func.func @alignment(%n: i64) {
  %0 = llvm.alloca %n x i32 {alignment = 0 : i64} : (i64) -> !llvm.ptr
  "test.layout"() {a = #dlti.dl_entry<"test.a", affine_map<(d0) -> (d0)>>, b = #dlti.dl_entry<i32, 32 : index>} : () -> ()
  return
}

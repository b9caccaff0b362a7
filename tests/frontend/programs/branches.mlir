// Branches of the llvm dialect, functions whose first block names the arguments, comments in attributes.
llvm.func @on_a_number(%n: i32, %x: f32) -> f32 {
  llvm.switch %n : i32, ^other [
    3: ^given(%x : f32),
    -1: ^other
  ] {branch_weights = array<i32: 1, 2, 3>}
^given(%y: f32):
  llvm.return %y : f32
^other:
  llvm.switch %n : i32, ^given(%x : f32) [
  ]
}

llvm.func @to_an_address(%at: !llvm.ptr<0>, %n: i32) -> i32 {
  llvm.indirectbr %at : !llvm.ptr, [
  ^here(%n : i32),
  ^there
  ]
^here(%m: i32):
  llvm.return %m : i32
^there:
  llvm.return %n : i32
}

func.func @named_by_a_label(tensor<4xf32> {note.first}, index) -> (index) {
^entry(%t: tensor<4xf32>, %i: index):
  "note.list"() {entries = [
    1,  // the first, with a comma, and a #hash
    "a // b"  // the last
  ]} : () -> ()
  return %i : index
}

func.func @nested_arrays(%a: !llvm.array<2 x array<3 x i8>>, %f: (i32) -> (i32)) {
  "note.uses"(%a, %f) : (!llvm.array<2 x !llvm.array<3 x i8>>, (i32) -> i32) -> ()
  return
}

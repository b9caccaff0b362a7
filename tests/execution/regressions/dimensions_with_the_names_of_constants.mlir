// The dimensions of an affine map may have any name.
func.func private @observe_f32(f32)
func.func private @sized(%n: index) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %more = affine.apply affine_map<(True) -> (True + 1)>(%n)
  %both = affine.apply affine_map<(mod)[None] -> (mod mod 4 + None floordiv 2)>(%n)[%three]
  %size = arith.addi %more, %both : index
  %buffer = memref.alloc(%size) : memref<?xf32>
  %dim = memref.dim %buffer, %zero : memref<?xf32>
  %number = arith.index_cast %dim : index to i64
  %shown = arith.sitofp %number : i64 to f32
  memref.store %shown, %buffer[%three] : memref<?xf32>
  %read = memref.load %buffer[%three] : memref<?xf32>
  func.call @observe_f32(%read) : (f32) -> ()
  return
}
func.func @main() {
  %four = arith.constant 4 : index
  %seven = arith.constant 7 : index
  func.call @sized(%four) : (index) -> ()
  func.call @sized(%seven) : (index) -> ()
  return
}

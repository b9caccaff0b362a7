// What is filled and inserted is filled where it goes.
// pipeline: eliminate-empty-tensors
func.func @f(%t: tensor<16xf32>, %f: f32, %i: index, %c: i1) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32> //-
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32> // here //-
  //+ %extracted_slice = tensor.extract_slice %t[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
  //+ %x = linalg.fill ins(%f : f32) outs(%extracted_slice : tensor<4xf32>) -> tensor<4xf32> // here
  %r = tensor.insert_slice %x into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}
// -----
// It stands behind what says which part it is.
// pipeline: eliminate-empty-tensors
func.func @f(%t: tensor<16xf32>, %f: f32, %i: index, %c: i1) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32> //-
  %k = arith.addi %i, %i : index
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32> //-
  //+ %extracted_slice = tensor.extract_slice %t[%k] [4] [1] : tensor<16xf32> to tensor<4xf32>
  //+ %x = linalg.fill ins(%f : f32) outs(%extracted_slice : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %x into %t[%k] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}
// -----
// What the part needs moves in front of it.
// pipeline: eliminate-empty-tensors
func.func @f(%f: f32) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32> //-
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32> //-
  %y = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32> //-
  %w = tensor.empty() : tensor<16xf32>
  //+ %extracted_slice = tensor.extract_slice %w[0] [4] [1] : tensor<16xf32> to tensor<4xf32>
  //+ %x = linalg.fill ins(%f : f32) outs(%extracted_slice : tensor<4xf32>) -> tensor<4xf32>
  %a = tensor.insert_slice %x into %w[0] [4] [1] : tensor<4xf32> into tensor<16xf32>
  //+ %extracted_slice_0 = tensor.extract_slice %a[4] [4] [1] : tensor<16xf32> to tensor<4xf32>
  //+ %y = linalg.fill ins(%f : f32) outs(%extracted_slice_0 : tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.insert_slice %y into %a[4] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %b : tensor<16xf32>
}
// -----
// A part that is there already is used.
// pipeline: eliminate-empty-tensors
func.func @f(%t: tensor<16xf32>, %f: f32, %i: index, %c: i1) -> tensor<16xf32> {
  %s = tensor.extract_slice %t[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32> //-
  %x = linalg.map { math.exp } ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) //-
  //+ %x = linalg.map { math.exp } ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>)
  %r = tensor.insert_slice %x into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}
// -----
// A part of what is a part itself.
// pipeline: eliminate-empty-tensors
func.func @f(%t: tensor<16xf32>, %f: f32, %i: index, %c: i1) -> tensor<16xf32> {
  %w = tensor.empty() : tensor<8xf32> //-
  %e = tensor.empty() : tensor<4xf32> //-
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32> //-
  %a = tensor.insert_slice %x into %w[4] [4] [1] : tensor<4xf32> into tensor<8xf32> //-
  //+ %extracted_slice = tensor.extract_slice %t[8] [8] [1] : tensor<16xf32> to tensor<8xf32>
  //+ %extracted_slice_0 = tensor.extract_slice %extracted_slice[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  //+ %x = linalg.fill ins(%f : f32) outs(%extracted_slice_0 : tensor<4xf32>) -> tensor<4xf32>
  //+ %a = tensor.insert_slice %x into %extracted_slice[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %r = tensor.insert_slice %a into %t[8] [8] [1] : tensor<8xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}
// -----
// A tensor of fixed size moves in front of what may stop.
// pipeline: eliminate-empty-tensors
func.func @f(%f: f32, %i: index, %c: i1) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32> //-
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32> //-
  //+ %w = tensor.empty() : tensor<8xf32>
  //+ %extracted_slice = tensor.extract_slice %w[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  //+ %x = linalg.fill ins(%f : f32) outs(%extracted_slice : tensor<4xf32>) -> tensor<4xf32>
  cf.assert %c, "no"
  %w = tensor.empty() : tensor<8xf32> //-
  %r = tensor.insert_slice %x into %w[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
// -----
// A tensor of fixed size moves in front of what may stop (2).
// pipeline: eliminate-empty-tensors
func.func @f(%f: f32, %i: index, %c: i1) -> tensor<?xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.assert %c, "no"
  %w = tensor.empty(%i) : tensor<?xf32>
  %r = tensor.insert_slice %x into %w[4] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

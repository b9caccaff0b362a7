// What is read in a block of a region, by an index that another block of the region makes, cannot be read in front of the region.
func.func @pick(%x: tensor<4xf32>, %c: i1) -> f32 {
  %at = arith.constant 1 : index
  %new = arith.constant 9.0 : f32
  %zero = arith.constant 0.0 : f32
  %y = tensor.insert %new into %x[%at] : tensor<4xf32>
  %r = scf.execute_region -> f32 {
    %index = arith.constant 1 : index
    cf.cond_br %c, ^reads, ^ends(%zero : f32)
  ^reads:
    %e = tensor.extract %x[%index] : tensor<4xf32>
    cf.br ^ends(%e : f32)
  ^ends(%given: f32):
    scf.yield %given : f32
  }
  %i = func.call @last(%y) : (tensor<4xf32>) -> f32
  %s = arith.addf %r, %i : f32
  return %s : f32
}
func.func @last(%x: tensor<4xf32>) -> f32 {
  %at = arith.constant 1 : index
  %e = tensor.extract %x[%at] : tensor<4xf32>
  return %e : f32
}
func.func @main() {
  %two = arith.constant 2.0 : f32
  %true = arith.constant true
  %false = arith.constant false
  %t = tensor.from_elements %two, %two, %two, %two : tensor<4xf32>
  %a = func.call @pick(%t, %true) : (tensor<4xf32>, i1) -> f32
  func.call @observe(%a) : (f32) -> ()
  %u = tensor.from_elements %two, %two, %two, %two : tensor<4xf32>
  %b = func.call @pick(%u, %false) : (tensor<4xf32>, i1) -> f32
  func.call @observe(%b) : (f32) -> ()
  return
}

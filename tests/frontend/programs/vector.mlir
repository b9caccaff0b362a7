#t = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
func.func @v(%a: vector<4x8xf32>, %b: vector<8x3xf32>, %c: vector<4x3xf32>, %m: vector<4x3x8xi1>, %x: vector<4xf32>, %y: vector<[3]xf32>, %z: vector<4x[3]xf32>, %f: f32, %mk: vector<4xi1>, %me: memref<4xf32>, %i: index) {
  %0 = vector.contract #t %a, %b, %c : vector<4x8xf32>, vector<8x3xf32> into vector<4x3xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c {test.x} : vector<4x8xf32>, vector<8x3xf32> into vector<4x3xf32>
  %2 = vector.outerproduct %x, %y : vector<4xf32>, vector<[3]xf32>
  %3 = vector.outerproduct %x, %y, %z {kind = #vector.kind<mul>} : vector<4xf32>, vector<[3]xf32>
  %4 = vector.outerproduct %x, %f : vector<4xf32>, f32
  %5 = vector.mask %mk { vector.reduction <add>, %x : vector<4xf32> into f32 } : vector<4xi1> -> f32
  vector.mask %mk { vector.transfer_write %x, %me[%i] : vector<4xf32>, memref<4xf32> } : vector<4xi1>
  %6 = vector.mask %mk, %x { vector.transfer_read %me[%i], %f : memref<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %mk { } : vector<4xi1>
  %7 = vector.mask %m { vector.contract #t %a, %b, %c : vector<4x8xf32>, vector<8x3xf32> into vector<4x3xf32> } : vector<4x3x8xi1> -> vector<4x3xf32>
  return
}
// -----
func.func @t(%m: memref<?x?xf32>, %i: index, %f: f32, %k: vector<8x4xi1>, %k2: vector<4xi1>) {
  %1 = vector.transfer_read %m[%i, %i], %f, %k {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x8xf32>
  %2 = vector.transfer_read %m[%i, %i], %f, %k2 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<8x4xf32>
  %c = arith.constant 0 : i0
  return
}

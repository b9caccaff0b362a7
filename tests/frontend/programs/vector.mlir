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

// -----

func.func @vectors(%v: vector<4xf32>, %w: vector<2x4xf32>, %s: f32, %m: memref<8x8xf32>, %i: index, %k: vector<4xi1>, %x: vector<4xindex>, %z: vector<[4]xf32>, %mask2: vector<2x4xi1>) {
  %0 = vector.broadcast %s : f32 to vector<4xf32>
  %1 = vector.fma %v, %v, %v : vector<4xf32>
  %2 = vector.extract %w[1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %w[%i, 2] : f32 from vector<2x4xf32>
  %4 = vector.insert %v, %w[0] : vector<4xf32> into vector<2x4xf32>
  %5 = vector.insert %s, %v[%i] : f32 into vector<4xf32>
  %6 = vector.shuffle %v, %v [0, 5, 3] : vector<4xf32>, vector<4xf32>
  %7 = vector.shuffle %w, %w [0, 3, 1, 2, 0] : vector<2x4xf32>, vector<2x4xf32>
  %8 = vector.reduction <add>, %v : vector<4xf32> into f32
  %9 = vector.reduction <mul>, %v, %s fastmath<reassoc> : vector<4xf32> into f32
  %10 = vector.multi_reduction <add>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
  %11 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %12 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %13 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %14 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] {nontemporal = true} : memref<8x8xf32>, vector<4xf32>
  %15 = vector.maskedload %m[%i, %i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  %16 = vector.gather %m[%i, %i] [%x], %k, %v : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%x], %k, %v : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %17 = vector.expandload %m[%i, %i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  %18 = vector.create_mask %i : vector<4xi1>
  %19 = vector.constant_mask [2, 3] : vector<2x4xi1>
  %20:2 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %21 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %22 = vector.step : vector<4xindex>
  %23 = vector.vscale
  %24:4 = vector.to_elements %v : vector<4xf32>
  %25 = vector.from_elements %s, %s : vector<2xf32>
  %26 = vector.extract_strided_slice %w {offsets = [0, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x4xf32> to vector<1x2xf32>
  %27 = vector.insert_strided_slice %v, %w {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  %28 = vector.scalable.insert %v, %z[0] : vector<4xf32> into vector<[4]xf32>
  %29 = vector.scalable.extract %z[0] : vector<4xf32> from vector<[4]xf32>
  %30 = vector.type_cast %m : memref<8x8xf32> to memref<vector<8x8xf32>>
  %31:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  vector.print %v : vector<4xf32>
  vector.print punctuation <comma>
  vector.print str "done"
  return
}

func.func @r(%a: vector<16xf32>, %i: i32, %m: i16, %d: vector<8xf64>, %m8: i8) {
  %0 = x86vector.avx512.mask.rndscale %a, %i, %a, %m, %i : vector<16xf32>
  %1 = x86vector.avx512.mask.rndscale %d, %i, %d, %m8, %i : vector<8xf64>
  %2 = x86vector.avx512.mask.scalef %a, %a, %a, %m, %i : vector<16xf32>
  return
}

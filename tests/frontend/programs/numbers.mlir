func.func @c(%z: complex<f32>, %f: f32, %x: f32, %i: i32, %t: tensor<4xf32>) {
  %0 = complex.create %f, %x : complex<f32>
  %1 = complex.re %z : complex<f32>
  %2 = complex.im %z fastmath<fast> : complex<f32>
  %3 = complex.add %z, %0 : complex<f32>
  %4 = complex.mul %z, %0 fastmath<nnan,contract> : complex<f32>
  %5 = complex.abs %z : complex<f32>
  %6 = complex.exp %z : complex<f32>
  %7 = complex.eq %z, %0 : complex<f32>
  %8 = complex.constant [1.000000e-01 : f32, -1.000000e+00 : f32] : complex<f32>
  %9 = complex.pow %z, %0 : complex<f32>
  %10 = complex.bitcast %z : complex<f32> to i64
  %11 = math.fma %f, %x, %f : f32
  %12 = math.powf %f, %x fastmath<fast> : f32
  %13 = math.ipowi %i, %i : i32
  %14 = math.ctpop %i : i32
  %15 = math.isnan %f : f32
  %16 = math.fpowi %f, %i : f32, i32
  %17, %18 = math.sincos %f : f32
  %19 = math.clampf %f to [%x, %x] : f32
  %20, %21 = arith.mulsi_extended %i, %i : i32
  %22, %23 = arith.addui_extended %i, %i : i32, i1
  %24 = arith.truncf %f to_nearest_even fastmath<fast> : f32 to f16
  %25 = index.constant 4
  %26 = index.cmp slt(%25, %25)
  %27 = index.bool.constant true
  %28 = index.casts %25 : index to i64
  return
}

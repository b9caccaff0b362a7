spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> attributes {test.note} {
  spirv.GlobalVariable @in built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @buffer bind(1, 2) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  spirv.SpecConstant @size spec_id(5) = 42 : i32
  spirv.func @f(%a: i32, %b: i32, %c: i1) -> i32 "Inline" {
    %one = spirv.Constant 1 : i32
    %zero = spirv.Constant 0 : i32
    %yes = spirv.Constant true
    %floats = spirv.Constant dense<[1.0, 2.0]> : vector<2xf32>
    %nested = spirv.Constant [dense<1.0> : vector<2xf32>, dense<2.0> : vector<2xf32>] : !spirv.array<2 x vector<2xf32>>
    %size = spirv.mlir.referenceof @size : i32
    %pointer = spirv.mlir.addressof @buffer : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
    %member = spirv.AccessChain %pointer[%zero, %one] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %loaded = spirv.Load "StorageBuffer" %member ["Aligned", 4] : f32
    spirv.Store "StorageBuffer" %member, %loaded ["Volatile|Aligned", 4] : f32
    %local = spirv.Variable init(%one) : !spirv.ptr<i32, Function>
    %again = spirv.Load "Function" %local : i32
    spirv.CopyMemory "Function" %local, "Function" %local ["Volatile"] : i32
    %less = spirv.SLessThan %a, %b : i32
    %chosen = spirv.Select %less, %a, %b : i1, i32
    %bits = spirv.BitwiseAnd %chosen, %one : i32
    %moved = spirv.ShiftLeftLogical %bits, %a : i32, i32
    %field = spirv.BitFieldInsert %moved, %a, %one, %one : i32, i32, i32
    %part = spirv.CompositeExtract %nested[1 : i32, 0 : i32] : !spirv.array<2 x vector<2xf32>>
    %put = spirv.CompositeInsert %part, %floats[0 : i32] : f32 into vector<2xf32>
    %mixed = spirv.VectorShuffle [0 : i32, 3 : i32] %put, %floats : vector<2xf32>, vector<2xf32> -> vector<2xf32>
    %carry = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i32)>
    %wide = spirv.UMulExtended %a, %b : !spirv.struct<(i32, i32)>
    %unknown = spirv.Undef : f32
    %root = spirv.GL.Sqrt %unknown : f32
    %power = spirv.GL.Pow %root, %loaded : f32
    %fused = spirv.GL.Fma %power, %root, %loaded : f32
    %odd = spirv.IsNan %fused : f32
    %not = spirv.LogicalNot %odd : i1
    spirv.mlir.selection control(Flatten) {
      spirv.BranchConditional %not [3, 4], ^then, ^end
    ^then:
      spirv.Branch ^end
    ^end:
      spirv.mlir.merge
    }
    spirv.mlir.loop {
      spirv.Branch ^header
    ^header:
      spirv.BranchConditional %c, ^body, ^end
    ^body:
      spirv.Branch ^continue
    ^continue:
      spirv.Branch ^header
    ^end:
      spirv.mlir.merge
    }
    spirv.ReturnValue %field : i32
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" { spirv.Return }
  spirv.GlobalVariable @in : !spirv.ptr<vector<4xf32>, Input>
  spirv.EntryPoint "GLCompute" @f
  spirv.EntryPoint "Vertex" @f, @in
  spirv.EntryPoint "Kernel" @f, @in, @in
  spirv.ExecutionMode @f "LocalSize", 3, 4, 5
  spirv.ExecutionMode @f "ContractionOff"
  spirv.SpecConstant @s1 = 1.5 : f32
  spirv.SpecConstant @s2 = 2.5 : f32
  spirv.SpecConstantComposite @c (@s1, @s2) : !spirv.array<2 x f32>
  spirv.SpecConstantComposite @c2 (@s1, @s2, @s1) : !spirv.struct<(f32, f32, f32)>
  spirv.EXT.SpecConstantCompositeReplicate @r (@s1) : !spirv.array<3 x f32>
  spirv.func @g() -> i32 "None" {
    %0 = spirv.Constant 1 : i32
    %1 = spirv.Constant 2 : i32
    %3 = spirv.mlir.referenceof @s1 : f32
    spirv.ReturnValue %1 : i32
  }
}
func.func @s(%a: i32, %b: i8) {
  spirv.mlir.selection {
    spirv.Switch %a : i32, [
      default: ^bb3,
      0: ^bb1,
      -1: ^bb2
    ]
  ^bb1:
    spirv.Branch ^bb3
  ^bb2:
    spirv.Branch ^bb3
  ^bb3:
    spirv.mlir.merge
  }
  spirv.mlir.selection {
    spirv.Switch %b : i8, [
      default: ^d(%a : i32),
      7: ^e(%a, %b : i32, i8)
    ]
  ^d(%x: i32):
    spirv.Branch ^m
  ^e(%y: i32, %z: i8):
    spirv.Branch ^m
  ^m:
    spirv.mlir.merge
  }
  spirv.mlir.selection {
    spirv.Switch %b : i8, [
      default: ^m
    ]
  ^m:
    spirv.mlir.merge
  }
  spirv.Return
}
func.func @i(%a : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c : vector<4xf32>, %d: f32, %l: !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c2: vector<2xf32>, %r: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, %ci: vector<2xsi32>, %f: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>) {
  %0 = spirv.ImageDrefGather %a, %c, %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<4xf32>, f32 -> vector<4xf32>
  %1 = spirv.ImageDrefGather %a, %c, %d ["NonPrivateTexel"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<4xf32>, f32 -> vector<4xf32>
  %2 = spirv.ImageSampleImplicitLod %a, %c ["Bias"], %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<4xf32>, f32 -> vector<4xf32>
  %3 = spirv.ImageSampleExplicitLod %a, %c2 ["Lod"], %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, f32 -> vector<4xf32>
  %4 = spirv.ImageSampleExplicitLod %a, %c2 ["Grad"], %c2, %c2 : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, vector<2xf32>, vector<2xf32> -> vector<4xf32>
  %5 = spirv.ImageSampleProjDrefImplicitLod %l, %c, %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<4xf32>, f32 -> f32
  %6 = spirv.ImageRead %r, %ci : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, vector<2xsi32> -> vector<4xf32>
  spirv.ImageWrite %r, %ci, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, vector<2xsi32>, vector<4xf32>
  %7 = spirv.ImageFetch %f, %ci : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, vector<2xsi32> -> vector<4xf32>
  %8 = spirv.ImageFetch %f, %ci ["NonPrivateTexel|SignExtend"] : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, vector<2xsi32> -> vector<4xf32>
  return
}

func.func @more_operations(%p: f32, %q: vector<3xf32>, %packed: i32, %m: !spirv.matrix<3 x vector<3xf32>>) -> f32 {
  %0 = spirv.GL.Length %q : vector<3xf32> -> f32
  %1 = spirv.GL.Distance %q, %q : vector<3xf32>, vector<3xf32> -> f32
  %2 = spirv.GL.FMix %0 : f32, %1 : f32, %p : f32 -> f32
  %3 = spirv.GL.UnpackHalf2x16 %packed : i32 -> vector<2xf32>
  %4 = spirv.GL.PackHalf2x16 {note} %3 : vector<2xf32> -> i32
  %5 = spirv.Transpose %m : !spirv.matrix<3 x vector<3xf32>> -> !spirv.matrix<3 x vector<3xf32>>
  %6 = spirv.MatrixTimesVector %5, %q : !spirv.matrix<3 x vector<3xf32>>, vector<3xf32> -> vector<3xf32>
  spirv.INTEL.ControlBarrierArrive <Workgroup> <Device> <Acquire|UniformMemory>
  return %2 : f32
}

// -----

spirv.module Logical GLSL450 {
  spirv.SpecConstant @bound = 42 : i32
  spirv.func @derived() -> i32 "None" {
    %one = spirv.Constant 1 : i32
    %bound = spirv.mlir.referenceof @bound : i32
    %sum = spirv.SpecConstantOperation wraps "spirv.IAdd"(%bound, %one) : (i32, i32) -> i32 {note = "folded late"}
    %more = spirv.SpecConstantOperation wraps "spirv.UGreaterThan"(%bound, %sum) : (i32, i32) -> i1
    %least = spirv.SpecConstantOperation wraps "spirv.Select"(%more, %sum, %one) : (i1, i32, i32) -> i32
    spirv.ReturnValue %least : i32
  }
}

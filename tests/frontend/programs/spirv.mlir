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

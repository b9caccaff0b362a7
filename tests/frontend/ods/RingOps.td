include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def Ring_Dialect : Dialect {
  let name = "ring";
  let cppNamespace = "::ring";
}

class Ring_Op<string mnemonic, list<Trait> traits = []> : Op<Ring_Dialect, mnemonic, traits>;

def Ring_Order : I32EnumAttr<"Order", "which end", [
    I32EnumAttrCase<"First", 0, "first">, I32EnumAttrCase<"Last", 1, "last">]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::ring";
}
def Ring_OrderAttr : EnumAttr<Ring_Dialect, Ring_Order, "order">;

def Ring_HandleType : TypeDef<Ring_Dialect, "Handle"> { let mnemonic = "handle"; }

def Ring_MakeOp : Ring_Op<"make"> {
  let arguments = (ins Index:$size, OptionalAttr<I64Attr>:$alignment);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$ring);
  let assemblyFormat = "`(` $size `)` (`aligned` $alignment^)? attr-dict `:` type($ring)";
}
def Ring_DropOp : Ring_Op<"drop"> {
  let arguments = (ins Arg<AnyMemRef, "", [MemFree]>:$ring);
  let assemblyFormat = "$ring attr-dict `:` type($ring)";
}
def Ring_DropAllOp : Ring_Op<"drop_all"> {
  let arguments = (ins Arg<Variadic<AnyMemRef>, "", [MemFree]>:$rings);
  let assemblyFormat = "$rings attr-dict `:` type($rings)";
}
def Ring_PushOp : Ring_Op<"push", [TypesMatchWith<"", "ring", "value", "::llvm::cast<MemRefType>($_self).getElementType()">]> {
  let arguments = (ins AnyType:$value, Arg<AnyMemRef, "", [MemRead, MemWrite]>:$ring, Index:$position,
                       DefaultValuedAttr<Ring_OrderAttr, "Order::Last">:$order, UnitAttr:$wrap);
  let results = (outs Index:$next);
  let assemblyFormat = "$value `,` $ring `[` $position `]` ($order^)? (`wrap` $wrap^)? attr-dict `:` type($ring)";
}
def Ring_WindowOp : Ring_Op<"window", [Pure, ViewLikeOpInterface]> {
  let arguments = (ins AnyMemRef:$ring);
  let results = (outs AnyMemRef:$window);
  let assemblyFormat = "$ring attr-dict `:` type($ring) `to` type($window)";
}
def Ring_EachOp : Ring_Op<"each", [SingleBlock, DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let arguments = (ins AnyMemRef:$ring);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$ring `:` type($ring) $body attr-dict";
}
def Ring_YieldOp : Ring_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}
def Ring_OpenOp : Ring_Op<"open"> {
  let results = (outs Ring_HandleType:$handle);
  let assemblyFormat = "attr-dict";
}
def Ring_OddOp : Ring_Op<"odd"> {
  let arguments = (ins AnyMemRef:$ring);
  let hasCustomAssemblyFormat = 1;
}
def Ring_PairOp : Ring_Op<"pair"> {
  let arguments = (ins AnyType:$a);
  let assemblyFormat = "custom<Pair>($a, type($a)) attr-dict";
}

// A function returns a block's argument, which may be copied, and the tensor of that.
func.func @mk(%c: i1, %p: memref<4xi32>) -> (memref<4xi32>, tensor<4xi32>) {
  %a = memref.alloc() : memref<4xi32>
  cf.cond_br %c, ^b(%a : memref<4xi32>), ^b(%p : memref<4xi32>)
^b(%x: memref<4xi32>):
  %t = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  return %x, %t : memref<4xi32>, tensor<4xi32>
}

// Refused: (address does not tell which allocation it has|address of a view .*does not tell)
// The program frees by the name of a buffer that begins elsewhere than the allocation.
func.func @make(%n: index, %c: i1) {
  %a = memref.alloc() : memref<16xi8>
  %w = memref.view %a[%n][] : memref<16xi8> to memref<4xi8>
  %t = bufferization.to_tensor %w restrict writable : memref<4xi8> to tensor<4xi8>
  %m = bufferization.to_buffer %t : tensor<4xi8> to memref<4xi8>
  memref.dealloc %m : memref<4xi8>
  return
}

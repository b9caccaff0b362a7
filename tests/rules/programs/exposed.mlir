// Buffers that go where nobody follows them: into tensors, into memory, into ops and regions without a model, and what comes from there.
func.func @f(%p: memref<2xf32>, %i: index, %n: index) -> memref<2xf32> {
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  %c = memref.alloc() : memref<2xf32>
  %m = memref.alloc() : memref<2xmemref<2xf32>>
  %t = bufferization.to_tensor %a : memref<2xf32> to tensor<2xf32>
  %s = bufferization.to_buffer %t : tensor<2xf32> to memref<2xf32>
  memref.store %b, %m[%i] : memref<2xmemref<2xf32>>
  %l = memref.load %m[%i] : memref<2xmemref<2xf32>>
  %k = "mine.keep"(%l) ({
  ^bb0(%x: memref<2xf32>):
    %v = memref.cast %c : memref<2xf32> to memref<?xf32>
    "mine.yield"(%v) : (memref<?xf32>) -> ()
  }, {
  ^bb0(%y: memref<2xf32>, %z: memref<2xf32>):
    "mine.yield"(%z) : (memref<2xf32>) -> ()
  }) : (memref<2xf32>) -> memref<2xf32>
  %r = scf.parallel (%j) = (%i) to (%n) step (%n) init (%p) -> memref<2xf32> {
    scf.reduce(%k : memref<2xf32>) {
    ^bb0(%d: memref<2xf32>, %e: memref<2xf32>):
      scf.reduce.return %e : memref<2xf32>
    }
  }
  return %r : memref<2xf32>
}

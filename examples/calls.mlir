// A module whose functions hand buffers to each other.
//
// What to look for:
//  - `@squares` returns a buffer that it allocated: by the rule for function boundaries the caller owns it, so
//    nothing is freed in `@squares`, and `@norm` frees what it got last when it is done.
//  - `@pick` returns one of its arguments. All its callers own what they give it, so it takes both, and frees the other.
//  - `--ownership-based-buffer-deallocation` alone knows the rule and no callers: there `@pick` returns a clone. With
//    `=private-function-dynamic-ownership=true` it returns an i1 beside the memref, and the clone is gone.

module {
  func.func private @squares(%values: memref<8xf32>) -> memref<8xf32> {
    %result = memref.alloc() : memref<8xf32>
    linalg.mul ins(%values, %values : memref<8xf32>, memref<8xf32>) outs(%result : memref<8xf32>)
    return %result : memref<8xf32>
  }

  func.func private @pick(%first: i1, %a: memref<8xf32>, %b: memref<8xf32>) -> memref<8xf32> {
    %chosen = arith.select %first, %a, %b : memref<8xf32>
    return %chosen : memref<8xf32>
  }

  func.func @norm(%x: memref<8xf32>, %y: memref<8xf32>, %first: i1, %out: memref<8xf32>) {
    %x2 = call @squares(%x) : (memref<8xf32>) -> memref<8xf32>
    %y2 = call @squares(%y) : (memref<8xf32>) -> memref<8xf32>
    %one = call @pick(%first, %x2, %y2) : (i1, memref<8xf32>, memref<8xf32>) -> memref<8xf32>
    linalg.sqrt ins(%one : memref<8xf32>) outs(%out : memref<8xf32>)
    return
  }
}

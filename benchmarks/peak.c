// An allocator that counts: the most bytes that were alive at once between peak_begin and peak_end, without what was
// alive before.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Before each buffer: its size, and how far it is from what malloc gave.
struct head {
  size_t size, shift;
};

static size_t live, peak, before, allocations, frees;

static void *allocate(size_t alignment, size_t size) {
  if (alignment < 64)
    alignment = 64;
  size_t shift = (sizeof(struct head) + alignment - 1) / alignment * alignment;
  size_t whole = (shift + size + alignment - 1) / alignment * alignment;
  unsigned char *data = aligned_alloc(alignment, whole);
  if (!data)
    abort();
  // So that a program that reads what it never wrote does the same whoever frees its buffers.
  memset(data, 0, whole);
  struct head *head = (struct head *)(data + shift) - 1;
  *head = (struct head){size, shift};
  live += size;
  ++allocations;
  if (live > peak)
    peak = live;
  return data + shift;
}

void *_mlir_memref_to_llvm_alloc(size_t size) { return allocate(64, size); }

void *_mlir_memref_to_llvm_aligned_alloc(size_t alignment, size_t size) { return allocate(alignment, size); }

void _mlir_memref_to_llvm_free(void *data) {
  struct head *head = (struct head *)data - 1;
  live -= head->size;
  ++frees;
  free((unsigned char *)data - head->shift);
}

// Tells the other library, which traces accesses, that a result is used.
void peak_touch(uintptr_t data) { (void)data; }

void peak_begin(void) {
  before = peak = live;
  allocations = frees = 0;
}

void peak_end(void) {
    printf("peak %zu left %zd allocations %zu frees %zu\n", peak - before, (ptrdiff_t)(live - before), allocations,
           frees);
    fflush(stdout);
}

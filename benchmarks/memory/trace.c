// An allocator that knows when each buffer is used: the largest sum of bytes of buffers between their first access and their last one.
//
// No memory is used twice, so that an address tells the buffer. Time is counted in accesses and allocations.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct block {
  uintptr_t begin, end;
  size_t size;
  uint64_t first, last;
};

enum { ROOM = 1 << 22 };
static const size_t RESERVED = (size_t)1 << 36;

static struct block *blocks;
static size_t used, before, last_found;
static unsigned char *memory;
static size_t taken;
static uint64_t now;

static void *allocate(size_t alignment, size_t size) {
  if (!memory) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    memory = mmap(NULL, RESERVED, PROT_READ | PROT_WRITE, flags, -1, 0);
    blocks = mmap(NULL, ROOM * sizeof *blocks, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED || blocks == MAP_FAILED)
      abort();
  }
  if (alignment < 64)
    alignment = 64;
  taken = (taken + alignment - 1) / alignment * alignment;
  if (used == ROOM || taken + size + 64 > RESERVED)
    abort();
  uintptr_t begin = (uintptr_t)memory + taken;
  blocks[used++] = (struct block){begin, begin + size, size, 0, 0};
  // An empty buffer has an address of its own, too.
  taken += size + 1;
  return (void *)begin;
}

void *_mlir_memref_to_llvm_alloc(size_t size) { return allocate(64, size); }

void *_mlir_memref_to_llvm_aligned_alloc(size_t alignment, size_t size) { return allocate(alignment, size); }

void _mlir_memref_to_llvm_free(void *data) { (void)data; }

void trace_access(const void *data) {
  uintptr_t at = (uintptr_t)data;
  if (at < (uintptr_t)memory || at >= (uintptr_t)memory + taken)
    return;
  size_t low = 0, high = used;
  if (last_found < used && blocks[last_found].begin <= at && at < blocks[last_found].end) {
    low = last_found;
    high = low + 1;
  }
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (blocks[middle].begin <= at)
      low = middle;
    else
      high = middle;
  }
  struct block *found = &blocks[low];
  if (at < found->begin || at >= found->end)
    return;
  last_found = low;
  found->last = ++now;
  if (!found->first)
    found->first = now;
}

void peak_touch(uintptr_t data) { trace_access((const void *)data); }

struct unranked {
  int64_t rank;
  struct {
    void *allocated, *aligned;
  } *descriptor;
};

// Both are used where a copy between strided buffers begins.
void trace_copy(const struct unranked *source, const struct unranked *target) {
  trace_access(source->descriptor->aligned);
  trace_access(target->descriptor->aligned);
}

void peak_begin(void) { before = used; }

struct event {
  uint64_t time;
  ptrdiff_t change;
};

// Of one time, what is taken stands before what is left.
static int order(const void *left, const void *right) {
  const struct event *a = left, *b = right;
  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return (a->change < b->change) - (a->change > b->change);
}

void peak_end(void) {
  size_t count = 0;
  struct event *events = malloc(2 * (used - before + 1) * sizeof *events);
  if (!events)
    abort();
  for (size_t i = before; i < used; ++i)
    if (blocks[i].first) {
      events[count++] = (struct event){blocks[i].first, (ptrdiff_t)blocks[i].size};
      events[count++] = (struct event){blocks[i].last, -(ptrdiff_t)blocks[i].size};
    }
  qsort(events, count, sizeof *events, order);
  ptrdiff_t sum = 0, most = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += events[i].change;
    most = sum > most ? sum : most;
  }
  free(events);
  printf("peak %td left 0 allocations %zu frees 0\n", most, used - before);
  fflush(stdout);
}

// An allocator that knows when each buffer is used: the largest sum of bytes of buffers between their first access and
// their last one.
//
// No memory is used twice, so that an address tells the buffer. Time is counted in accesses, allocations and frees.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct block {
  uintptr_t begin, end;
  size_t size;
  // Never: 0.
  uint64_t made, first, last, freed;
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
  blocks[used++] = (struct block){begin, begin + size, size, ++now, 0, 0, 0};
  // An empty buffer has an address of its own, too.
  taken += size + 1;
  return (void *)begin;
}

void *_mlir_memref_to_llvm_alloc(size_t size) { return allocate(64, size); }

void *_mlir_memref_to_llvm_aligned_alloc(size_t alignment, size_t size) { return allocate(alignment, size); }

// The buffer that an address is in, or whose address it is; NULL where there is none.
static struct block *find(uintptr_t at) {
  if (at < (uintptr_t)memory || at >= (uintptr_t)memory + taken)
    return NULL;
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
  if (at < found->begin || (at >= found->end && at != found->begin))
    return NULL;
  last_found = low;
  return found;
}

void _mlir_memref_to_llvm_free(void *data) {
  struct block *found = find((uintptr_t)data);
  if (found)
    found->freed = ++now;
}

static void access_at(uintptr_t data, uint64_t time) {
  struct block *found = find(data);
  if (!found)
    return;
  found->last = time;
  if (!found->first)
    found->first = time;
}

void trace_access(const void *data) { access_at((uintptr_t)data, ++now); }

// A copy needs both its buffers at one time.
void trace_move(const void *target, const void *source) {
  ++now;
  access_at((uintptr_t)source, now);
  access_at((uintptr_t)target, now);
}

// What a function returns its caller has at one time, however many results there are: all of them are used then.
static uint64_t returned;

void peak_touch(uintptr_t data) {
  if (!returned)
    returned = ++now;
  access_at(data, returned);
}

struct unranked {
  int64_t rank;
  struct {
    void *allocated, *aligned;
  } *descriptor;
};

// A copy between strided buffers.
void trace_copy(const struct unranked *source, const struct unranked *target) {
  trace_move(target->descriptor->aligned, source->descriptor->aligned);
}

void peak_begin(void) {
  before = used;
  returned = 0;
}

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

static uint64_t worst;

// The largest sum of bytes at a time, which is left in `worst`; buffers count from their first access to their last
// one, or while they are allocated.
static ptrdiff_t most(int accessed) {
  size_t count = 0;
  struct event *events = malloc(2 * (used - before + 1) * sizeof *events);
  if (!events)
    abort();
  for (size_t i = before; i < used; ++i) {
    const struct block *block = &blocks[i];
    if (accessed && !block->first)
      continue;
    events[count++] = (struct event){accessed ? block->first : block->made, (ptrdiff_t)block->size};
    if (accessed || block->freed)
      events[count++] = (struct event){accessed ? block->last : block->freed, -(ptrdiff_t)block->size};
  }
  qsort(events, count, sizeof *events, order);
  ptrdiff_t sum = 0, peak = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += events[i].change;
    if (sum > peak) {
      peak = sum;
      worst = events[i].time;
    }
  }
  free(events);
  return peak;
}

// Where most is allocated: the bytes of buffers that are never accessed, not accessed before that, and not accessed
// after it.
static void say_excess(void) {
  ptrdiff_t peak = most(0);
  size_t never = 0, later = 0, no_more = 0;
  for (size_t i = before; i < used; ++i) {
    const struct block *block = &blocks[i];
    if (block->made > worst || (block->freed && block->freed < worst))
      continue;
    if (!block->first)
      never += block->size;
    else if (block->first > worst)
      later += block->size;
    else if (block->last < worst)
      no_more += block->size;
  }
  printf("allocated %td never %zu later %zu no_more %zu\n", peak, never, later, no_more);
}

void peak_end(void) {
  printf("peak %td left 0 allocations %zu frees 0\n", most(1), used - before);
  say_excess();
  fflush(stdout);
}

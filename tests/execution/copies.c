// Copies of four elements that are made when they are waited for, and not before.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 1024, ELEMENTS = 4 };

struct copy {
  const int32_t *source;
  int32_t *target;
  size_t tag;
};

static struct copy waiting[MOST];
static size_t count, last_tag;

// A copy is known by the address that is its `tag`, or by the number that is given back where that is 0.
size_t start_copy(size_t source, size_t target, size_t tag) {
  size_t known = tag ? tag : 2 * ++last_tag + 1;
  if (count < MOST)
    waiting[count++] = (struct copy){(const int32_t *)source, (int32_t *)target, known};
  return known;
}

void wait_for_copy(size_t tag) {
  for (size_t i = 0; i < count; ++i)
    if (waiting[i].tag == tag) {
      memcpy(waiting[i].target, waiting[i].source, ELEMENTS * sizeof(int32_t));
      waiting[i] = waiting[--count];
      return;
    }
}

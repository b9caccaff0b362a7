// The run-time library of executed programs: memory that remembers what was done to it, and functions that programs
// observe values with.
//
// Freed memory is filled with a poison and is neither reused nor returned before the program ends: so a read of it
// yields the poison, and a write to it leaves a trace. Fresh memory is filled too, so that a program that reads what it
// never wrote behaves the same in every run.
//
// Each program runs in a process of its own, a fork of the one that has compiled all of them: so one that crashes,
// never ends or wants all the memory there is spares the others.

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "threads.h"

enum { POISON = 0xFD, FRESH = 0x01 };

struct block {
  unsigned char *data;
  size_t size;
  // What the program asked for.
  size_t asked;
  // Whether it has pages of its own.
  bool mapped;
  bool freed;
};

static struct block *blocks;
static size_t used, room;
// The bytes that are allocated and not freed, and the most that ever were.
static size_t live, most;
static int leaks, double_frees, invalid_frees, poisoned_reads, poisoned_writes;

// A program in an endless loop would fill the disk; none that is meant to run comes near this.
static long observations, allowed_observations = 200000;

static struct block *find(const void *data) {
  for (size_t i = used; i-- > 0;)
    if (blocks[i].data == data)
      return &blocks[i];
  return NULL;
}

// Set where a program is run with all decisions that it can make: what it observes is not printed then, and every
// access to freed memory counts.
static bool all_decisions;

static size_t pages(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (size / page + 1) * page;
}

static void *allocate(size_t alignment, size_t size) {
  if (used == room) {
    room = room ? 2 * room : 64;
    blocks = realloc(blocks, room * sizeof *blocks);
  }
  // A negative number of elements is a fault of the program.
  if (size > SIZE_MAX / 2)
    abort();
  // An empty buffer has an address of its own too.
  size_t rounded = (size / alignment + 1) * alignment;
  unsigned char *data;
  if (all_decisions) {
    rounded = size;
    data = mmap(NULL, pages(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    data = data == MAP_FAILED ? NULL : data;
  } else {
    data = aligned_alloc(alignment, rounded);
  }
  if (!blocks || !data)
    abort();
  memset(data, FRESH, rounded);
  blocks[used++] = (struct block){data, rounded, size, all_decisions, false};
  live += size;
  most = live > most ? live : most;
  return data;
}

void *_mlir_memref_to_llvm_alloc(size_t size) { return allocate(64, size); }

void *_mlir_memref_to_llvm_aligned_alloc(size_t alignment, size_t size) {
    return allocate(alignment < 64 ? 64 : alignment, size);
}

void _mlir_memref_to_llvm_free(void *data) {
  struct block *block = find(data);
  if (!block) {
    ++invalid_frees;
  } else if (block->freed) {
    ++double_frees;
  } else {
    block->freed = true;
    live -= block->asked;
    if (block->mapped)
      mprotect(block->data, pages(block->size), PROT_NONE);
    else
      memset(block->data, POISON, block->size);
  }
}

// An access to memory that was freed, or to none at all. After the first kind the program goes on.
static void on_fault(int number, siginfo_t *about, void *context) {
  (void)number, (void)context;
  unsigned char *at = about->si_addr;
  for (size_t i = used; i-- > 0;)
    if (blocks[i].mapped && blocks[i].freed && blocks[i].data <= at && at < blocks[i].data + pages(blocks[i].size)) {
      ++poisoned_reads;
      mprotect(blocks[i].data, pages(blocks[i].size), PROT_READ | PROT_WRITE);
      memset(blocks[i].data, POISON, blocks[i].size);
      return;
    }
  signal(SIGSEGV, SIG_DFL);
}

static bool touched(const struct block *block) {
  for (size_t i = 0; i < block->size; ++i)
    if (block->data[i] != POISON)
      return true;
  return false;
}

void program_end(int32_t number) {
  for (size_t i = 0; i < used; ++i) {
    if (!blocks[i].freed)
      ++leaks;
    else if (!blocks[i].mapped && touched(&blocks[i]))
      ++poisoned_writes;
    if (!blocks[i].mapped)
      free(blocks[i].data);
  }
  printf("end %d %d %d %d %d %d %zu\n", number, leaks, double_frees, invalid_frees, poisoned_reads, poisoned_writes,
         most);
  fflush(stdout);
  _exit(0);
}

static void observe(const char *type, const void *value, size_t size) {
  take_turns();
  uint64_t poison, bits = 0;
  memset(&poison, POISON, sizeof poison);
  memcpy(&bits, value, size);
  if (!memcmp(&poison, value, size))
    ++poisoned_reads;
  if (all_decisions)
    return;
  printf("%s 0x%llx\n", type, (unsigned long long)bits);
  if (++observations > allowed_observations) {
    fflush(stdout);
    abort();
  }
}

void observe_i32(int32_t value) { observe("i32", &value, sizeof value); }

void observe_i64(int64_t value) { observe("i64", &value, sizeof value); }

void observe_f32(float value) { observe("f32", &value, sizeof value); }

// What follows makes programs simple to generate: values that no two allocations share, and decisions that all loops
// give up on in the end.

static int32_t last_value;
static uint32_t fuel, random_bits;

// How many decisions the bits of a small seed say; larger seeds stand for decisions by chance.
enum { SAID = 6 };
static uint32_t said, number_said;

// From now on seeds below 1 << SAID are decisions themselves, one bit each; after these it is always false.
void enumerate_decisions(void) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  all_decisions = true;
}

// How far a run is on the way that a witness names, and whether some run was at its end.
static int32_t reached;
static bool taken;

// The run is at place `number` of the witness's `total` places, if `holds`.
void witness_step(int32_t number, int32_t total, int32_t holds) {
  if (holds && number == reached)
    ++reached;
  if (reached == total && !taken) {
    taken = true;
    printf("witness 1\n");
  }
}

// Starts anew, so that each run of a function sees the same values whatever ran before.
void restart(int32_t seed) {
  start_turns((uint32_t)seed);
  last_value = 1000 * seed;
  fuel = 24;
  random_bits = 2654435769u * ((uint32_t)seed + 1u);
  reached = 0;
  if (all_decisions && seed < 1 << SAID) {
    fuel = number_said = SAID;
    said = (uint32_t)seed;
  } else {
    number_said = 0;
  }
}

int32_t next_i32(void) {
  take_turns();
  return ++last_value;
}

// True about every other time as long as there is fuel, then false for ever.
bool decide(void) {
  take_turns();
  if (fuel == 0)
    return false;
  --fuel;
  if (number_said > 0) {
    --number_said;
    bool decision = said & 1;
    said >>= 1;
    return decision;
  }
  random_bits ^= random_bits << 13;
  random_bits ^= random_bits >> 17;
  random_bits ^= random_bits << 5;
  return random_bits >> 7 & 1;
}

// Seconds of the processor that a program may take; those that end take some thousandths.
enum { SECONDS = 1 };

// Bytes of stack that a program may take, with what has called it: one whose stack grows round by round has to fail.
// Recursion needs some.
enum { STACK = 512 << 10 };

// Whether this is the process that has to run the program. In the other one this returns when the program has ended.
bool program_begin(int32_t number) {
  printf("begin %d\n", number);
  fflush(stdout);
  pid_t child = fork();
  if (child < 0)
    abort();
  if (child == 0) {
    struct rlimit seconds = {SECONDS, SECONDS + 1}, none = {0, 0}, stack = {STACK, STACK};
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_STACK, &stack);
    setrlimit(RLIMIT_CORE, &none);
    // What runs programs prints a stack for each; that is slow, and says nothing.
    signal(SIGSEGV, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    signal(SIGXCPU, SIG_DFL);
    restart(0);
    return true;
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    printf("\nkilled %d\n", WTERMSIG(status));
  else if (status)
    printf("\nleft %d\n", WEXITSTATUS(status));
  return false;
}

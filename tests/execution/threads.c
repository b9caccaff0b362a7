// The part of an OpenMP runtime that lowered parallel loops call, with a team of two threads that take turns.
//
// Each thread has a stack of its own and goes on until it calls one of the functions that programs observe values with.
// These may pass the turn to the other, as random bits say that start anew with each program: so a race shows in the
// same way in every run.

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <ucontext.h>

#include "threads.h"

enum { TEAM = 2, STACK = 1 << 18 };

typedef void region(int32_t *global_thread, int32_t *bound_thread, void *captured);

struct thread {
  ucontext_t context;
  unsigned char stack[STACK];
  bool done;
  int barriers;
};

static struct thread team[TEAM];
static ucontext_t outside;
static region *running;
static void *given;
// The thread whose turn it is; -1 where there is no team, or one thread of it is in a loop that is its own.
static int current = -1;
static bool within;
static uint32_t turns;

void start_turns(uint32_t seed) { turns = 2654435769u * (seed + 1u) | 1u; }

static void pass_turn(void) {
  int from = current, to = 1 - from;
  if (team[to].done)
    return;
  current = to;
  swapcontext(&team[from].context, &team[to].context);
}

void take_turns(void) {
  if (current < 0)
    return;
  turns ^= turns << 13;
  turns ^= turns >> 17;
  turns ^= turns << 5;
  if (turns >> 9 & 1)
    pass_turn();
}

static void begin_thread(int number) {
  int32_t thread = number;
  running(&thread, &thread, given);
  team[number].done = true;
  for (int other = 0; other < TEAM; ++other)
    if (!team[other].done) {
      current = other;
      setcontext(&team[other].context);
    }
  setcontext(&outside);
}

void __kmpc_fork_call(void *location, int32_t count, region *body, void *captured) {
  (void)location;
  void *argument = count ? captured : NULL;
  if (within) {
    // A parallel loop in another one: each thread of the team runs all of it.
    int team_member = current;
    int32_t thread = 0;
    current = -1;
    body(&thread, &thread, argument);
    current = team_member;
    return;
  }
  running = body;
  given = argument;
  for (int number = 0; number < TEAM; ++number) {
    struct thread *thread = &team[number];
    thread->done = false;
    thread->barriers = 0;
    getcontext(&thread->context);
    thread->context.uc_stack.ss_sp = thread->stack;
    thread->context.uc_stack.ss_size = STACK;
    makecontext(&thread->context, (void (*)(void))begin_thread, 1, number);
  }
  current = 0;
  within = true;
  swapcontext(&outside, &team[0].context);
  within = false;
  current = -1;
}

int32_t __kmpc_global_thread_num(void *location) {
  (void)location;
  return current < 0 ? 0 : current;
}

void __kmpc_for_static_init_8u(void *location, int32_t thread, int32_t schedule, int32_t *last, uint64_t *lower,
                               uint64_t *upper, int64_t *stride, int64_t increment, int64_t chunk) {
    (void)location, (void)thread, (void)schedule, (void)increment, (void)chunk;
    uint64_t count = *upper - *lower + 1;
    *stride = (int64_t)count;
    *last = 1;
    if (current < 0 || *upper + 1 == *lower) return;
    uint64_t half = (count + 1) / 2;
    if (current == 0)
        *upper = *lower + half - 1;
    else
        *lower += half;
    *last = current;
}

void __kmpc_for_static_fini(void *location, int32_t thread) { (void)location, (void)thread; }

void __kmpc_barrier(void *location, int32_t thread) {
  (void)location, (void)thread;
  if (current < 0)
    return;
  int self = current;
  ++team[self].barriers;
  while (!team[1 - self].done && team[1 - self].barriers < team[self].barriers)
    pass_turn();
}

// What the observing functions tell the threads of a team.

#include <stdint.h>

// Makes the turns start anew, as `seed` says.
void start_turns(uint32_t seed);

// Perhaps lets the other thread of the team go on; returns at once where there is no team.
void take_turns(void);

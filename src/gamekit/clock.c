/* A clock for the compiled cores, which include this file: seconds that no change of the time of day moves. */

#include <math.h>
#include <time.h>

static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The deadline so many seconds from now; INFINITY: none, and no clock is read for it. */
static inline double until(double seconds) { return isinf(seconds) ? seconds : now() + seconds; }

static inline int is_past(double deadline) { return !isinf(deadline) && now() >= deadline; }

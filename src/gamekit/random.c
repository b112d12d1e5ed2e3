/* Random numbers for the compiled cores of games, from a seed: splitmix64 (Steele, Lea and Flood 2014, "Fast splittable
   pseudorandom number generators"). A core includes this file as one of its parts. */

#include <stdint.h>

typedef struct { uint64_t state; } Random;

static inline uint64_t random_bits(Random *r) {
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int random_below(Random *r, int n) { return (int)((random_bits(r) >> 32) * (uint64_t)n >> 32); }

// The part of BLAS that numpy needs for our player's products of matrices. In the packed player it takes the place of
// OpenBLAS, 28 of 61 MB that would be unpacked at every start: a first answer took 1.62 times as long as the bare
// interpreter with numpy, and 1.36 with this; `bench startup` measures it. Arguments and results are those of
// CBLAS with 64-bit integers (netlib.org/blas/blast-forum/cinterface.pdf); they are not checked.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MAJOR = 101, PLAIN = 111, UPPER = 121 };  // CBLAS's numbers

enum { HEIGHT = 6 };  // rows of a kernel: with two vectors each they fill most of the 16 registers of AVX2

#if defined __x86_64__ && !defined WITHOUT_AVX2
#include <cpuid.h>
#define AVX2 __attribute__((target("avx2,fma")))

static int has_avx2(void) {
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_FMA) || !(c & bit_OSXSAVE)) return 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));  // whether the system saves the registers
    return (low & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}
#else
#define AVX2

static int has_avx2(void) { return 0; }
#endif

static int fast;

__attribute__((constructor)) static void look(void) { fast = has_avx2(); }

// What numpy imports besides these functions: none of it is called by our player.
void unavailable(void) {
    fputs("expected no call of a BLAS or LAPACK function that player/blas.c leaves out\n", stderr);
    abort();
}

#define FIRST(x, number, step) ((step) < 0 ? (x) - ((number) - 1) * (step) : (x))  // steps below 0 begin at the end

#define REAL float
#define LANES 8
#define NAME(function) s##function
#include "blas_typed.h"
#undef REAL
#undef LANES
#undef NAME

#define REAL double
#define LANES 4
#define NAME(function) d##function
#include "blas_typed.h"

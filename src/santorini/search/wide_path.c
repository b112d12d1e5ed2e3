/* Part of wide.c, included once for each kind of vectors, which the macros name and this file takes away again. */

enum { PATH(CHUNK) = 64 / LANE }; /* vectors that stay in registers */

/* The next 64 units, in registers: compilers keep them there only where this is inlined. */
static TARGET inline __attribute__((always_inline)) void PATH(sum)(V *sum, const int16_t *from, const Change *c,
                                                                  int at) {
    for (int k = 0; k < PATH(CHUNK); k++) sum[k] = LOAD(from + at + k * LANE);
    for (int i = 0; i < c->adds; i++)
        for (int k = 0; k < PATH(CHUNK); k++) sum[k] = ADD(sum[k], LOAD(c->add[i] + at + k * LANE));
    for (int i = 0; i < c->subs; i++)
        for (int k = 0; k < PATH(CHUNK); k++) sum[k] = SUB(sum[k], LOAD(c->sub[i] + at + k * LANE));
}

static TARGET void PATH(change)(int16_t *to, const int16_t *from, const Change *c) {
    for (int at = 0; at < UNITS; at += 64) {
        V sum[PATH(CHUNK)];
        PATH(sum)(sum, from, c, at);
        for (int k = 0; k < PATH(CHUNK); k++) STORE(to + at + k * LANE, sum[k]);
    }
}

static TARGET int32_t PATH(weigh)(const int16_t *from, const Change *c, const int16_t *weights) {
    W total = ZERO;
    for (int at = 0; at < UNITS; at += 64) {
        V sum[PATH(CHUNK)];
        PATH(sum)(sum, from, c, at);
        for (int k = 0; k < PATH(CHUNK); k++) {
            V cut = CUT(sum[k]);
            cut = SQUARE(cut);
            total = WEIGH(total, cut, LOAD(weights + at + k * LANE));
        }
    }
    return TOTAL(total);
}

#undef PATH
#undef V
#undef W
#undef TARGET
#undef LANE
#undef LOAD
#undef STORE
#undef ADD
#undef SUB
#undef CUT
#undef SQUARE
#undef WEIGH
#undef ZERO
#undef TOTAL

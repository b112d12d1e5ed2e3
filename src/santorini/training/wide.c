/* Fits the wide value (search/wide.c) to positions by Adam (Kingma, Ba 2014); santorini.training.wide drives it. A
   library of its own: the core with this beside it. One thread.

   Parameters are floats: the rows in the order of a value's file, then `out`, then the constants of the pairs of cards,
   padded to a whole row. Only the rows that a batch has seen are stepped. */

#include <math.h>

#include "../search/core.c"

#pragma GCC optimize("no-math-errno") /* or roots are not taken many at once */
#ifdef __x86_64__
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif

enum { BY_CARD = START, PAIRED = BY_CARD + 2 * CARDS * CARD_ROWS, ALL_ROWS = PAIRED + CARDS * CARDS };
enum { BATCH_MOST = 4096, SEEN_MOST = 1 + SPACES + 3 * 4 * (1 + AROUND) };

typedef struct {
    float *weights, *first, *second; /* [ALL_ROWS + 2][UNITS] each: parameters and Adam's moments */
    float row_bound, out_bound, decay; /* decay: of the rows of neighbours and cards, a step at rate 1 */
} Fit;

typedef struct {
    int32_t rows[SEEN_MOST];
    int count, pair;
} Seen;

static void see_token(Seen *s, int who, int at, const uint8_t *heights, const uint8_t cards[2]) {
    int row = token_row(who, at, heights[at]), owner = cards[who], rival = cards[1 - who];
    int32_t sets[2] = {BY_CARD + owner * CARD_ROWS, BY_CARD + (CARDS + rival) * CARD_ROWS};
    int used = rival ? 2 : 1; /* without cards the rows of no card are one part, not two */
    s->rows[s->count++] = TOKENS + row;
    for (int i = 0; i < used; i++) s->rows[s->count++] = sets[i] + row;
    for (Mask m = beside[at]; m; m &= m - 1) {
        int near = lowest(m), what = around_direction[at][near] * HEIGHTS + heights[near];
        s->rows[s->count++] = NEIGHBOURS + row * AROUND * HEIGHTS + what;
        for (int i = 0; i < used; i++)
            s->rows[s->count++] = sets[i] + CARD_TOKENS + (who * LEVELS + heights[at]) * AROUND * HEIGHTS + what;
    }
}

static void see(Seen *s, const uint8_t *record, int how) { /* the board turned */
    uint8_t heights[SPACES];
    s->pair = record[29] * CARDS + record[30], s->count = 0;
    s->rows[s->count++] = PAIRED + s->pair;
    for (int at = 0; at < SPACES; at++) heights[turned(at, how)] = record[at];
    for (int at = 0; at < SPACES; at++) s->rows[s->count++] = at * HEIGHTS + heights[at];
    for (int i = 0; i < 4; i++) see_token(s, i / 2, turned(record[25 + i], how), heights, record + 29);
}

/* Add up rows of an array that are named one by one; they are fetched ahead, or most of the time goes into waiting. */
static CLONES void sum_named(float *sums, const float *array, const int32_t *rows, int count) {
    enum { AHEAD = 3 }; /* measured */
    float sum[UNITS] = {0};
    for (int i = 0; i < count; i++) {
        if (i + AHEAD < count) {
            const char *next = (const char *)(array + (size_t)rows[i + AHEAD] * UNITS);
            for (size_t k = 0; k < UNITS * sizeof *array; k += 64) __builtin_prefetch(next + k);
        }
        const float *row = array + (size_t)rows[i] * UNITS;
        for (int k = 0; k < UNITS; k++) sum[k] += row[k];
    }
    memcpy(sums, sum, sizeof sum);
}

static inline float cut(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static CLONES float logit_of(const float *sums, const float *out, float constant) {
    float part[16] = {0}, logit = constant;
    for (int at = 0; at < UNITS; at += 16)
        for (int k = 0; k < 16; k++) part[k] += cut(sums[at + k]) * cut(sums[at + k]) * out[at + k];
    for (int k = 0; k < 16; k++) logit += part[k];
    return logit;
}

static double loss_of(float logit, float target) {
    double x = logit, softplus = x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
    return softplus - target * x;
}

static CLONES void step_row(Fit *f, int row, const float *g, float rate, float bound, float decay) {
    size_t where = (size_t)row * UNITS;
    float *w = f->weights + where, *m = f->first + where, *v = f->second + where;
    for (int k = 0; k < UNITS; k++) {
        m[k] += 0.1f * (g[k] - m[k]);
        v[k] += 0.001f * (g[k] * g[k] - v[k]);
        float x = w[k] - rate * (m[k] / (sqrtf(v[k]) + 1e-8f) + decay * w[k]);
        w[k] = x < -bound ? -bound : x > bound ? bound : x;
    }
}

typedef struct { /* room for a batch */
    Seen seen[BATCH_MOST];
    float gradients[BATCH_MOST][UNITS];
    int32_t starts[ALL_ROWS + 1], samples[BATCH_MOST * SEEN_MOST];
} Room;

/* Order the samples of a batch by the rows that they saw. */
static void sort_by_row(Room *r, int batch) {
    memset(r->starts, 0, sizeof r->starts);
    for (int i = 0; i < batch; i++)
        for (int j = 0; j < r->seen[i].count; j++) r->starts[r->seen[i].rows[j]]++;
    int32_t sum = 0;
    for (int row = 0; row <= ALL_ROWS; row++) {
        int32_t count = row < ALL_ROWS ? r->starts[row] : 0;
        r->starts[row] = sum += count; /* the end of each; filling makes it the start */
    }
    for (int i = batch; i--;)
        for (int j = 0; j < r->seen[i].count; j++) r->samples[--r->starts[r->seen[i].rows[j]]] = i;
}

static CLONES void give_back(float *gradient, float *to_out, const float *sums, const float *out, float error) {
    for (int i = 0; i < UNITS; i++) {
        float x = sums[i], lit = x > 0 && x < 1 ? x : 0, high = x >= 1;
        gradient[i] = 2 * error * out[i] * lit;
        to_out[i] += error * (lit * lit + high);
    }
}

static double learn_batch(Fit *f, Room *r, const uint8_t *records, const float *targets, const int64_t *order,
                          int batch, float rate, Random *rng) {
    float *out = f->weights + (size_t)ALL_ROWS * UNITS, *constant = out + UNITS;
    float last[2 * UNITS] = {0}, sums[UNITS]; /* gradients of out and of the constants */
    double loss = 0;
    for (int i = 0; i < batch; i++) {
        see(&r->seen[i], records + order[i] * RECORD, random_below(rng, 8));
        sum_named(sums, f->weights, r->seen[i].rows, r->seen[i].count);
        int pair = r->seen[i].pair;
        float logit = logit_of(sums, out, constant[pair]), target = targets[order[i]];
        loss += loss_of(logit, target);
        float error = (1 / (1 + expf(-logit)) - target) / (float)batch;
        last[UNITS + pair] += error;
        give_back(r->gradients[i], last, sums, out, error);
    }
    sort_by_row(r, batch);
    for (int row = 0; row < ALL_ROWS; row++) {
        int count = r->starts[row + 1] - r->starts[row];
        if (!count) continue;
        sum_named(sums, r->gradients[0], r->samples + r->starts[row], count);
        step_row(f, row, sums, rate, f->row_bound, row >= NEIGHBOURS && row < PAIRED ? f->decay : 0);
    }
    for (int i = 0; i < 2; i++) step_row(f, ALL_ROWS + i, last + i * UNITS, rate, f->out_bound, 0);
    return loss;
}

/* Learn once from the positions that `order` names, in batches; the step size goes from one rate to the other, evenly.
   Returns the sum of losses before each step; -1: no memory. */
double sn_fit_pass(Fit *f, const uint8_t *records, const float *targets, const int64_t *order, int64_t count, int batch,
                double from, double to, uint64_t seed) {
    Room *r = malloc(sizeof *r);
    if (!r || batch > BATCH_MOST) return free(r), -1;
    Random rng = {seed};
    double loss = 0;
    for (int64_t at = 0; at < count; at += batch) {
        int size = count - at < batch ? (int)(count - at) : batch;
        double rate = from + (to - from) * (double)at / (double)count;
        loss += learn_batch(f, r, records, targets, order + at, size, (float)rate, &rng);
    }
    free(r);
    return loss;
}

/* Write the logits of so many positions. */
void sn_fit_logits(const Fit *f, const uint8_t *records, int64_t count, float *logits) {
    const float *out = f->weights + (size_t)ALL_ROWS * UNITS, *constant = out + UNITS;
    for (int64_t i = 0; i < count; i++) {
        Seen s;
        float sums[UNITS];
        see(&s, records + i * RECORD, 0);
        sum_named(sums, f->weights, s.rows, s.count);
        logits[i] = logit_of(sums, out, constant[s.pair]);
    }
}

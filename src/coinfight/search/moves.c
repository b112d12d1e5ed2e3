/* Part of core.c: pools, the sets of change that a move may take, and what a move makes of a position. */

/* The sets of change for a coin and a table, built when first asked for. */
typedef struct { uint32_t first; uint16_t n; int16_t value, count, coinage_value, coinage_count, low_count;
                 Pool by_value, by_count, coinage; } Sets;

static int faces, seats, face[MAX_FACES];
static int cap[MAX_FACES][MAX_FACES];
static uint32_t stride[MAX_FACES][MAX_FACES];
static Sets *sets[MAX_FACES];
static Pool *store;
static uint32_t stored, store_size;
static State root;
static uint64_t rng = 88172645463325252ull;

static uint64_t next_random(void) {
    rng ^= rng >> 12, rng ^= rng << 25, rng ^= rng >> 27;
    return rng * 2685821657736338717ull;
}
static int below(int n) { return (int)(((next_random() >> 32) * (uint64_t)n) >> 32); }
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
void cf_seed(uint64_t seed) { rng = (seed + 1) * 0x9E3779B97F4A7C15ull | 1; }

static inline int count_of(Pool pool, int i) { return (int)(pool >> (8 * i) & 255); }
static inline Pool one(int i) { return 1ull << (8 * i); }
static int total_count(Pool pool) { return (int)((pool * 0x0101010101010101ull) >> 56); }  /* for totals below 256 */
static int total_value(Pool pool) {
    int worth = 0;
    for (int i = 0; i < faces; i++) worth += face[i] * count_of(pool, i);
    return worth;
}

static int later(Pool a, Pool b) {  /* whether a comes after b in Python's order of tuples */
    for (int i = 0; i < faces; i++)
        if (count_of(a, i) != count_of(b, i)) return count_of(a, i) > count_of(b, i);
    return 0;
}

static void collect(Pool table, int i, int room, Pool chosen, Sets *out) {
    int fits = room / face[i] < count_of(table, i) ? room / face[i] : count_of(table, i);
    for (int n = fits; n >= (i ? 0 : fits); n--) {
        Pool pool = chosen + (Pool)n * one(i);
        int left = room - n * face[i];
        if (i) { collect(table, i - 1, left, pool, out); continue; }
        int largest = 1;
        for (int j = 0; j < faces && face[j] <= left; j++) largest &= count_of(pool, j) == count_of(table, j);
        if (!largest || out->n >= MAX_SETS) continue;
        if (stored == store_size)
            store = realloc(store, (store_size = store_size ? 2 * store_size : 4096) * sizeof *store);
        uint32_t at = stored++;
        for (; at > out->first && later(store[at - 1], pool); at--) store[at] = store[at - 1];
        store[at] = pool;
        out->n++;
    }
}

static Pool greedy_pool(Pool table, int coin, int lowest_first) {
    Pool taken = 0;
    int room = face[coin] - 1;
    for (int k = 0; k < coin; k++) {
        int i = lowest_first ? k : coin - 1 - k;
        int fits = room / face[i] < count_of(table, i) ? room / face[i] : count_of(table, i);
        taken += (Pool)fits * one(i);
        room -= fits * face[i];
    }
    return taken;
}

static Sets *build(Sets *s, Pool table, int coin) {
    s->first = stored;
    collect(table, coin, face[coin] - 1, 0, s);
    s->by_value = greedy_pool(table, coin, 0), s->by_count = greedy_pool(table, coin, 1);
    s->value = (int16_t)total_value(s->by_value), s->count = (int16_t)total_count(s->by_value);
    s->low_count = (int16_t)total_count(s->by_count);
    s->coinage_count = -1;
    for (uint32_t k = s->first; k < s->first + s->n; k++) {
        int n = total_count(store[k]), worth = total_value(store[k]);
        if (n > s->coinage_count || (n == s->coinage_count && worth > s->coinage_value))
            s->coinage = store[k], s->coinage_count = (int16_t)n, s->coinage_value = (int16_t)worth;
    }
    return s;
}

static inline Sets *sets_for(Pool table, int coin) {
    uint32_t key = 0;
    for (int i = 0; i < coin; i++) {
        int n = count_of(table, i);
        key += stride[coin][i] * (uint32_t)(n < cap[coin][i] ? n : cap[coin][i]);
    }
    Sets *s = &sets[coin][key];
    return s->n ? s : build(s, table, coin);
}

static int list_moves(const State *s, Move *moves) {
    int n = 0;
    Pool hand = s->hand[s->mover];
    for (int c = 0; c < faces; c++)
        if (count_of(hand, c)) {
            Sets *list = sets_for(s->table, c);
            for (int k = 0; k < list->n; k++) moves[n++] = (Move){store[list->first + (uint32_t)k], c};
        }
    return n;
}

static inline void play(State *s, int coin, Pool change) {
    Pool hand = s->hand[s->mover] - one(coin) + change;
    s->table += one(coin) - change;
    s->hand[s->mover] = hand;
    s->alive -= hand == 0;
    do s->mover = s->mover + 1 == seats ? 0 : s->mover + 1; while (!s->hand[s->mover]);
}

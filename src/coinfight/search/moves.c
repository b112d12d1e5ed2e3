/* Part of core.c: pools, the sets of change that a move may take, and what a move makes of a position. */

/* The sets of change for a coin and a table, built when first asked for. Without memory for them some are left out; the
 * empty set, the first in the store, is there for a coin that would have none: every move that is listed is legal. */
struct Sets { uint32_t first; uint16_t n; int16_t value, count, coinage_value, coinage_count, low_count;
              Pool by_value, by_count, coinage; };

static uint64_t next_random(CoinFight *cf) {
    cf->rng ^= cf->rng >> 12, cf->rng ^= cf->rng << 25, cf->rng ^= cf->rng >> 27;
    return cf->rng * 2685821657736338717ull;
}
static int below(CoinFight *cf, int n) { return (int)(((next_random(cf) >> 32) * (uint64_t)n) >> 32); }
void cf_seed(CoinFight *cf, uint64_t seed) { cf->rng = (seed + 1) * 0x9E3779B97F4A7C15ull | 1; }

static inline int count_of(Pool pool, int i) { return (int)(pool >> (8 * i) & 255); }
static inline Pool one(int i) { return 1ull << (8 * i); }
static int total_count(Pool pool) { return (int)((pool * 0x0101010101010101ull) >> 56); }  /* for totals below 256 */
static int total_value(CoinFight *cf, Pool pool) {
    int worth = 0;
    for (int i = 0; i < cf->faces; i++) worth += cf->face[i] * count_of(pool, i);
    return worth;
}

static int later(CoinFight *cf, Pool a, Pool b) {  /* whether a comes after b in Python's order of tuples */
    for (int i = 0; i < cf->faces; i++)
        if (count_of(a, i) != count_of(b, i)) return count_of(a, i) > count_of(b, i);
    return 0;
}

#define FIRST_STORE 4096u  /* more than the standard coins need at any number of seats: about 1,000 (measured) */

static int begin_store(CoinFight *cf) {
    if (!cf->store && (cf->store = malloc(FIRST_STORE * sizeof *cf->store))) cf->store_size = FIRST_STORE;
    if (cf->store) cf->store[0] = 0, cf->stored = 1;
    return cf->store != NULL;
}

static int grow_store(CoinFight *cf) {  /* whether there is room for one more */
    if (cf->stored < cf->store_size) return 1;
    Pool *larger = cf->store_size > UINT32_MAX / 2 ? NULL : realloc(cf->store, 2 * sizeof *larger * cf->store_size);
    if (larger) cf->store = larger, cf->store_size *= 2;
    return larger != NULL;
}

/* Add the largest sets that are `chosen` and coins of the denominations up to i. A way ends where a coin that was left
 * out would fit beside all lower ones, or the list is full: many kinds of coins would else take seconds. */
static void collect(CoinFight *cf, Pool table, int i, int room, Pool chosen, Sets *out) {
    int fits = room / cf->face[i] < count_of(table, i) ? room / cf->face[i] : count_of(table, i);
    int lower = total_value(cf, table & (one(i) - 1));
    for (int n = fits; n >= (i ? 0 : fits) && out->n < MAX_SETS; n--) {
        Pool pool = chosen + (Pool)n * one(i);
        int left = room - n * cf->face[i];
        if (n < count_of(table, i) && left - lower >= cf->face[i]) break;
        if (i) { collect(cf, table, i - 1, left, pool, out); continue; }
        int largest = 1;
        for (int j = 0; j < cf->faces && cf->face[j] <= left; j++) largest &= count_of(pool, j) == count_of(table, j);
        if (!largest || !grow_store(cf)) continue;
        uint32_t at = cf->stored++;
        for (; at > out->first && later(cf, cf->store[at - 1], pool); at--) cf->store[at] = cf->store[at - 1];
        cf->store[at] = pool;
        out->n++;
    }
}

static Pool greedy_pool(CoinFight *cf, Pool table, int coin, int lowest_first) {
    Pool taken = 0;
    int room = cf->face[coin] - 1;
    for (int k = 0; k < coin; k++) {
        int i = lowest_first ? k : coin - 1 - k;
        int fits = room / cf->face[i] < count_of(table, i) ? room / cf->face[i] : count_of(table, i);
        taken += (Pool)fits * one(i);
        room -= fits * cf->face[i];
    }
    return taken;
}

static Sets *build(CoinFight *cf, Sets *s, Pool table, int coin) {
    s->first = cf->stored;
    collect(cf, table, coin, cf->face[coin] - 1, 0, s);
    if (!s->n) s->first = 0, s->n = 1;
    s->by_value = greedy_pool(cf, table, coin, 0), s->by_count = greedy_pool(cf, table, coin, 1);
    s->value = (int16_t)total_value(cf, s->by_value), s->count = (int16_t)total_count(s->by_value);
    s->low_count = (int16_t)total_count(s->by_count);
    s->coinage_count = -1;
    for (uint32_t k = s->first; k < s->first + s->n; k++) {
        int n = total_count(cf->store[k]), worth = total_value(cf, cf->store[k]);
        if (n > s->coinage_count || (n == s->coinage_count && worth > s->coinage_value))
            s->coinage = cf->store[k], s->coinage_count = (int16_t)n, s->coinage_value = (int16_t)worth;
    }
    return s;
}

static inline Sets *sets_for(CoinFight *cf, Pool table, int coin) {
    uint32_t key = 0;
    for (int i = 0; i < coin; i++) {
        int n = count_of(table, i);
        key += cf->stride[coin][i] * (uint32_t)(n < cf->cap[coin][i] ? n : cf->cap[coin][i]);
    }
    Sets *s = &cf->sets[coin][key];
    return s->n ? s : build(cf, s, table, coin);
}

static int list_moves(CoinFight *cf, const State *s, Move *moves) {
    int n = 0;
    Pool hand = s->hand[s->mover];
    for (int c = 0; c < cf->faces; c++)
        if (count_of(hand, c)) {
            Sets *list = sets_for(cf, s->table, c);
            for (int k = 0; k < list->n; k++) moves[n++] = (Move){cf->store[list->first + (uint32_t)k], c};
        }
    return n;
}

static inline void play(CoinFight *cf, State *s, int coin, Pool change) {
    Pool hand = s->hand[s->mover] - one(coin) + change;
    s->table += one(coin) - change;
    s->hand[s->mover] = hand;
    s->alive -= hand == 0;
    do s->mover = s->mover + 1 == cf->seats ? 0 : s->mover + 1; while (!s->hand[s->mover]);
}

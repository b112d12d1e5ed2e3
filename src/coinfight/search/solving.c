/* Part of core.c: two or three seats left: probabilities to win when everybody errs a little. */

/* "Te": every seat plays its best with probability 1 - e, else a random largest set; equals evenly. With e = 0 and two
 * seats this is exact play. Values are kept by the hands from the mover on; the table follows from the totals. */
#define SOLVED_SEATS 3
static const double ERROR = 0.3;  /* our e; measured: 0.1 to 0.3 are alike, 0 and 0.6 far worse */
struct Solved { uint64_t key; float value[SOLVED_SEATS]; };

static inline uint64_t mix(uint64_t h) {
    h ^= h >> 32, h *= 0xD6E8FEB86659FD93ull, h ^= h >> 32, h *= 0xD6E8FEB86659FD93ull;
    return h ^ h >> 32;
}

static uint64_t key_of(CoinFight *cf, const State *s) {
    uint64_t key = 0;
    for (int k = 0, p = s->mover; k < cf->seats; k++, p = p + 1 == cf->seats ? 0 : p + 1)
        if (s->hand[p]) key = mix(key * 0x9E3779B97F4A7C15ull + s->hand[p]);
    return key ? key : 1;
}

/* Write the probability to win of each seat left, from the mover on; return 0, or -1 when the limit is reached. */
static int solve(CoinFight *cf, const State *s, double error, float *value) {
    uint64_t key = key_of(cf, s);
    uint32_t at = (uint32_t)key & cf->solved_mask;
    for (; cf->solved[at].key; at = (at + 1) & cf->solved_mask)
        if (cf->solved[at].key == key) {
            memcpy(value, cf->solved[at].value, sizeof cf->solved[at].value);
            return 0;
        }
    if (cf->solved_count >= cf->solved_limit || (!(cf->solved_count & 1023) && now() > cf->solve_deadline)) return -1;
    Move moves[64];
    float best[SOLVED_SEATS] = {-1}, mean[SOLVED_SEATS] = {0}, next[SOLVED_SEATS] = {0};
    int n = 0, equals = 0, left = s->alive;
    for (int c = 0; c < cf->faces; c++)
        if (count_of(s->hand[s->mover], c)) n += sets_for(cf, s->table, c)->n;
    if (n > 64) return -1;
    list_moves(cf, s, moves);
    for (int k = 0; k < n; k++) {
        State after = *s;
        float mine[SOLVED_SEATS] = {0};
        play(cf, &after, moves[k].coin, moves[k].change);
        if (after.alive == 1) {
            mine[1] = 1;  /* only the mover can go out: the seat after it has won */
        } else {
            if (solve(cf, &after, error, next)) return -1;
            if (after.alive == left) {
                mine[0] = next[left - 1];
                for (int i = 1; i < left; i++) mine[i] = next[i - 1];
            } else
                for (int i = 1; i < left; i++) mine[i] = next[i - 1];
        }
        for (int i = 0; i < left; i++) mean[i] += mine[i];
        if (mine[0] > best[0] + 1e-6f) memcpy(best, mine, sizeof mine), equals = 1;
        else if (mine[0] > best[0] - 1e-6f) {
            equals++;
            for (int i = 0; i < left; i++) best[i] += (mine[i] - best[i]) / (float)equals;
        }
    }
    for (int i = 0; i < SOLVED_SEATS; i++) value[i] = (float)(1 - error) * best[i] + (float)error * mean[i] / (float)n;
    at = (uint32_t)key & cf->solved_mask;
    while (cf->solved[at].key) at = (at + 1) & cf->solved_mask;
    cf->solved[at].key = key;
    memcpy(cf->solved[at].value, value, sizeof cf->solved[at].value);
    cf->solved_count++;
    return 0;
}

/* Return 0, or -1: no memory. */
static int solve_begin(CoinFight *cf, uint32_t limit, double seconds) {
    uint32_t size = 1024;
    while (size < limit + limit / 2) size *= 2;
    free(cf->solved);
    cf->solved = calloc(size, sizeof *cf->solved);
    cf->solved_mask = size - 1, cf->solved_count = 0, cf->solved_limit = limit;
    cf->solve_deadline = now() + seconds;
    return cf->solved ? 0 : -1;
}

/* Write the mover's probability to win after each move by Te; return how many moves, or -1 when `limit` positions or
 * the seconds are not enough, there is no memory, or more than SOLVED_SEATS seats are left. */
int cf_solve(CoinFight *cf, double error, int limit, double seconds, double *out) {
    Move moves[MAX_MOVES];
    float next[SOLVED_SEATS];
    if (cf->root.alive < 2 || cf->root.alive > SOLVED_SEATS) return -1;
    int n = list_moves(cf, &cf->root, moves);
    if (solve_begin(cf, (uint32_t)limit, seconds)) return -1;
    for (int k = 0; k < n; k++) {
        State after = cf->root;
        play(cf, &after, moves[k].coin, moves[k].change);
        if (after.alive < cf->root.alive) { out[k] = 0; continue; }
        if (solve(cf, &after, error, next)) return -1;
        out[k] = next[cf->root.alive - 1];
    }
    return n;
}

/* Three seats with the standard coins: every position solved for players who all err a little, then our decisions
 * packed into a table.
 *
 * Contract. three_setup once (it takes 1.5 GB), then three_solve, three_mark and three_pack in this order; loaded by
 * training/three_seats.py. Positions are numbered from the seats by turn, the mover first: for each denomination the
 * counts in the three hands are one of n_parts[i] parts, and a number has a digit for each denomination.
 */
#include "../search/core.c"

#define POSITIONS 168168000u
#define MOST_PARTS 455
#define MOST_MOVES 256

/* The chances to win of the mover and of the next seat; the third has the rest. */
typedef struct { float mover, next; } Chances;
typedef struct { int8_t gain[4]; int coin; } Step;  /* what a move adds to the mover's count of each denomination */

static CoinFight *cf;
static const int TOTAL[4] = {12, 9, 6, 3};
static int n_parts[4], first_part[4][14];          /* of a denomination; the first with so many coins in hands */
static int16_t part_of[4][13][13][13];
static uint8_t part[4][MOST_PARTS][3];
static int16_t moved[4][MOST_PARTS][15];           /* the part after a move that adds so many (plus 1), seats by turn */
static uint32_t digit[4];
static Chances *chances;
static uint8_t *reached[3];                        /* bits: whether a position is met in which we are this seat */

int cf_three_setup(void) {
    int values[4] = {1, 5, 10, 25}, counts[16] = {0, 0, 0, 0, 4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1};
    uint32_t positions = 1;
    cf = cf_new();
    cf_begin(cf, 4, values, 3, counts, 0);
    for (int i = 0; i < 4; i++) {
        int most = TOTAL[i], n = 0;
        for (int held = 0; held <= most; held++) {
            first_part[i][held] = n;
            for (int a = 0; a <= held; a++)
                for (int b = 0; a + b <= held; b++) {
                    part[i][n][0] = (uint8_t)a, part[i][n][1] = (uint8_t)b, part[i][n][2] = (uint8_t)(held - a - b);
                    part_of[i][a][b][held - a - b] = (int16_t)n++;
                }
        }
        first_part[i][most + 1] = n_parts[i] = n;
        digit[i] = positions, positions *= (uint32_t)n;
        for (int t = 0; t < n; t++) {
            int a = part[i][t][0], b = part[i][t][1], c = part[i][t][2];
            for (int gain = a ? -1 : 0; gain <= most - a - b - c; gain++)
                moved[i][t][gain + 1] = part_of[i][b][c][a + gain];
        }
    }
    chances = malloc(POSITIONS * sizeof *chances);
    for (int us = 0; us < 3; us++) reached[us] = calloc(POSITIONS / 8 + 1, 1);
    return chances && reached[2] && positions == POSITIONS ? 0 : -1;
}

static uint32_t number_of(const int *t) {
    uint32_t at = 0;
    for (int i = 0; i < 4; i++) at += digit[i] * (uint32_t)t[i];
    return at;
}

static uint32_t number_after(const int *t, const Step *step) {
    uint32_t at = 0;
    for (int i = 0; i < 4; i++) at += digit[i] * (uint32_t)moved[i][t[i]][step->gain[i] + 1];
    return at;
}

static int has_coins(const int *t, int seat) {
    return part[0][t[0]][seat] | part[1][t[1]][seat] | part[2][t[2]][seat] | part[3][t[3]][seat];
}

/* ---- all positions, group by group: those with the same coins in hands have the same table and the same sets ---- */

typedef struct { int held[4], n_steps, worth; Step step[MOST_MOVES]; } Group;

static void begin_group(Group *g) {
    Pool table = 0;
    g->n_steps = g->worth = 0;
    for (int i = 0; i < 4; i++) table += (Pool)(TOTAL[i] - g->held[i]) * one(i), g->worth += cf->face[i] * g->held[i];
    for (int c = 0; c < 4; c++) {
        Sets *s = sets_for(cf, table, c);
        for (uint32_t k = s->first; k < s->first + s->n; k++) {
            Step *step = &g->step[g->n_steps++];
            step->coin = c;
            for (int i = 0; i < 4; i++) step->gain[i] = (int8_t)(count_of(cf->store[k], i) - (i == c));
        }
    }
}

/* Call `visit` for all positions of each group, rising (every move leads to an earlier group) or falling. */
static void for_all(void (*visit)(const Group *, const int *), int falling) {
    static Group g;
    int n_groups = 13 * 10 * 7 * 4;
    for (int k = 0; k < n_groups; k++) {
        int rest = falling ? n_groups - 1 - k : k, t[4];
        for (int i = 0; i < 4; i++) g.held[i] = rest % (TOTAL[i] + 1), rest /= TOTAL[i] + 1;
        begin_group(&g);
        for (t[3] = first_part[3][g.held[3]]; t[3] < first_part[3][g.held[3] + 1]; t[3]++)
            for (t[2] = first_part[2][g.held[2]]; t[2] < first_part[2][g.held[2] + 1]; t[2]++)
                for (t[1] = first_part[1][g.held[1]]; t[1] < first_part[1][g.held[1] + 1]; t[1]++)
                    for (t[0] = first_part[0][g.held[0]]; t[0] < first_part[0][g.held[0] + 1]; t[0]++) visit(&g, t);
    }
}

/* ---- solving ---- */

static double error_share;

/* Return the chances after a move, seats as seen from before it: the mover's, the next seat's. */
static Chances after(const int *t, const Step *step, int next_lives) {
    if (next_lives) {
        const Chances *to = &chances[number_after(t, step)];
        return (Chances){1 - to->mover - to->next, to->mover};
    }
    static const Step pass = {{0, 0, 0, 0}, 0};
    int skipped[4];
    for (int i = 0; i < 4; i++) skipped[i] = moved[i][t[i]][step->gain[i] + 1];
    const Chances *to = &chances[number_after(skipped, &pass)];
    return (Chances){to->next, 0};
}

static int list_after(const Group *g, const int *t, Chances *list) {
    int n = 0, next_lives = has_coins(t, 1);
    for (int k = 0; k < g->n_steps; k++)
        if (part[g->step[k].coin][t[g->step[k].coin]][0]) list[n++] = after(t, &g->step[k], next_lives);
    return n;
}

/* All choose their best move, equals evenly, but with error_share any move. */
static void solve_one(const Group *g, const int *t) {
    if (!has_coins(t, 0)) return;
    Chances list[MOST_MOVES], best = {-1, 0}, mean = {0, 0}, *out = &chances[number_of(t)];
    *out = (Chances){1, 0};
    if (!has_coins(t, 1) && !has_coins(t, 2)) return;
    int n = list_after(g, t, list), equals = 0;
    for (int k = 0; k < n; k++) {
        mean.mover += list[k].mover / (float)n, mean.next += list[k].next / (float)n;
        if (list[k].mover > best.mover + 1e-6f) best = list[k], equals = 1;
        else if (list[k].mover > best.mover - 1e-6f) best.next += (list[k].next - best.next) / (float)++equals;
    }
    float share = (float)error_share;
    *out = (Chances){(1 - share) * best.mover + share * mean.mover, (1 - share) * best.next + share * mean.next};
}

/* Solve all positions; write the chances of the first and the second seat at the start. */
void cf_three_solve(double error, double *start) {
    int t[4];
    error_share = error;
    for_all(solve_one, 0);
    for (int i = 0; i < 4; i++) t[i] = part_of[i][TOTAL[i] / 3][TOTAL[i] / 3][TOTAL[i] / 3];
    start[0] = (double)chances[number_of(t)].mover, start[1] = (double)chances[number_of(t)].next;
}

/* ---- which decisions of ours are met ---- */

static uint32_t n_met;
static uint64_t *met_key; /* NULL: only count */
static uint8_t *met_entry;

static int is_reached(int us, uint32_t at) { return reached[us][at >> 3] >> (at & 7) & 1; }
static void reach(int us, uint32_t at) { reached[us][at >> 3] |= (uint8_t)(1 << (at & 7)); }

static int our_choice(const Chances *list, int n) {
    int best = 0;
    for (int k = 1; k < n; k++)
        if (list[k].mover > list[best].mover) best = k;
    return best;
}

/* Early in a game the seed chooses among our moves whose chances are within the margin of the best. Later ones would
 * make the table too large: within 0.01 at any time 6.3 million decisions would be met. */
#define EARLY_WORTH 150
#define EARLY_MARGIN 0.02f  /* guessed: the strength stays, see README.txt */
typedef struct { uint64_t key, may; } Early;  /* a position, and a bit for each move that may be played */

static Early *early;
static uint32_t n_early;

static uint64_t our_choices(const Group *g, const Chances *list, int n, int best) {
    uint64_t may = 1ull << best;
    if (g->worth > EARLY_WORTH)
        for (int k = 0; k < n; k++) may |= (uint64_t)(list[k].mover >= list[best].mover - EARLY_MARGIN) << k;
    return may;
}

static void keep(const int *t, int n, int choice, uint64_t may) {
    if (met_key) {
        State s = {.mover = 0};
        for (int p = 0; p < 3; p++)
            for (int i = 0; i < 4; i++) s.hand[p] += (Pool)part[i][t[i]][p] * one(i);
        met_key[n_met] = key_of(cf, &s);
        met_entry[n_met] = (uint8_t)(choice + n * check_of(met_key[n_met], n));
        if (may & (may - 1)) early[n_early] = (Early){met_key[n_met], may};
    }
    n_met++, n_early += (may & (may - 1)) != 0;
}

static void mark_one(const Group *g, const int *t) {
    uint32_t at = number_of(t);
    if (!has_coins(t, 0) || !has_coins(t, 1) || !has_coins(t, 2)) return;
    Chances list[MOST_MOVES];
    int ours = is_reached(0, at), n = ours ? list_after(g, t, list) : 0, k = 0;
    int choice = ours ? our_choice(list, n) : -1;
    uint64_t may = n > 1 && n <= 64 ? our_choices(g, list, n, choice) : 1;
    if (ours && n > 1 && n <= 64 && g->worth > TABLE_VALUE) keep(t, n, choice, may);
    for (int s = 0; s < g->n_steps; s++) {
        if (!part[g->step[s].coin][t[g->step[s].coin]][0]) continue;
        uint32_t to = number_after(t, &g->step[s]);
        if (ours && (n > 64 ? k == choice : may >> k & 1)) reach(2, to);
        k++;
        for (int us = 1; us < 3; us++)
            if (is_reached(us, at)) reach(us - 1, to);
    }
}

/* Find the decisions of ours that largest sets of the others lead to, from all seats; return how many there are. */
uint32_t cf_three_mark(void) {
    int t[4];
    for (int i = 0; i < 4; i++) t[i] = part_of[i][TOTAL[i] / 3][TOTAL[i] / 3][TOTAL[i] / 3];
    for (int pass = 0; pass < 2; pass++) {
        for (int us = 0; us < 3; us++) memset(reached[us], 0, POSITIONS / 8 + 1), reach(us, number_of(t));
        n_met = n_early = 0;
        for_all(mark_one, 1);
        if (pass) break;
        met_key = malloc(n_met * sizeof *met_key), met_entry = malloc(n_met), early = malloc(n_early * sizeof *early);
    }
    return n_met;
}

static int by_key(const void *x, const void *y) {
    uint64_t a = ((const Early *)x)->key, b = ((const Early *)y)->key;
    return a < b ? -1 : a > b;
}

/* After three_mark: write, unless `out` is NULL, the positions in which the seed chooses, by rising keys; return their
 * number. */
uint32_t cf_three_early(Early *out) {
    qsort(early, n_early, sizeof *early, by_key);
    if (out) memcpy(out, early, n_early * sizeof *early);
    return n_early;
}

/* ---- the static function (peeling: Majewski, Wormald, Havas and Czech 1996) ---- */

/* Write the table for `third` (see core.c) to 4 + 3 * third bytes; return 0, or -1: another `third` must be tried. */
int cf_three_pack(uint32_t third, uint8_t *out) {
    uint32_t *degree = calloc(3 * (size_t)third, 4), *mixed = calloc(3 * (size_t)third, 4), slot[3];
    uint32_t *stack = malloc(3 * (size_t)third * 4);
    uint32_t *order = malloc(n_met * (size_t)4), *by = malloc(n_met * (size_t)4);
    uint32_t n_stack = 0, peeled = 0;
    for (uint32_t k = 0; k < n_met; k++) {
        slots_of(met_key[k], third, slot);
        for (int j = 0; j < 3; j++) degree[slot[j]]++, mixed[slot[j]] ^= k;
    }
    for (uint32_t s = 0; s < 3 * third; s++)
        if (degree[s] == 1) stack[n_stack++] = s;
    while (n_stack) {
        uint32_t s = stack[--n_stack], k = mixed[s];
        if (degree[s] != 1) continue;
        order[peeled] = k, by[peeled++] = s;
        slots_of(met_key[k], third, slot);
        for (int j = 0; j < 3; j++) {
            mixed[slot[j]] ^= k;
            if (--degree[slot[j]] == 1) stack[n_stack++] = slot[j];
        }
    }
    memset(out, 0, 4 + 3 * (size_t)third);
    for (int j = 0; j < 4; j++) out[j] = (uint8_t)(third >> 8 * j);
    for (uint32_t q = peeled; q-- > 0;) {
        uint8_t entry = met_entry[order[q]];
        slots_of(met_key[order[q]], third, slot);
        for (int j = 0; j < 3; j++) entry ^= out[4 + slot[j]];  /* that of its own slot is still 0 */
        out[4 + by[q]] = entry;
    }
    free(degree), free(mixed), free(stack), free(order), free(by);
    return peeled == n_met ? 0 : -1;
}

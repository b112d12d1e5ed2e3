/* Two seats with the standard coins: every position solved exactly, and lost ones played against models of opponents.
 *
 * Contract: two_setup once; then two_add_type for each model, two_iterate until its value stands still, two_choices
 * for the table. Loaded by training/two_seats.py. Positions are numbered as in coinfight.search.two_seats.
 */
#include "../search/core.c"

#define POSITIONS 113400  /* the index's range; 111,511 have coins in both hands */
#define WIDTH 40          /* moves of a position: 25 at most (measured) */
#define DEPTHS 20
#define TYPES 64
#define SAMPLED 5
#define OTHERS_SHARE 0.1   /* how much it counts that other models than this one come to a position (guessed) */
#define PRIOR 0.1          /* of a searcher's choices, in searches: a move that wins counts 4 times as much (guessed) */

enum { EXACT, COIN_WEIGHTS, OLD_WEIGHTS, RULE, SEARCHER };

static CoinFight *cf;
static const int TOTAL[4] = {8, 6, 4, 2};
static Pool mine[POSITIONS], other[POSITIONS], full;
static int order[POSITIONS], found, n_moves[POSITIONS], successor[POSITIONS][WIDTH];
static int won[POSITIONS], plies[POSITIONS];
static int weighed[2][DEPTHS][POSITIONS];          /* minimax of so many plies over coin weights */
static float sampled[SAMPLED][POSITIONS][WIDTH];   /* how often a tree search chose a move, about */
static float searches[SAMPLED][POSITIONS];         /* how many were made there */
static uint8_t choice[POSITIONS];
static uint32_t may[POSITIONS];                    /* bits: the moves that may be played */
static int choices_stand;                          /* two_keep was called */
static double margin;

static int types, kind[TYPES], number[TYPES];
static double weight[TYPES], noise[TYPES];
static float ours[TYPES][POSITIONS], theirs[TYPES][POSITIONS], reach[TYPES][POSITIONS];

static int index_of(Pool a, Pool b) {
    int index = 0;
    for (int i = 0; i < 4; i++) {
        int x = count_of(a, i), n = TOTAL[i];
        index = index * ((n + 1) * (n + 2) / 2) + x * (n + 1) - x * (x - 1) / 2 + count_of(b, i);
    }
    return index;
}

static int smaller(const void *x, const void *y) {
    Pool a = mine[*(const int *)x] + other[*(const int *)x], b = mine[*(const int *)y] + other[*(const int *)y];
    return a < b ? -1 : a > b;  /* the highest denomination is the highest byte: every move makes this smaller */
}

static void enumerate(int i, Pool a, Pool b) {
    if (i < 4) {
        for (int x = 0; x <= TOTAL[i]; x++)
            for (int y = 0; x + y <= TOTAL[i]; y++) enumerate(i + 1, a + (Pool)x * one(i), b + (Pool)y * one(i));
        return;
    }
    if (!a || !b) return;
    int at = index_of(a, b);
    State s = {.table = full - a - b, .hand = {a, b}, .mover = 0, .alive = 2};
    Move moves[MAX_MOVES];
    mine[at] = a, other[at] = b, order[found++] = at;
    n_moves[at] = list_moves(cf, &s, moves);
    for (int k = 0; k < n_moves[at]; k++) {
        Pool after = a - one(moves[k].coin) + moves[k].change;
        successor[at][k] = after ? index_of(b, after) : -1;
    }
}

static void solve_exactly(int at) {
    int quickest = 999, longest = 0;
    for (int k = 0; k < n_moves[at]; k++) {
        int next = successor[at][k];
        if (next < 0) continue;
        if (!won[next] && plies[next] < quickest) quickest = plies[next];
        if (won[next] && plies[next] > longest) longest = plies[next];
    }
    won[at] = quickest < 999;
    plies[at] = 1 + (won[at] ? quickest : longest);
}

static void evaluate(int at) {
    static const int WEIGHT[2][4] = {{698, 1367, 3039, 6554}, {882, 1727, 2957, 6554}};  /* the framework's two */
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < 4; i++)
            weighed[w][0][at] += WEIGHT[w][i] * (count_of(mine[at], i) - count_of(other[at], i));
}

static int weighed_move(int w, int depth, int next) {
    return next < 0 ? -1000000 - depth : -weighed[w][depth - 1][next];
}

static void look_ahead(int depth, int at) {
    for (int w = 0; w < 2; w++) {
        int best = -10000000;
        for (int k = 0; k < n_moves[at]; k++) {
            int score = weighed_move(w, depth, successor[at][k]);
            if (score > best) best = score;
        }
        weighed[w][depth][at] = best;
    }
}

/* Solve all positions; return how many there are. */
int cf_two_setup(void) {
    int values[4] = {1, 5, 10, 25}, counts[12] = {0, 0, 0, 0, 4, 3, 2, 1, 4, 3, 2, 1};
    cf = cf_new();
    cf_begin(cf, 4, values, 2, counts, 0);
    for (int i = 0; i < 4; i++) full += (Pool)TOTAL[i] * one(i);
    enumerate(0, 0, 0);
    qsort(order, (size_t)found, sizeof *order, smaller);
    for (int q = 0; q < found; q++) solve_exactly(order[q]), evaluate(order[q]);
    for (int depth = 1; depth < DEPTHS; depth++)
        for (int q = 0; q < found; q++) look_ahead(depth, order[q]);
    return found;
}

/* Write won or lost, and plies to the end, of every index (0 where there is no position). */
void cf_two_exact(uint8_t *is_won, uint8_t *length) {
    for (int at = 0; at < POSITIONS; at++) is_won[at] = (uint8_t)won[at], length[at] = (uint8_t)plies[at];
}

static int differs(Pool pool, const int *counts) {
    for (int i = 0; i < 4; i++)
        if (count_of(pool, i) != counts[i]) return 1;
    return 0;
}

/* Search on at a position: a tree of so many iterations, or (below 0) alpha-beta of so many leaves. */
static void sample(int slot, int at, int iterations, int times) {
    static double result[2 * MAX_MOVES];
    Options options = {.explore = 0.7, .iterations = iterations};
    int n = n_moves[at];
    cf->root = (State){.hand = {mine[at], other[at]}, .table = full - mine[at] - other[at], .alive = 2};
    searches[slot][at] += (float)times;
    for (; iterations < 0 && times > 0; times--) {
        int out[MAX_FACES + 1], k = 0;
        Move moves[MAX_MOVES];
        cf_alpha_beta(cf, -iterations, NULL, out);
        list_moves(cf, &cf->root, moves);
        while (moves[k].coin != out[0] || differs(moves[k].change, out + 1)) k++;
        sampled[slot][at][k] += 1;
    }
    for (; times > 0; times--) {
        int best = 0, made = cf_search(cf, &options, result);
        for (int k = 0; k < n; k++) {
            if (result[2 * k] > result[2 * best]) best = k;
            sampled[slot][at][k] += (float)(0.1 * result[2 * k] / made);  /* guessed: what it might do */
        }
        sampled[slot][at][best] += 0.9f;
    }
}

/* Fill slot `slot` with what a searcher chooses in positions won for it. */
void cf_two_sample(int slot, int iterations, int times, int seed) {
    cf_seed(cf, (uint64_t)seed);
    for (int q = 0; q < found; q++)
        if (n_moves[order[q]] > 1 && won[order[q]]) sample(slot, order[q], iterations, times);
        else for (int k = 0; k < n_moves[order[q]]; k++) sampled[slot][order[q]][k] = 1;
}

/* Fill a slot with half of what another holds, as a first guess. */
void cf_two_copy(int from, int to) {
    for (int at = 0; at < POSITIONS; at++) {
        searches[to][at] = searches[from][at] / 2;
        for (int k = 0; k < WIDTH; k++) sampled[to][at][k] = sampled[from][at][k] / 2;
    }
}

/* Search on where the present choices lead, until a position has `times` searches times the root of how likely a
 * model comes there; return how many positions were looked at. */
int cf_two_refine(int slot, int iterations, int times, double least) {
    int seen = 0;
    for (int q = 0; q < found; q++) {
        int at = order[q];
        double most = 0;
        for (int t = 0; t < types; t++)
            if (weight[t] > 0.01) {
                double share = kind[t] == SEARCHER && number[t] == slot ? 1 : OTHERS_SHARE;
                if (share * (double)reach[t][at] > most) most = share * (double)reach[t][at];
            }
        double likely = sqrt(most / __builtin_popcount(may[at] | 1));
        for (int m = 0; m < n_moves[at] && !won[at] && most >= least; m++) {
            int next = successor[at][m];
            if (!(may[at] >> m & 1) || next < 0 || !won[next] || n_moves[next] == 1) continue;
            int more = (int)(times * likely - (double)searches[slot][next] + 0.5);
            if (more > 0) sample(slot, next, iterations, more), seen++;
        }
    }
    return seen;
}
float *two_sampled(int slot) { return &sampled[slot][0][0]; }
float *two_searches(int slot) { return &searches[slot][0]; }

/* Add a model: its kind and number (depth, style or slot), its share, its noise. */
void cf_two_add_type(int kind_, int number_, double weight_, double noise_) {
    kind[types] = kind_, number[types] = number_, weight[types] = weight_;
    noise[types++] = noise_;
}
void two_clear(void) { types = 0; }

static void share_equals(const double *score, int n, double share, float *p) {
    double best = -1e30;
    int equals = 0;
    for (int k = 0; k < n; k++)
        if (score[k] > best) best = score[k], equals = 1;
        else equals += score[k] == best;
    for (int k = 0; k < n; k++)
        if (score[k] == best) p[k] += (float)(share / equals);
}

/* Write how likely a model is to make each move. */
static void distribution(int t, int at, float *p) {
    int n = n_moves[at];
    double share = 1 - noise[t], score[WIDTH], sum = 0;
    for (int k = 0; k < n; k++) p[k] = (float)(noise[t] / n);
    for (int k = 0; k < n; k++) {
        int next = successor[at][k];
        switch (kind[t]) {
        case EXACT: score[k] = next >= 0 && !won[next] ? 1000 - plies[next] : 0; break;
        case COIN_WEIGHTS: score[k] = weighed_move(0, number[t], next); break;
        case OLD_WEIGHTS: score[k] = weighed_move(1, number[t], next); break;
        case SEARCHER:
            sum += score[k] = (double)sampled[number[t]][at][k] + PRIOR * (next < 0 || won[next] ? 1 : 4);
            break;
        }
    }
    if (kind[t] == RULE) {
        State s = {.table = full - mine[at] - other[at], .hand = {mine[at], other[at]}, .alive = 2};
        Move moves[MAX_MOVES], move = rule_move(cf, &s, number[t]);
        list_moves(cf, &s, moves);
        for (int k = 0; k < n; k++) score[k] = moves[k].coin == move.coin && moves[k].change == move.change;
    }
    if (kind[t] == SEARCHER)
        for (int k = 0; k < n; k++) p[k] += (float)(share * score[k] / sum);
    else share_equals(score, n, share, p);
}

/* Choose the best move, and which ones may be played: the winning ones, or those less by the margin at most. */
static void choose(int at, const double *belief) {
    double best = -1, score[WIDTH] = {0};
    for (int k = 0; k < n_moves[at]; k++) {
        int next = successor[at][k];
        if (won[at]) score[k] = next >= 0 && !won[next] ? 1000 - plies[next] : 0;
        else if (next >= 0) {
            for (int t = 0; t < types; t++) score[k] += belief[t] * (double)theirs[t][next];
            score[k] += 1e-5 * plies[next];  /* among equals the longest way */
        }
        if (score[k] > best && !choices_stand) best = score[k], choice[at] = (uint8_t)k;
    }
    may[at] = 1u << choice[at];
    for (int k = 0; k < n_moves[at]; k++) {
        int fits = successor[at][k] >= 0 && score[k] >= score[choice[at]] - margin;
        may[at] |= (uint32_t)(won[at] ? score[k] > 0 : fits) << k;
    }
    float share = 1 / (float)__builtin_popcount(may[at]);
    for (int t = 0; t < types; t++) {
        ours[t][at] = (float)won[at];
        for (int k = 0; k < n_moves[at] && !won[at]; k++)
            if (may[at] >> k & 1 && successor[at][k] >= 0) ours[t][at] += share * theirs[t][successor[at][k]];
    }
}

static void follow(int t) {  /* the probability to come to each position of ours from the start, as first mover */
    Pool hand = 4 * one(0) + 3 * one(1) + 2 * one(2) + one(3);
    memset(reach[t], 0, sizeof reach[t]);
    reach[t][index_of(hand, hand)] = 1;
    for (int q = found - 1; q >= 0; q--) {
        int at = order[q];
        float p[WIDTH], share = reach[t][at] / (float)__builtin_popcount(may[at] | 1);
        for (int m = 0; m < n_moves[at] && !won[at] && share > 0; m++) {
            int next = successor[at][m];
            if (!(may[at] >> m & 1) || next < 0) continue;
            distribution(t, next, p);
            for (int k = 0; k < n_moves[next]; k++)
                if (successor[next][k] >= 0) reach[t][successor[next][k]] += share * p[k];
        }
    }
}

/* Improve the choices once: the belief in each model at a position is its share times the chance that it led there
 * by the choices before (the first time its share), mixed with `prior` of its share. Write each model's value of the
 * start (our chance to win); return their mean by share. */
double cf_two_iterate(int first, double prior, double *values) {
    for (int q = 0; q < found; q++) {
        int at = order[q];
        double belief[TYPES], sum = 0, mean = 0;
        for (int t = 0; t < types; t++) sum += belief[t] = first ? 0 : weight[t] * (double)reach[t][at];
        for (int t = 0; t < types; t++)
            belief[t] = sum > 1e-12 ? (1 - prior) * belief[t] / sum + prior * weight[t] : weight[t];
        choose(at, belief);
        for (int t = 0; t < types; t++) {
            float p[WIDTH];
            distribution(t, at, p);
            mean = 0;
            for (int k = 0; k < n_moves[at]; k++)
                mean += p[k] * (successor[at][k] < 0 ? 1 : ours[t][successor[at][k]]);
            theirs[t][at] = (float)mean;
        }
    }
    Pool hand = 4 * one(0) + 3 * one(1) + 2 * one(2) + one(3);
    double mean = 0, sum = 0;
    for (int t = 0; t < types; t++) {
        follow(t);
        values[t] = ours[t][index_of(hand, hand)];
        mean += weight[t] * values[t], sum += weight[t];
    }
    return mean / sum;
}

/* Keep the best moves of a table from now on; what may be played beside them is less by the margin at most. */
void cf_two_keep(const uint32_t *table, double margin_) {
    choices_stand = 1, margin = margin_;
    for (int at = 0; at < POSITIONS; at++) choice[at] = (uint8_t)(table[at] >> 25 & 31);
}

/* Write the table: for every index the moves that may be played, the best one, whether the mover wins (see core.c). */
void cf_two_choices(uint32_t *table) {
    for (int at = 0; at < POSITIONS; at++)
        table[at] = n_moves[at] ? may[at] | (uint32_t)choice[at] << 25 | (uint32_t)won[at] << 31 : 0;
}

/* The compiled core of Coin Fight: moves, exact and model-based solving, Monte Carlo tree search, reference opponents.
 *
 * Contract. The caller sets up a position with cf_begin (any seats up to MAX_SEATS, any rising denominations up to
 * MAX_FACES, totals per denomination up to MAX_TOTAL), then asks cf_* functions about it. Everything is kept in the
 * context that cf_new gives and cf_free takes: one thread at a time a context, any number of contexts at once. Threads
 * may share what is only read: the tables and the networks' weights, which must outlive the contexts that got them.
 * No function reads a file, the environment, or standard input; the only clock is the monotonic one, read where a
 * budget in seconds is given. The plain Python rules in coinfight.rules are the model: tests compare moves, values and
 * rule players with them position by position.
 *
 * Words. A pool is a count of each denomination, a byte each, packed into 64 bits. A move is a denomination's index
 * and the pool taken. Moves are the largest sets only (no further coin of the table fits), ordered as in Python:
 * by the coin, then by the counts from the lowest denomination on.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../gamekit/clock.c"

#define MAX_FACES 8
#define MAX_SEATS 32
#define MAX_TOTAL 250
#define MAX_SETS 255               /* of one coin; more are left out (never met with the standard coins) */
#define MAX_MOVES (MAX_FACES * MAX_SETS)
#define MAX_KEYS (1u << 22)        /* of one coin: how many different tables it can meet */

typedef uint64_t Pool;
typedef struct { Pool change; int coin; } Move;
typedef struct { Pool table, hand[MAX_SEATS]; int mover, alive; } State;

typedef struct Sets Sets;
typedef struct Solved Solved;
typedef struct Network Network;
typedef struct Node Node;

typedef struct CoinFight {
    State root;                              /* the position */
    int faces, seats, face[MAX_FACES];
    int cap[MAX_FACES][MAX_FACES];           /* so many coins of the lower denomination fit into the higher at most */
    uint32_t stride[MAX_FACES][MAX_FACES];
    Sets *sets[MAX_FACES];                   /* by a coin, and by how much of the table fits: see moves.c */
    Pool *store;                             /* of all sets, one list after the other */
    uint32_t stored, store_size;
    uint64_t rng;
    Solved *solved;                          /* see solving.c */
    uint32_t solved_mask, solved_count, solved_limit;
    double solve_deadline;
    const Network *networks;                 /* of 4 seats with 3 and 4 left, 5 with 3 to 5, 6 with 3 to 6 */
    double net_error;                        /* with this probability a player's move is a random one */
    Node *nodes;                             /* of the tree */
    uint32_t node_count;
    long ab_nodes, ab_limit;                 /* of alpha-beta: leaves so far, and at most */
    int ab_me, ab_weight[MAX_FACES];         /* and the seat that it plays for; what coins weigh */
} CoinFight;

static const int STANDARD_FACES[4] = {1, 5, 10, 25}, STANDARD_TOTALS[4] = {8, 6, 4, 2};  /* of two seats */

#include "moves.c"

/* Return a new context, NULL if there is no memory. */
CoinFight *cf_new(void) {
    CoinFight *cf = calloc(1, sizeof *cf);
    if (cf) cf->rng = 88172645463325252ull;
    return cf;
}

void cf_free(CoinFight *cf) {
    if (!cf) return;
    for (int i = 0; i < MAX_FACES; i++) free(cf->sets[i]);
    free(cf->store), free(cf->solved), free(cf->nodes), free(cf);
}

/* Set the position that the other functions speak of. `counts` are the table's and each hand's, denomination by
 * denomination. Return 0, or -1 when the position is too large for the core or its memory, or the mover has no coin. */
int cf_begin(CoinFight *cf, int n_faces, const int *values, int n_seats, const int *counts, int mover) {
    if (n_faces < 1 || n_faces > MAX_FACES || n_seats < 2 || n_seats > MAX_SEATS) return -1;
    int total[MAX_FACES] = {0}, all = 0;
    long worth = 0;
    for (int p = 0; p <= n_seats; p++)
        for (int i = 0; i < n_faces; i++) {
            int n = counts[p * n_faces + i];
            if (n < 0 || n > MAX_TOTAL) return -1;
            total[i] += n, all += n, worth += (long)n * values[i];
        }
    if (all > MAX_TOTAL) return -1;  /* so that sums of bytes stay in a byte */
    int same = n_faces == cf->faces;
    for (int i = 0; i < n_faces; i++) {
        if (values[i] < 1 || values[i] > 30000 || (i && values[i] <= values[i - 1])) return -1;
        same = same && values[i] == cf->face[i];
        for (int j = 0; j < i; j++) {
            int most = (values[i] - 1) / values[j] < total[j] ? (values[i] - 1) / values[j] : total[j];
            same = same && most == cf->cap[i][j];
        }
    }
    if (!same) {
        for (int i = 0; i < MAX_FACES; i++) free(cf->sets[i]), cf->sets[i] = NULL;
        cf->faces = 0;
        if (!begin_store(cf)) return -1;
        for (int i = 0; i < n_faces; i++) {
            uint64_t keys = 1;
            for (int j = 0; j < i; j++) {
                cf->cap[i][j] = (values[i] - 1) / values[j] < total[j] ? (values[i] - 1) / values[j] : total[j];
                cf->stride[i][j] = (uint32_t)keys;
                keys *= (uint64_t)cf->cap[i][j] + 1;
                if (keys > MAX_KEYS) return -1;
            }
            cf->face[i] = values[i];
            if (!(cf->sets[i] = calloc(keys, sizeof(Sets)))) return -1;
        }
        cf->faces = n_faces;
    }
    cf->seats = n_seats;
    memset(&cf->root, 0, sizeof cf->root);
    for (int i = 0; i < cf->faces; i++) {
        cf->root.table += (Pool)counts[i] * one(i);
        for (int p = 0; p < cf->seats; p++) cf->root.hand[p] += (Pool)counts[(p + 1) * cf->faces + i] * one(i);
    }
    for (int p = 0; p < cf->seats; p++) cf->root.alive += cf->root.hand[p] != 0;
    cf->root.mover = mover;
    return cf->root.hand[mover] ? 0 : -1;
}

static int write_move(CoinFight *cf, const Move *move, int *out) {
    out[0] = move->coin;
    for (int i = 0; i < cf->faces; i++) out[1 + i] = count_of(move->change, i);
    return 1 + cf->faces;
}

/* Write every move as [coin's index, counts taken]; return how many there are. */
int cf_moves(CoinFight *cf, int *out) {
    Move moves[MAX_MOVES];
    int n = list_moves(cf, &cf->root, moves);
    for (int k = 0; k < n; k++) out += write_move(cf, &moves[k], out);
    return n;
}

#include "rule_players.c"
#include "solving.c"
#include "network.c"
#include "tree_search.c"
#include "alpha_beta.c"

/* ---- the decision ---- */

static const double LOST_MARGIN = 0.02;     /* of a chance to win; guessed: the strength stays, see README.txt */
static const double EQUAL = 1e-6;           /* so close chances are taken for equal, as in solving.c */
static const int SOLVE_POSITIONS = 200000;  /* measured: 0.1 to 0.2 s */
static const int SOLVE_VALUE = 80;          /* three hands worth more reach more positions than that (measured) */
static const int TABLE_VALUE = 60;          /* at three seats positions below are solved, not kept in the table */

/* Return the place of the position in the table of two seats with the standard coins, -1 for any other. */
static int two_seats_index(CoinFight *cf) {
    int index = 0;
    Pool mine = cf->root.hand[cf->root.mover], its = cf->root.hand[1 - cf->root.mover];
    if (cf->faces != 4 || cf->seats != 2) return -1;
    for (int i = 0; i < 4; i++) {
        int n = STANDARD_TOTALS[i], x = count_of(mine, i), y = count_of(its, i);
        if (cf->face[i] != STANDARD_FACES[i] || x + y + count_of(cf->root.table, i) != n) return -1;
        index = index * ((n + 1) * (n + 2) / 2) + x * (n + 1) - x * (x - 1) / 2 + y;
    }
    return index;
}

/* Where a static function of 3 * third bytes keeps a key, and what it must show for the key, of 256 / n values. */
static void slots_of(uint64_t key, uint32_t third, uint32_t *slot) {
    for (uint32_t k = 0; k < 3; k++)
        slot[k] = k * third + (uint32_t)(((mix(key + k) >> 32) * third) >> 32);
}
static int check_of(uint64_t key, int n) { return (int)((mix(key + 3) >> 32) % (uint64_t)(256 / n)); }

/* Return one of n, by the seed and the position: a process a turn has no other memory. */
static int pick(CoinFight *cf, int n) {
    return (int)(((mix(cf->rng + key_of(cf, &cf->root)) >> 32) * (uint64_t)n) >> 32);
}

static int one_of_bits(CoinFight *cf, uint64_t bits) {
    for (int left = pick(cf, __builtin_popcountll(bits)); left > 0; left--) bits &= bits - 1;
    return __builtin_ctzll(bits);
}

static int hands_value(CoinFight *cf) {
    int worth = 0;
    for (int p = 0; p < cf->seats; p++) worth += total_value(cf, cf->root.hand[p]);
    return worth;
}

/* Return a move by the seed if the position, of n moves, is in the list of early ones; else -1. */
static int chosen_early(CoinFight *cf, const uint8_t *list, uint64_t key, int n) {
    uint32_t low = 0, high;
    memcpy(&high, list, sizeof high);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        uint64_t row[2];
        memcpy(row, list + 4 + 16 * (size_t)middle, sizeof row);
        if (row[0] == key) return row[1] >> (n - 1) > 1 ? -1 : one_of_bits(cf, row[1]);
        if (row[0] < key) low = middle + 1;
        else high = middle;
    }
    return -1;
}

/* Return the number of the move that the table of three seats keeps for the position, -1 if it does not know it.
 *
 * The table (made by training/three_seats.c) is a static function: a little-endian uint32 `third`, then three parts of
 * so many bytes. A byte of each part, XORed, gives `move + n * check` for a position of n moves, where `check`
 * is a hash of the position below 256 / n: that many of 256 unknown positions are taken for known ones. Behind the
 * parts stand a uint32 and so many early positions in which the seed chooses, by rising keys: a key, and a bit for each
 * move that may be played, in 16 bytes. */
static int three_seats_move(CoinFight *cf, const uint8_t *table, int n) {
    static const int TOTALS[4] = {12, 9, 6, 3};
    if (cf->faces != 4 || cf->seats != 3 || cf->root.alive != 3 || n > 64 || hands_value(cf) <= TABLE_VALUE) return -1;
    for (int i = 0; i < 4; i++) {
        int count = count_of(cf->root.table, i);
        for (int p = 0; p < 3; p++) count += count_of(cf->root.hand[p], i);
        if (cf->face[i] != STANDARD_FACES[i] || count != TOTALS[i]) return -1;
    }
    uint32_t slot[3], third = table[0] | (uint32_t)table[1] << 8 | (uint32_t)table[2] << 16 | (uint32_t)table[3] << 24;
    uint64_t key = key_of(cf, &cf->root);
    int early = chosen_early(cf, table + 4 + 3 * (size_t)third, key, n);
    if (early >= 0) return early;
    slots_of(key, third, slot);
    int entry = table[4 + slot[0]] ^ table[4 + slot[1]] ^ table[4 + slot[2]];
    return entry / n == check_of(key, n) ? entry % n : -1;
}

/* Write each seat's chance to win by the networks; return how many seats, or -1 where there is no network. */
int cf_chances(CoinFight *cf, double *out) {
    if (!networks_apply(cf)) return -1;
    Values found = net_values(cf, &cf->root);
    for (int p = 0; p < cf->seats; p++) out[p] = (double)found.of[p];
    return cf->seats;
}

static int highest(const double *value, int n, int step) {
    int best = 0;
    for (int k = 1; k < n; k++)
        if (value[k * step] > value[best * step]) best = k;
    return best;
}

/* Return a move whose value is less than the highest by no more than the margin. */
static int one_of_best(CoinFight *cf, const double *value, int n, double margin) {
    double least = value[highest(value, n, 1)] - margin;
    int of = 0, k = -1;
    for (int j = 0; j < n; j++) of += value[j] >= least;
    for (int left = pick(cf, of); left >= 0; left -= value[k] >= least) k++;
    return k;
}

/* An entry of the table of two seats: a bit for each move that may be played (the winning ones; else those within the
 * margin by training/two_seats.py), the number of the best one from bit 25 on, bit 31 if the mover wins. */
#define MOST_LISTED 25

static int two_seats_move(CoinFight *cf, const uint32_t *table, int at, int n) {
    uint32_t may = table[at] & ((1u << MOST_LISTED) - 1);
    return !may || n > MOST_LISTED || may >> n ? -1 : one_of_bits(cf, may);
}

/* Write our move: a table's at two or three seats (NULL: none), exact play when two are left, Te when three are left
 * and it can be solved in 0.6 of the seconds, else the most visited move of a tree search, which ends after the seconds
 * or the iterations (0: without that end). The seed chooses among equals, and in lost positions among those within
 * LOST_MARGIN. Return how: 0 only move, 1 table, 2 exact, 3 Te, 4 search. */
int cf_choose(CoinFight *cf, const uint32_t *two_seats, const uint8_t *three_seats, const Options *o, int *out) {
    Move moves[MAX_MOVES];
    double value[2 * MAX_MOVES];
    int n = list_moves(cf, &cf->root, moves), how = 0, chosen = 0, at = two_seats ? two_seats_index(cf) : -1;
    double start = now(), seconds = o->seconds > 0 ? o->seconds : 3600;
    Options rest = *o;
    if (n > 1 && cf->root.alive > 1) {
        if (at >= 0 && (at = two_seats_move(cf, two_seats, at, n)) >= 0) how = 1, chosen = at;
        else if (three_seats && (at = three_seats_move(cf, three_seats, n)) >= 0) how = 1, chosen = at;
        else if (cf->root.alive == 2 && cf_solve(cf, 0, SOLVE_POSITIONS, 0.4 * seconds, value) > 0) {
            how = 2, chosen = one_of_best(cf, value, n, 0);
            if (value[chosen] < 1 && cf_solve(cf, ERROR, SOLVE_POSITIONS, 0.4 * seconds, value) > 0)
                chosen = one_of_best(cf, value, n, LOST_MARGIN);
        } else if (cf->root.alive == 3 && hands_value(cf) <= SOLVE_VALUE &&
                   cf_solve(cf, ERROR, SOLVE_POSITIONS, 0.6 * seconds, value) > 0)
            how = 3, chosen = one_of_best(cf, value, n, EQUAL);
        else {
            if (o->seconds > 0 && (rest.seconds -= now() - start) < 0.001) rest.seconds = 0.001;
            how = 4;
            chosen = cf_search(cf, &rest, value) < 0 ? 0 : highest(value, n, 2);
        }
    }
    write_move(cf, &moves[chosen], out);
    return how;
}

/* The compiled core of Coin Fight: moves, exact and model-based solving, Monte Carlo tree search, reference opponents.
 *
 * Contract. The caller sets up a position with cf_begin (any seats up to MAX_SEATS, any rising denominations up to
 * MAX_FACES, totals per denomination up to MAX_TOTAL), then asks cf_* functions about it. Everything is kept in static
 * memory: one thread at a time. No function reads a file, the environment, or standard input; the only clock is the
 * monotonic one, read where a budget in seconds is given. The plain Python rules in coinfight.rules are the model:
 * tests compare moves, values and rule players with them position by position.
 *
 * Words. A pool is a count of each denomination, a byte each, packed into 64 bits. A move is a denomination's index
 * and the pool taken. Moves are the largest sets only (no further coin of the table fits), ordered as in Python:
 * by the coin, then by the counts from the lowest denomination on.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_FACES 8
#define MAX_SEATS 32
#define MAX_TOTAL 250
#define MAX_SETS 255               /* of one coin; more are left out (never met with the standard coins) */
#define MAX_MOVES (MAX_FACES * MAX_SETS)
#define MAX_KEYS (1u << 22)        /* of one coin: how many different tables it can meet */

typedef uint64_t Pool;
typedef struct { Pool change; int coin; } Move;
typedef struct { Pool table, hand[MAX_SEATS]; int mover, alive; } State;

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

/* ---- moves ---- */

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
        if (stored == store_size) store = realloc(store, (store_size = store_size ? 2 * store_size : 4096) * sizeof *store);
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

/* Set the position that the other functions speak of. `counts` are the table's and each hand's, denomination by
 * denomination. Return 0, or -1 when the position is too large for the core (or has nobody to move). */
int cf_begin(int n_faces, const int *values, int n_seats, const int *counts, int mover) {
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
    int same = n_faces == faces;
    for (int i = 0; i < n_faces; i++) {
        if (values[i] < 1 || values[i] > 30000 || (i && values[i] <= values[i - 1])) return -1;
        same = same && values[i] == face[i];
        for (int j = 0; j < i; j++) {
            int most = (values[i] - 1) / values[j] < total[j] ? (values[i] - 1) / values[j] : total[j];
            same = same && most == cap[i][j];
        }
    }
    if (!same) {
        for (int i = 0; i < MAX_FACES; i++) free(sets[i]), sets[i] = NULL;
        faces = 0, stored = 0;
        for (int i = 0; i < n_faces; i++) {
            uint64_t keys = 1;
            for (int j = 0; j < i; j++) {
                cap[i][j] = (values[i] - 1) / values[j] < total[j] ? (values[i] - 1) / values[j] : total[j];
                stride[i][j] = (uint32_t)keys;
                keys *= (uint64_t)cap[i][j] + 1;
                if (keys > MAX_KEYS) return -1;
            }
            face[i] = values[i];
            if (!(sets[i] = calloc(keys, sizeof(Sets)))) return -1;
        }
        faces = n_faces;
    }
    seats = n_seats;
    memset(&root, 0, sizeof root);
    for (int i = 0; i < faces; i++) {
        root.table += (Pool)counts[i] * one(i);
        for (int p = 0; p < seats; p++) root.hand[p] += (Pool)counts[(p + 1) * faces + i] * one(i);
    }
    for (int p = 0; p < seats; p++) root.alive += root.hand[p] != 0;
    root.mover = mover;
    return root.hand[mover] ? 0 : -1;
}

static int write_move(const Move *move, int *out) {
    out[0] = move->coin;
    for (int i = 0; i < faces; i++) out[1 + i] = count_of(move->change, i);
    return 1 + faces;
}

/* Write every move as [coin's index, counts taken]; return how many there are. */
int cf_moves(int *out) {
    static Move moves[MAX_MOVES];
    int n = list_moves(&root, moves);
    for (int k = 0; k < n; k++) out += write_move(&moves[k], out);
    return n;
}

/* ---- rule players ---- */

enum { UNIFORM, RANDY, GREEDY, COINAGE, ALL_HIGH, ALL_LOW, C_PLAYER, NOT_AI };

static Move random_move(const State *s) {
    Sets *list[MAX_FACES];
    Pool hand = s->hand[s->mover];
    int n = 0;
    for (int c = 0; c < faces; c++)
        if (count_of(hand, c)) list[c] = sets_for(s->table, c), n += list[c]->n;
    int k = below(n);
    for (int c = 0;; c++)
        if (count_of(hand, c)) {
            if (k < list[c]->n) return (Move){store[list[c]->first + (uint32_t)k], c};
            k -= list[c]->n;
        }
}

static Move not_ai(const State *s, Pool hand) {
    int best = -1, most = -1;
    for (int c = faces - 1; c > 0; c--)
        if (count_of(hand, c)) {
            Sets *list = sets_for(s->table, c);
            if (list->count > 2 * face[c] / 5 || list->value > 2 * face[c] / 3) return (Move){list->by_value, c};
            if (list->count >= most) most = list->count, best = c;  /* the lowest of equals */
        }
    if (faces > 1 && count_of(hand, 1) && count_of(s->table, 0)) return (Move){sets_for(s->table, 1)->by_value, 1};
    if (count_of(hand, 0)) return (Move){0, 0};
    return (Move){sets_for(s->table, best)->by_value, best};
}

static Move rule_move(const State *s, int style) {
    Pool hand = s->hand[s->mover];
    int low = 0, high = faces - 1;
    switch (style) {
    case UNIFORM:
        return random_move(s);
    case RANDY:
        low = below(faces);
        while (!count_of(hand, low)) low = low + 1 == faces ? 0 : low + 1;
        return (Move){below(2) ? sets_for(s->table, low)->by_value : sets_for(s->table, low)->by_count, low};
    case ALL_HIGH:
        while (!count_of(hand, high)) high--;
        return (Move){sets_for(s->table, high)->by_value, high};
    case NOT_AI:
        return not_ai(s, hand);
    case ALL_LOW: case C_PLAYER:
        while (!count_of(hand, low)) low++;
        return (Move){style == ALL_LOW ? sets_for(s->table, low)->by_count : sets_for(s->table, low)->by_value, low};
    }
    Move best = {0, 0};
    int best_loss = 1 << 30, best_count = -1;
    for (int c = 0; c < faces; c++)
        if (count_of(hand, c)) {
            Sets *list = sets_for(s->table, c);
            if (style == GREEDY) {
                int loss = face[c] - list->value;
                if (loss < best_loss || (loss == best_loss && list->count > best_count))
                    best = (Move){list->by_value, c}, best_loss = loss, best_count = list->count;
            } else {
                int loss = face[c] - list->coinage_value;
                if (list->coinage_count > best_count || (list->coinage_count == best_count && loss < best_loss))
                    best = (Move){list->coinage, c}, best_loss = loss, best_count = list->coinage_count;
            }
        }
    return best;
}

/* Write the move of a rule player (the numbers of the enumeration above). */
void cf_rule(int style, int *out) {
    Move move = rule_move(&root, style);
    write_move(&move, out);
}

/* ---- two or three seats left: win probabilities when everybody errs a little ---- */

/* "Te": every seat plays its best with probability 1 - e, else a random largest set; equals evenly. With e = 0 and two
 * seats this is exact play. Values are kept by the hands from the mover on; the table follows from the totals. */
#define SOLVED_SEATS 3
static const double ERROR = 0.3;  /* our e; measured: 0.1 to 0.3 are alike, 0 and 0.6 far worse */
typedef struct { uint64_t key; float value[SOLVED_SEATS]; } Solved;

static Solved *solved;
static uint32_t solved_mask, solved_count, solved_limit;
static double solved_error = -1, solve_deadline;

static inline uint64_t mix(uint64_t h) {
    h ^= h >> 32, h *= 0xD6E8FEB86659FD93ull, h ^= h >> 32, h *= 0xD6E8FEB86659FD93ull;
    return h ^ h >> 32;
}

static uint64_t key_of(const State *s) {
    uint64_t key = 0;
    for (int k = 0, p = s->mover; k < seats; k++, p = p + 1 == seats ? 0 : p + 1)
        if (s->hand[p]) key = mix(key * 0x9E3779B97F4A7C15ull + s->hand[p]);
    return key ? key : 1;
}

/* Write the probability to win of each seat left, from the mover on; return 0, or -1 when the limit is reached. */
static int solve(const State *s, double error, float *value) {
    uint64_t key = key_of(s);
    uint32_t at = (uint32_t)key & solved_mask;
    for (; solved[at].key; at = (at + 1) & solved_mask)
        if (solved[at].key == key) {
            memcpy(value, solved[at].value, sizeof solved[at].value);
            return 0;
        }
    if (solved_count >= solved_limit || (!(solved_count & 1023) && now() > solve_deadline)) return -1;
    Move moves[64];
    float best[SOLVED_SEATS] = {-1}, mean[SOLVED_SEATS] = {0}, next[SOLVED_SEATS] = {0};
    int n = 0, equals = 0, left = s->alive;
    for (int c = 0; c < faces; c++)
        if (count_of(s->hand[s->mover], c)) n += sets_for(s->table, c)->n;
    if (n > 64) return -1;
    list_moves(s, moves);
    for (int k = 0; k < n; k++) {
        State after = *s;
        float mine[SOLVED_SEATS] = {0};
        play(&after, moves[k].coin, moves[k].change);
        if (after.alive == 1) {
            mine[1] = 1;  /* only the mover can go out: the seat after it has won */
        } else {
            if (solve(&after, error, next)) return -1;
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
    at = (uint32_t)key & solved_mask;
    while (solved[at].key) at = (at + 1) & solved_mask;
    solved[at].key = key;
    memcpy(solved[at].value, value, sizeof solved[at].value);
    solved_count++;
    return 0;
}

static void solve_begin(double error, uint32_t limit, double seconds) {
    uint32_t size = 1024;
    while (size < limit + limit / 2) size *= 2;
    free(solved);
    solved = calloc(size, sizeof *solved);
    solved_mask = size - 1, solved_count = 0, solved_limit = limit, solved_error = error;
    solve_deadline = now() + seconds;
}

/* Write the mover's probability to win after each move by Te; return how many moves, or -1 when `limit` positions or the seconds are
 * not enough, or more than SOLVED_SEATS seats are left. */
int cf_solve(double error, int limit, double seconds, double *out) {
    Move moves[MAX_MOVES];
    float next[SOLVED_SEATS];
    if (root.alive < 2 || root.alive > SOLVED_SEATS) return -1;
    int n = list_moves(&root, moves);
    solve_begin(error, (uint32_t)limit, seconds);
    for (int k = 0; k < n; k++) {
        State after = root;
        play(&after, moves[k].coin, moves[k].change);
        if (after.alive < root.alive) { out[k] = 0; continue; }
        if (solve(&after, error, next)) return -1;
        out[k] = next[root.alive - 1];
    }
    return n;
}

/* ---- four to six seats: networks ---- */

#include "network.c"

static const int STANDARD_FACES[4] = {1, 5, 10, 25}, STANDARD_TOTALS[4] = {8, 6, 4, 2};  /* of two seats */

/* Give the networks (the bytes of tables/many_seats.bin, which stay in place), or NULL for none. */
void cf_networks(const void *weights) { networks = weights; }

/* Whether there are networks for the position: standard coins, no more of them than at the start. */
static int networks_apply(void) {
    if (!networks || faces != 4 || seats < 4 || seats > NET_SEATS || root.alive < 3) return 0;
    for (int i = 0; i < 4; i++) {
        int count = count_of(root.table, i);
        for (int p = 0; p < seats; p++) count += count_of(root.hand[p], i);
        if (face[i] != STANDARD_FACES[i] || 2 * count > seats * STANDARD_TOTALS[i]) return 0;
    }
    return 1;
}

/* ---- Monte Carlo tree search, each seat for itself (max^n) ---- */

typedef struct {
    double explore;    /* UCT's factor */
    double seconds;    /* 0: no clock */
    double noise;      /* of a rule player's moves in playouts, this share is random */
    int iterations;    /* 0: no count */
    int rules;         /* playouts by random largest sets (0) or by rule players (1), or networks in their place (2) */
    int decided;       /* 1: end as soon as the iterations left can't change which move is visited most */
} Options;

typedef struct { Pool change; uint32_t first, visits; float wins; uint16_t n; uint8_t coin, seat; } Node;
#define MAX_NODES 6000000u

/* Write our settings for the position (measured, see README.txt), with a count of iterations but without seconds. */
void cf_our_options(Options *o) {
    *o = (Options){.explore = 0.7, .noise = 0.1, .rules = 1, .iterations = 30000, .decided = 1};
    if (networks_apply()) o->rules = 2, o->explore = NET_EXPLORE, o->iterations = NET_ITERATIONS;
}
#define MAX_PATH 4096

static Node *nodes;
static uint32_t node_count;
static const uint8_t STYLES[5] = {GREEDY, COINAGE, ALL_LOW, C_PLAYER, NOT_AI};

static int playout(State *s, const Options *o) {
    uint8_t style[MAX_SEATS] = {0};
    if (o->rules)
        for (int p = 0; p < seats; p++) style[p] = STYLES[below(5)];
    uint32_t noise = (uint32_t)(o->noise * 4294967295.0);
    while (s->alive > 1) {
        int how = style[s->mover];
        Move move = !how || (uint32_t)(next_random() >> 32) < noise ? random_move(s) : rule_move(s, how);
        play(s, move.coin, move.change);
    }
    return s->mover;
}

static int expand(Node *node, const State *s) {
    Move moves[MAX_MOVES];
    int n = list_moves(s, moves);
    if (node_count + (uint32_t)n > MAX_NODES) return 0;
    node->first = node_count, node->n = (uint16_t)n;
    for (int k = 0; k < n; k++) {
        int j = below(k + 1);  /* in random order: equals are then tried and chosen at random */
        nodes[node_count + (uint32_t)k] = nodes[node_count + (uint32_t)j];
        nodes[node_count + (uint32_t)j] =
            (Node){.change = moves[k].change, .coin = (uint8_t)moves[k].coin, .seat = (uint8_t)s->mover};
    }
    node_count += (uint32_t)n;
    return n;
}

/* `prior`: each child was given a visit before the first. */
static Node *select_child(Node *node, double explore, int prior) {
    Node *child = &nodes[node->first], *end = child + node->n, *best = child;
    float factor = (float)(explore * explore) * logf((float)(node->visits + 1 + (prior ? node->n : 0))), top = -1;
    for (; child < end; child++) {
        if (!child->visits) return child;
        float inverse = 1 / (float)child->visits, score = child->wins * inverse + sqrtf(factor * inverse);
        if (score > top) top = score, best = child;
    }
    return best;
}

/* Expand a node, if there is room; each move begins with one visit of the value that the network gives it. Write the
   node's own values. */
static int expand_by_network(Node *node, const State *s, Values *found) {
    static Move moves[MAX_MOVES];
    static Values values[MAX_MOVES];
    int n = expand(node, s);
    Node *child = &nodes[node->first];
    for (int k = 0; k < n; k++) moves[k] = (Move){child[k].change, child[k].coin};
    values_after(s, moves, n, values);
    for (int k = 0; k < n; k++) child[k].visits = 1, child[k].wins = values[k].of[s->mover];
    *found = n ? before_move(values, n, s->mover, (float)ERROR) : net_values(s);
    return n;
}

static void iterate_by_network(Node *top, const Options *o) {
    Node *path[MAX_PATH], *node = top;
    int depth = 0;
    State s = root;
    Values found;
    while (s.alive > 2 && depth < MAX_PATH && node->n) {
        node = select_child(node, o->explore, 1);
        play(&s, node->coin, node->change);
        path[depth++] = node;
    }
    if (s.alive > 2) expand_by_network(node, &s, &found);
    else found = late_values(&s);
    top->visits++;
    for (int k = 0; k < depth; k++) path[k]->visits++, path[k]->wins += found.of[path[k]->seat];
}

static void iterate(Node *top, const Options *o) {
    Node *path[MAX_PATH], *node = top;
    int depth = 0;
    State s = root;
    while (s.alive > 1 && depth < MAX_PATH) {
        if (!node->n && ((node != top && !node->visits) || !expand(node, &s))) break;
        Node *child = select_child(node, o->explore, 0);
        play(&s, child->coin, child->change);
        path[depth++] = node = child;
    }
    int winner = playout(&s, o);
    top->visits++;
    for (int k = 0; k < depth; k++) path[k]->visits++, path[k]->wins += path[k]->seat == winner;
}

static int is_decided(const Node *top, int left) {
    uint32_t first = 0, second = 0;
    for (const Node *child = &nodes[top->first], *end = child + top->n; child < end; child++)
        if (child->visits > first) second = first, first = child->visits;
        else if (child->visits > second) second = child->visits;
    return (int)(first - second) > left;
}

/* Write visits and wins of each move (two numbers a move, in the order of cf_moves); return the iterations made. */
int cf_search(const Options *o, double *out) {
    static Move moves[MAX_MOVES];
    if (!nodes) nodes = malloc(MAX_NODES * sizeof *nodes);
    if (!nodes) return -1;
    double deadline = o->seconds > 0 ? now() + o->seconds : INFINITY;
    int made = 0;
    nodes[0] = (Node){0}, node_count = 1;
    Node *top = &nodes[0];
    if (o->rules == 2) {
        Values found;
        net_error = ERROR, solve_begin(ERROR, NET_SOLVED, INFINITY);
        expand_by_network(top, &root, &found);
    } else
        expand(top, &root);
    while (!o->iterations || made < o->iterations) {
        if (!(made & 63) && (now() >= deadline || (o->decided && o->iterations && is_decided(top, o->iterations - made)))) break;
        if (o->rules == 2) iterate_by_network(top, o);
        else iterate(top, o);
        made++;
    }
    int n = list_moves(&root, moves);
    for (int k = 0; k < n; k++)
        for (Node *child = &nodes[top->first], *end = child + top->n; child < end; child++)
            if (child->coin == moves[k].coin && child->change == moves[k].change)
                out[2 * k] = child->visits, out[2 * k + 1] = (double)child->wins;
    return made;
}

/* ---- paranoid alpha-beta, as the framework's min-max searcher: coin weights, iterative deepening ---- */

static const int WEIGHTS[4] = {7, 14, 30, 66};  /* rounded from the framework's own */
static long ab_nodes, ab_limit;
static int ab_me;

static int weigh(const State *s) {
    int mine = 0, most = -1000000;
    for (int p = 0; p < seats; p++) {
        int worth = 0;
        for (int i = 0; i < faces; i++) worth += count_of(s->hand[p], i) * (faces == 4 ? WEIGHTS[i] : face[i]);
        if (p == ab_me) mine = worth;
        else if (worth > most) most = worth;
    }
    return mine - most;
}

static int alpha_beta(const State *s, int depth, int alpha, int beta) {
    if (!s->hand[ab_me]) return -100000 - depth;
    if (s->alive == 1) return 100000 + depth;
    if (!depth) { ab_nodes++; return weigh(s); }
    Move moves[MAX_SETS];
    int n = 0, maximise = s->mover == ab_me;
    for (int c = 0; c < faces; c++)
        if (count_of(s->hand[s->mover], c)) n += sets_for(s->table, c)->n;
    if (n > MAX_SETS) return weigh(s);
    list_moves(s, moves);
    for (int k = n - 1; k >= 0 && alpha < beta; k--) {
        State after = *s;
        play(&after, moves[k].coin, moves[k].change);
        int score = alpha_beta(&after, depth - 1, alpha, beta);
        if (ab_nodes > ab_limit) return 0;
        if (maximise && score > alpha) alpha = score;
        if (!maximise && score < beta) beta = score;
    }
    return maximise ? alpha : beta;
}

/* Write a move of the deepest search that `leaves` evaluated leaves complete, equals at random; return its depth. */
int cf_alpha_beta(int leaves, int *out) {
    static Move moves[MAX_MOVES], best;
    int n = list_moves(&root, moves), depth = 0, done = 0;
    ab_me = root.mover, ab_nodes = 0, ab_limit = leaves;
    best = moves[below(n)];
    while (n > 1 && depth < 120) {
        int top = -1000000, equals = 0;
        Move found = best;
        depth++;
        long before = ab_nodes;
        for (int k = 0; k < n && ab_nodes <= ab_limit; k++) {
            State after = root;
            play(&after, moves[k].coin, moves[k].change);
            int score = alpha_beta(&after, depth - 1, top - 1, 1000000);
            if (ab_nodes > ab_limit) break;
            if (score > top) top = score, found = moves[k], equals = 1;
            else if (score == top && !below(++equals)) found = moves[k];
        }
        if (ab_nodes > ab_limit) break;
        best = found, done = depth;
        if (top >= 100000 || top <= -100000 || ab_nodes == before) break;
    }
    write_move(&best, out);
    return done;
}

/* ---- the decision ---- */

static const int SOLVE_POSITIONS = 200000;  /* measured: 0.1 to 0.2 s */
static const int SOLVE_VALUE = 80;          /* three hands worth more reach more positions than that (measured) */
static const int TABLE_VALUE = 60;          /* at three seats positions below are solved, not kept in the table */

/* Return the place of the position in the table of two seats with the standard coins, -1 for any other. */
static int two_seats_index(void) {
    int index = 0;
    if (faces != 4 || seats != 2) return -1;
    for (int i = 0; i < 4; i++) {
        int n = STANDARD_TOTALS[i], x = count_of(root.hand[root.mover], i), y = count_of(root.hand[1 - root.mover], i);
        if (face[i] != STANDARD_FACES[i] || x + y + count_of(root.table, i) != n) return -1;
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

static int hands_value(void) {
    int worth = 0;
    for (int p = 0; p < seats; p++) worth += total_value(root.hand[p]);
    return worth;
}

/* Return the number of the move that the table of three seats keeps for the position, -1 if it does not know it.
 *
 * The table (made by training/three_seats.c) is a static function: a little-endian uint32 `third`, then three parts of
 * so many bytes. The exclusive or of a byte of each part is `move + n * check` for a position of n moves, where `check`
 * is a hash of the position below 256 / n: that many of 256 unknown positions are taken for known ones. */
static int three_seats_move(const uint8_t *table, int n) {
    static const int TOTALS[4] = {12, 9, 6, 3};
    if (faces != 4 || seats != 3 || root.alive != 3 || n > 64 || hands_value() <= TABLE_VALUE) return -1;
    for (int i = 0; i < 4; i++) {
        int count = count_of(root.table, i);
        for (int p = 0; p < 3; p++) count += count_of(root.hand[p], i);
        if (face[i] != STANDARD_FACES[i] || count != TOTALS[i]) return -1;
    }
    uint32_t slot[3], third = table[0] | (uint32_t)table[1] << 8 | (uint32_t)table[2] << 16 | (uint32_t)table[3] << 24;
    uint64_t key = key_of(&root);
    slots_of(key, third, slot);
    int entry = table[4 + slot[0]] ^ table[4 + slot[1]] ^ table[4 + slot[2]];
    return entry / n == check_of(key, n) ? entry % n : -1;
}

/* Write each seat's chance to win by the networks; return how many seats, or -1 where there is no network. */
int cf_chances(double *out) {
    if (!networks_apply()) return -1;
    Values found = net_values(&root);
    for (int p = 0; p < seats; p++) out[p] = (double)found.of[p];
    return seats;
}

static int highest(const double *value, int n, int step) {
    int best = 0;
    for (int k = 1; k < n; k++)
        if (value[k * step] > value[best * step]) best = k;
    return best;
}

/* Write our move: a table's at two or three seats (NULL: none; two: a byte a position, 128 if won, plus the move's
 * number), exact play when two are left, Te when three are left and it can be solved in 0.6 of the seconds, else the
 * most visited move of a tree search, which ends after the seconds or the iterations (0: without that end). Return
 * how: 0 only move, 1 table, 2 exact, 3 Te, 4 search. */
int cf_choose(const uint8_t *two_seats, const uint8_t *three_seats, const Options *o, int *out) {
    static Move moves[MAX_MOVES];
    static double value[2 * MAX_MOVES];
    int n = list_moves(&root, moves), how = 0, chosen = 0, at = two_seats ? two_seats_index() : -1;
    double start = now(), seconds = o->seconds > 0 ? o->seconds : 3600;
    Options rest = *o;
    if (n > 1 && root.alive > 1) {
        if (at >= 0) how = 1, chosen = two_seats[at] & 127;
        else if (three_seats && (at = three_seats_move(three_seats, n)) >= 0) how = 1, chosen = at;
        else if (root.alive == 2 && cf_solve(0, SOLVE_POSITIONS, 0.4 * seconds, value) > 0) {
            how = 2, chosen = highest(value, n, 1);
            if (value[chosen] < 1 && cf_solve(ERROR, SOLVE_POSITIONS, 0.4 * seconds, value) > 0)
                chosen = highest(value, n, 1);
        } else if (root.alive == 3 && hands_value() <= SOLVE_VALUE &&
                   cf_solve(ERROR, SOLVE_POSITIONS, 0.6 * seconds, value) > 0)
            how = 3, chosen = highest(value, n, 1);
        else {
            if (o->seconds > 0 && (rest.seconds -= now() - start) < 0.001) rest.seconds = 0.001;
            how = 4;
            cf_search(&rest, value);
            chosen = highest(value, n, 2);
        }
    }
    write_move(&moves[chosen], out);
    return how;
}

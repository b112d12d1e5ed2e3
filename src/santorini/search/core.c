/* The search of Santorini: alpha-beta over bit boards, and what it needs. C11, libc only; loaded with ctypes.

   A board is a RECORD of 32 bytes, from the player to move: 25 levels, row by row; the mover's two tokens, then the
   other's, as spaces 0 to 24 in ascending order (255: not placed yet); the mover's card and the other's (0 none, 1 to 8
   in alphabetical order; cards that give no power are 0); one byte unused, 0.
   A TURN is 32 bits: origin, target, first and second space built on (5 bits each, 31: none), CAP, WIN.
   Two builds on one space add two levels; CAP builds level 4 at once.

   Nothing here keeps state but an ENGINE (transposition table, history, value), made by engine_new. One thread an
   engine. Scores are those of the player to move: about 256 a logit of its chance to win; WIN - n: it wins with the
   n-th turn from here, counted from 1; below -WIN + 200 it loses. The functions for the outside stand at the end.

   The rules are those of santorini.rules, position by position (tests compare them), the hand-made value that of
   santorini.search.hand. Search: iterative deepening principal variation search (Marsland, Campbell 1982) with
   transposition table (Zobrist 1970), killers, history, late-move reductions; the own wins are seen by
   masks before a node is opened, and a rival's threat to win extends the search at the horizon. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NONE, APOLLO, ARTEMIS, ATLAS, DEMETER, HEPHASTUS, MINOTAUR, PAN, PROMETHEUS, CARDS };
enum { SPACES = 25, RECORD = 32, NOWHERE = 31, MAX_TURNS = 1536, MAX_PLY = 64, NEAR = 24 };
enum { WIN = 30000, PROVEN = WIN - 200, LIMIT = 20000 };
enum { USE_TABLE = 1, USE_THREATS = 2, USE_REDUCTIONS = 4 };
enum { HAND, LINEAR, NETWORK };
enum { KINDS = 5 + 4 + 4, PLACES = 6, HIDDEN = 32, SECOND = 8 };
#define ALL 0x1ffffffu
#define CAP_FLAG (1u << 20)
#define WIN_FLAG (1u << 21)
#define BIT(s) (1u << (s))

typedef uint32_t Mask;
typedef uint32_t Turn;

typedef struct {
    Mask at[6];          /* at[k]: spaces of level k or more; at[5] is empty */
    Mask token[2];       /* the mover's, the other's */
    uint8_t level[SPACES];
    uint8_t card[2], side; /* side: whose turn, 0 or 1, for the keys */
    uint64_t key;
} Board;

typedef struct {
    uint64_t key;
    Turn turn;
    int16_t score;
    int8_t depth;
    uint8_t bound; /* two bits: 1 at least, 2 at most, 3 exact; the rest: age */
} Entry;

typedef struct {
    int32_t score, depth, length, proven;
    int64_t nodes;
    Turn line[MAX_PLY];
    uint8_t child[RECORD];
} Result;

typedef struct {
    Entry *table;
    uint64_t entries;
    uint8_t age;
    int kind, flags, stopped;
    int64_t nodes, node_limit;
    double deadline;
    uint8_t cards[2];                                     /* of sides 0 and 1, for which the tables below are summed */
    int tables_ready;
    const int16_t *weights;                               /* all parts, see value_load */
    int columns;
    int16_t *sum;                                         /* [2 sides][2: the mover's tokens, the other's] part */
    float second_scale, second_bias[SECOND], out[SECOND], constant[CARDS][CARDS];
    int16_t second[SECOND][2 * HIDDEN];
    int32_t by_build[2][SPACES][SPACES + 8], by_move[2][SPACES][SPACES];
    Turn killers[MAX_PLY + 2][2];
    Turn line[MAX_PLY + 2][MAX_PLY + 2];
    int length[MAX_PLY + 2];
    Turn turns[MAX_PLY + 2][MAX_TURNS];
    int32_t rank[MAX_PLY + 2][MAX_TURNS];
} Engine;

static Mask beside[SPACES];
static int8_t beyond[SPACES][SPACES];
static uint8_t near_space[SPACES][NEAR], near_offset[SPACES][NEAR], near_count[SPACES], place_kind[SPACES];
static uint64_t token_key[2][SPACES], level_key[SPACES][5], side_key, card_key[CARDS][CARDS];
static int ready;

static uint64_t next_random(uint64_t *seed) { /* splitmix64 */
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void make_geometry(void) {
    for (int s = 0; s < SPACES; s++) {
        int row = s / 5, column = s % 5, offset = 0;
        int a = abs(row - 2), b = abs(column - 2);
        place_kind[s] = (uint8_t)(a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a);
        for (int t = 0; t < SPACES; t++) beyond[s][t] = -1;
        for (int i = -2; i <= 2; i++)
            for (int j = -2; j <= 2; j++) {
                if (!i && !j) continue;
                int r = row + i, c = column + j;
                if (r >= 0 && r < 5 && c >= 0 && c < 5) {
                    near_space[s][near_count[s]] = (uint8_t)(r * 5 + c);
                    near_offset[s][near_count[s]++] = (uint8_t)offset;
                    if (abs(i) < 2 && abs(j) < 2) {
                        beside[s] |= BIT(r * 5 + c);
                        if (r + i >= 0 && r + i < 5 && c + j >= 0 && c + j < 5)
                            beyond[s][r * 5 + c] = (int8_t)((r + i) * 5 + c + j);
                    }
                }
                offset++;
            }
    }
}

static void make_ready(void) {
    if (ready) return;
    make_geometry();
    uint64_t seed = 1;
    for (int s = 0; s < SPACES; s++) {
        for (int i = 0; i < 2; i++) token_key[i][s] = next_random(&seed);
        for (int l = 1; l < 5; l++) level_key[s][l] = next_random(&seed); /* level 0 counts nothing */
    }
    side_key = next_random(&seed);
    for (int i = 0; i < CARDS; i++)
        for (int j = 0; j < CARDS; j++) card_key[i][j] = next_random(&seed);
    ready = 1;
}

/* ---- boards ---- */

static inline int lowest(Mask m) { return __builtin_ctz(m); }

static void read_board(const uint8_t *record, Board *b, int side) {
    memset(b, 0, sizeof *b);
    b->at[0] = ALL;
    b->side = (uint8_t)side;
    for (int s = 0; s < SPACES; s++) {
        b->level[s] = record[s];
        for (int k = 1; k <= record[s]; k++) b->at[k] |= BIT(s);
        b->key ^= level_key[s][record[s]] * (record[s] > 0);
    }
    for (int i = 0; i < 4; i++)
        if (record[25 + i] < SPACES) {
            b->token[i / 2] |= BIT(record[25 + i]);
            b->key ^= token_key[side ^ (i / 2)][record[25 + i]];
        }
    for (int i = 0; i < 2; i++) b->card[i] = record[29 + i];
    b->key ^= card_key[b->card[side]][b->card[1 - side]] ^ (side ? side_key : 0);
}

static void write_board(const Board *b, uint8_t *record) {
    memset(record, 0, RECORD);
    memcpy(record, b->level, SPACES);
    for (int i = 0; i < 2; i++) {
        Mask m = b->token[i];
        for (int j = 0; j < 2; j++, m &= m - 1) record[25 + 2 * i + j] = m ? (uint8_t)lowest(m) : 255;
        record[29 + i] = b->card[i];
    }
}

static inline int origin_of(Turn t) { return t & 31; }
static inline int target_of(Turn t) { return t >> 5 & 31; }
static inline int first_of(Turn t) { return t >> 10 & 31; }
static inline int second_of(Turn t) { return t >> 15 & 31; }

static inline void raise_level(Board *b, int s) {
    int level = ++b->level[s];
    b->at[level] |= BIT(s);
    b->key ^= level_key[s][level] ^ level_key[s][level - 1];
}

static inline void swap_sides(Board *b) {
    Mask m = b->token[0];
    uint8_t c = b->card[0];
    b->token[0] = b->token[1], b->token[1] = m;
    b->card[0] = b->card[1], b->card[1] = c;
    b->side ^= 1;
    b->key ^= side_key;
}

static void play(const Board *b, Turn turn, Board *after) {
    *after = *b;
    int from = origin_of(turn), to = target_of(turn), side = b->side;
    after->token[0] ^= BIT(from) | BIT(to);
    after->key ^= token_key[side][from] ^ token_key[side][to];
    if (b->token[1] & BIT(to)) {
        int thrown = b->card[0] == APOLLO ? from : beyond[from][to];
        after->token[1] ^= BIT(to) | BIT(thrown);
        after->key ^= token_key[1 - side][to] ^ token_key[1 - side][thrown];
    }
    if (turn & CAP_FLAG)
        while (after->level[first_of(turn)] < 4) raise_level(after, first_of(turn));
    else {
        if (first_of(turn) != NOWHERE) raise_level(after, first_of(turn));
        if (second_of(turn) != NOWHERE) raise_level(after, second_of(turn));
    }
    swap_sides(after);
}

/* ---- turns ---- */

static inline Mask steps(const Board *b, int from, int level) { /* not above one up, not capped, whoever stands there */
    return beside[from] & ~b->at[level < 2 ? level + 2 : 4];
}

static inline Mask pushable(const Board *b, int from, Mask rivals) { /* those that a Minotaur may push from here */
    Mask taken = b->token[0] | b->token[1], m = rivals & beside[from], result = 0;
    for (; m; m &= m - 1) {
        int to = lowest(m), past = beyond[from][to];
        if (past >= 0 && !((taken | b->at[4]) & BIT(past))) result |= BIT(to);
    }
    return result;
}

static inline Mask step_wins(const Board *b, int from, int card) { /* spaces onto which a step from here wins */
    int level = b->level[from];
    Mask top = b->at[3] & ~b->at[4];
    Mask wins = level == 2 ? top : 0;
    if (card == PAN && level >= 2) wins |= ~b->at[level - 1];
    return wins;
}

/* The spaces onto which a player (0 the mover, 1 the other) could step or go and win at once, were it to move. */
static Mask winning_spaces(const Board *b, int who) {
    int card = b->card[who];
    Mask own = b->token[who], rivals = b->token[1 - who], taken = own | rivals, result = 0;
    Mask top = b->at[3] & ~b->at[4];
    if (card != ARTEMIS) {
        Mask m = own & b->at[2];
        if (card != PAN) {
            if (!top) return 0;
            m &= ~b->at[3];
        }
        for (; m; m &= m - 1) {
            int s = lowest(m);
            Mask onto = ~taken;
            if (card == APOLLO) onto |= rivals;
            else if (card == MINOTAUR) onto |= pushable(b, s, rivals);
            result |= beside[s] & onto & step_wins(b, s, card);
        }
        return result;
    }
    if (!(top & ~taken)) return 0;
    for (Mask m = own; m; m &= m - 1) {
        int s = lowest(m), level = b->level[s];
        Mask first = steps(b, s, level) & ~taken;
        if (level == 2) result |= first & top;
        for (Mask v = first & b->at[2] & ~b->at[3]; v; v &= v - 1)
            result |= beside[lowest(v)] & top & ~taken;
    }
    return result;
}

static inline Turn pack(int from, int to, int first, int second, Turn flags) {
    return (Turn)from | (Turn)to << 5 | (Turn)first << 10 | (Turn)second << 15 | flags;
}

static Turn *add_builds(const Board *b, Turn *out, int from, int to, Mask taken) {
    Mask sites = beside[to] & ~taken & ~b->at[4];
    for (Mask m = sites; m; m &= m - 1) {
        int site = lowest(m);
        *out++ = pack(from, to, site, NOWHERE, 0);
        switch (b->card[0]) {
        case ATLAS:
            if (b->level[site] < 3) *out++ = pack(from, to, site, NOWHERE, CAP_FLAG);
            break;
        case DEMETER:
            for (Mask n = m & (m - 1); n; n &= n - 1) *out++ = pack(from, to, site, lowest(n), 0);
            break;
        case HEPHASTUS:
            if (b->level[site] < 2) *out++ = pack(from, to, site, site, 0);
        }
    }
    return out;
}

/* Prometheus: build, then move with that token not upwards, then build. Where both builds might as well have been made
   in the other order, only the ascending one is listed. */
static Turn *add_early_builds(const Board *b, Turn *out, int from, Mask taken) {
    int level = b->level[from];
    Mask free_beside = beside[from] & ~taken & ~b->at[4], rest = taken & ~BIT(from);
    for (Mask e = free_beside; e; e &= e - 1) {
        int early = lowest(e);
        Mask targets = beside[from] & ~taken & ~b->at[level + 1 < 4 ? level + 1 : 4];
        if (b->level[early] + 1 > level) targets &= ~BIT(early);
        for (; targets; targets &= targets - 1) {
            int to = lowest(targets);
            Mask sites = beside[to] & ~(rest | BIT(to)) & ~b->at[4];
            if (b->level[early] == 3) sites &= ~BIT(early); /* it is capped now */
            if (to != early && beside[to] & BIT(early)) sites &= ~(free_beside & (BIT(early) - 1));
            for (; sites; sites &= sites - 1) *out++ = pack(from, to, early, lowest(sites), 0);
        }
    }
    return out;
}

/* Write all turns of the mover, each board once; return how many. */
static int list_turns(const Board *b, Turn *turns) {
    Turn *out = turns;
    int card = b->card[0];
    Mask own = b->token[0], rivals = b->token[1], taken = own | rivals;
    for (Mask m = own; m; m &= m - 1) {
        int from = lowest(m), level = b->level[from];
        Mask rest = taken & ~BIT(from), reach = steps(b, from, level), plain = reach & ~taken, onto = 0;
        if (card == APOLLO) onto = reach & rivals;
        if (card == MINOTAUR) onto = reach & pushable(b, from, rivals);
        Mask wins = (plain | onto) & step_wins(b, from, card);
        plain &= ~wins, onto &= ~wins;
        if (card == ARTEMIS) {
            Mask second = 0, top = b->at[3] & ~b->at[4];
            for (Mask v = plain; v; v &= v - 1) {
                int via = lowest(v), up = b->level[via];
                Mask further = steps(b, via, up) & ~taken;
                if (up == 2) wins |= further & top, further &= ~top;
                second |= further;
            }
            plain |= second;
        }
        for (Mask w = wins; w; w &= w - 1) *out++ = pack(from, lowest(w), NOWHERE, NOWHERE, WIN_FLAG);
        for (Mask t = plain; t; t &= t - 1) out = add_builds(b, out, from, lowest(t), rest | BIT(lowest(t)));
        for (Mask t = onto; t; t &= t - 1) {
            int to = lowest(t), thrown = card == APOLLO ? from : beyond[from][to];
            out = add_builds(b, out, from, to, rest | BIT(to) | BIT(thrown));
        }
        if (card == PROMETHEUS) out = add_early_builds(b, out, from, taken);
    }
    return (int)(out - turns);
}

/* Keep the turns that may parry every threat of the other player; a necessary condition only. */
static int list_parries(const Board *b, Mask threats, Turn *turns, int count) {
    if (b->card[1] == ARTEMIS || b->card[0] == APOLLO || b->card[0] == MINOTAUR || threats & b->token[0]) return count;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        Turn t = turns[i];
        Mask touched = BIT(target_of(t)) | BIT(first_of(t)) | BIT(second_of(t)); /* BIT(NOWHERE) is off the board */
        if (!(threats & ~touched)) turns[kept++] = t;
    }
    return kept;
}

/* ---- values of boards ---- */

/* Made by hand: levels, and what is in reach. Never tuned: a yardstick. santorini.search.hand is its model. */
static int hand_value(const Board *b) {
    static const int standing[4] = {0, 60, 150, 150}, reaching[4] = {5, 12, 25, 40}, placed[PLACES] = {8, 7, 6, 3, 2, 0};
    Mask taken = b->token[0] | b->token[1];
    int value[2] = {10, 0};
    for (int who = 0; who < 2; who++)
        for (Mask m = b->token[who]; m; m &= m - 1) {
            int s = lowest(m);
            value[who] += standing[b->level[s]] + placed[place_kind[s]];
            for (Mask r = steps(b, s, b->level[s]) & ~taken; r; r &= r - 1) value[who] += reaching[b->level[lowest(r)]];
        }
    return value[0] - value[1];
}

/* A learnt value sums a row of numbers for every space within two steps of a token, by the token's level, where the
   space lies from it and what is there, and one for the kind of the token's own place. Rows belong to the tokens of the
   mover or of the other, and are those of their owner's card plus those of the rival's. LINEAR: a row is one number,
   and the sum the value. NETWORK: a row is HIDDEN numbers; the first is added to the value as it is, the others are
   cut to [0, UNIT], added up over a player's two tokens, and seen by a second layer of SECOND units. */
enum { ROWS = 4 * (PLACES + NEAR * KINDS), UNIT = 512 };

static void kinds_of(const Board *b, uint8_t kinds[2][SPACES]) { /* what is on each space, as either player sees it */
    memcpy(kinds[0], b->level, SPACES);
    memcpy(kinds[1], b->level, SPACES);
    for (int who = 0; who < 2; who++)
        for (Mask m = b->token[who]; m; m &= m - 1) {
            int s = lowest(m);
            kinds[who][s] = (uint8_t)(5 + b->level[s]);
            kinds[1 - who][s] = (uint8_t)(9 + b->level[s]);
        }
}

static int linear_value(const Engine *e, const Board *b) {
    uint8_t kinds[2][SPACES];
    kinds_of(b, kinds);
    int value = 0;
    for (int who = 0; who < 2; who++)
        for (Mask m = b->token[who]; m; m &= m - 1) {
            int s = lowest(m);
            const int16_t *rows = e->sum + (b->side * 2 + who) * ROWS + b->level[s] * (PLACES + NEAR * KINDS);
            value += rows[place_kind[s]];
            for (int i = 0; i < near_count[s]; i++)
                value += rows[PLACES + near_offset[s][i] * KINDS + kinds[who][near_space[s][i]]];
        }
    return value + (int)e->constant[b->card[0]][b->card[1]];
}

typedef int16_t Lanes __attribute__((vector_size(32))); /* 16 numbers at once; a compiler without AVX2 halves them */
typedef int16_t Loose __attribute__((vector_size(32), aligned(2), may_alias)); /* the same anywhere in memory */
enum { LANES = HIDDEN / 16 };

static inline __attribute__((always_inline)) int network_sum(const Engine *e, const Board *b) {
    uint8_t kinds[2][SPACES];
    int16_t seen[2 * HIDDEN];
    const Lanes zero = {0}, unit = zero + UNIT;
    kinds_of(b, kinds);
    int straight = 0;
    for (int who = 0; who < 2; who++) {
        Lanes both[LANES] = {{0}};
        for (Mask m = b->token[who]; m; m &= m - 1) {
            int s = lowest(m), near = near_count[s];
            const int16_t *rows =
                e->sum + ((b->side * 2 + who) * ROWS + b->level[s] * (PLACES + NEAR * KINDS)) * HIDDEN;
            Lanes one[LANES];
            for (int k = 0; k < LANES; k++) one[k] = *(const Loose *)(rows + place_kind[s] * HIDDEN + 16 * k);
            for (int i = 0; i < near; i++) {
                const int16_t *row =
                    rows + (PLACES + near_offset[s][i] * KINDS + kinds[who][near_space[s][i]]) * HIDDEN;
                for (int k = 0; k < LANES; k++) one[k] += *(const Loose *)(row + 16 * k);
            }
            straight += one[0][0];
            for (int k = 0; k < LANES; k++) {
                Lanes cut = one[k] & (one[k] > zero);
                Lanes over = cut > unit;
                both[k] += (cut & ~over) | (unit & over);
            }
        }
        memcpy(seen + who * HIDDEN, both, sizeof both);
    }
    float value = (float)straight * (256.0f / UNIT) + e->constant[b->card[0]][b->card[1]];
    for (int j = 0; j < SECOND; j++) {
        int32_t sum = 0;
        for (int k = 0; k < 2 * HIDDEN; k++) sum += (int32_t)seen[k] * e->second[j][k];
        float lit = (float)sum * e->second_scale + e->second_bias[j];
        value += lit > 0 ? lit * e->out[j] : 0;
    }
    return (int)value;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static int network_wide(const Engine *e, const Board *b) { return network_sum(e, b); }
#endif
static int network_plain(const Engine *e, const Board *b) { return network_sum(e, b); }
static int (*network_value)(const Engine *, const Board *) = network_plain; /* set by engine_new */

static int value_of(const Engine *e, const Board *b) {
    int value = e->kind == HAND ? hand_value(b) : e->kind == LINEAR ? linear_value(e, b) : network_value(e, b);
    return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value;
}

/* ---- search ---- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int out_of_budget(Engine *e) {
    if (e->stopped) return 1;
    if (e->nodes >= e->node_limit || ((e->nodes & 255) == 0 && now() >= e->deadline)) e->stopped = 1;
    return e->stopped;
}

static int to_table(int score, int ply) { return score > PROVEN ? score + ply : score < -PROVEN ? score - ply : score; }
static int from_table(int score, int ply) { return score > PROVEN ? score - ply : score < -PROVEN ? score + ply : score; }

static void store(Engine *e, const Board *b, Turn turn, int score, int depth, int bound, int ply) {
    Entry *entry = e->table + (b->key & (e->entries - 1));
    if (entry->key == b->key && entry->bound >> 2 == e->age && entry->depth > depth && bound != 3) return;
    if (!turn && entry->key == b->key) turn = entry->turn;
    *entry = (Entry){b->key, turn, (int16_t)to_table(score, ply), (int8_t)depth, (uint8_t)(bound | e->age << 2)};
}

static void rank_turns(Engine *e, const Board *b, int ply, int count, Turn best) {
    const Turn *turns = e->turns[ply], *killers = e->killers[ply];
    int side = b->side;
    for (int i = 0; i < count; i++) {
        Turn t = turns[i];
        int32_t rank = e->by_build[side][target_of(t)][first_of(t)] + e->by_move[side][origin_of(t)][target_of(t)];
        if (second_of(t) != NOWHERE) rank = (rank + e->by_build[side][target_of(t)][second_of(t)]) / 2;
        if (t == best) rank = INT32_MAX;
        else if (t == killers[0]) rank = INT32_MAX - 1;
        else if (t == killers[1]) rank = INT32_MAX - 2;
        e->rank[ply][i] = rank;
    }
}

static Turn pick(Engine *e, int ply, int i, int count) { /* bring the best ranked of those from i on to i */
    Turn *turns = e->turns[ply];
    int32_t *rank = e->rank[ply];
    int best = i;
    for (int j = i + 1; j < count; j++)
        if (rank[j] > rank[best]) best = j;
    Turn t = turns[best];
    int32_t r = rank[best];
    turns[best] = turns[i], rank[best] = rank[i];
    turns[i] = t, rank[i] = r;
    return t;
}

static inline void learn(int32_t *cell, int bonus) { /* keep it within +-2^20 */
    *cell += bonus - (int32_t)((int64_t)*cell * abs(bonus) >> 20);
}

static void reward(Engine *e, const Board *b, int ply, int at, int depth) { /* the turn that cut, and those before it */
    Turn t = e->turns[ply][at];
    if (e->killers[ply][0] != t) e->killers[ply][1] = e->killers[ply][0], e->killers[ply][0] = t;
    int bonus = (depth + 1) * (depth + 1) * 256, side = b->side;
    for (int i = 0; i <= at; i++) {
        Turn u = e->turns[ply][i];
        int sign = i == at ? bonus : -bonus / 8;
        learn(&e->by_build[side][target_of(u)][first_of(u)], sign);
        if (second_of(u) != NOWHERE) learn(&e->by_build[side][target_of(u)][second_of(u)], sign);
        learn(&e->by_move[side][origin_of(u)][target_of(u)], sign);
    }
}

static void keep_line(Engine *e, int ply, Turn t) {
    e->line[ply][0] = t;
    memcpy(e->line[ply] + 1, e->line[ply + 1], sizeof(Turn) * (size_t)e->length[ply + 1]);
    e->length[ply] = e->length[ply + 1] + 1;
}

static int reduction(const Engine *e, int depth, int i, Mask threats) {
    if (!(e->flags & USE_REDUCTIONS) || threats || depth < 2 || i < 4) return 0;
    /* measured: README.txt, STRENGTH */
    int steps = 1 + (depth >= 3 && i >= 7) + (depth >= 4 && i >= 16) + (depth >= 5 && i >= 32) + (depth >= 7 && i >= 64);
    return steps < depth ? steps : depth - 1;
}

/* The score of a board, at least alpha and at most beta if those are bounds, looking `depth` turns ahead; `extended`
   counts extensions on the way here. What comes back once the budget is spent means nothing. */
static int search(Engine *e, const Board *b, int depth, int alpha, int beta, int ply, int extended) {
    e->nodes++;
    e->length[ply] = 0;
    Mask wins = winning_spaces(b, 0);
    if (wins) {
        int score = WIN - ply - 1;
        if (score < beta && score > alpha) { /* on the principal variation: name the turn */
            int count = list_turns(b, e->turns[ply]);
            for (int i = 0; i < count; i++)
                if (e->turns[ply][i] & WIN_FLAG) e->line[ply][0] = e->turns[ply][i], e->length[ply] = 1;
        }
        return score;
    }
    if (out_of_budget(e) || ply >= MAX_PLY) return value_of(e, b);
    if (alpha < -WIN + ply) alpha = -WIN + ply;
    if (beta > WIN - ply - 3) beta = WIN - ply - 3;
    if (alpha >= beta) return alpha;
    Mask threats = e->flags & (USE_THREATS | USE_REDUCTIONS) ? winning_spaces(b, 1) : 0;
    if (depth <= 0) {
        if (!(threats && e->flags & USE_THREATS && extended < 6)) return value_of(e, b);
        depth = 1, extended++;
    }

    Turn best_turn = 0;
    int first_alpha = alpha;
    if (e->flags & USE_TABLE) {
        const Entry *entry = e->table + (b->key & (e->entries - 1));
        if (entry->key == b->key && entry->bound) {
            best_turn = entry->turn;
            int score = from_table(entry->score, ply), bound = entry->bound & 3;
            if (entry->depth >= depth && beta - alpha == 1 &&
                (bound == 3 || (bound == 1 && score >= beta) || (bound == 2 && score <= alpha)))
                return score;
        }
    }
    int count = list_turns(b, e->turns[ply]);
    if (!count) return -WIN + ply;
    if (threats && e->flags & USE_THREATS) {
        count = list_parries(b, threats, e->turns[ply], count);
        if (!count) return -WIN + ply + 2;
    }
    rank_turns(e, b, ply, count, best_turn);
    e->killers[ply + 1][0] = e->killers[ply + 1][1] = 0;
    int best = -WIN;
    best_turn = 0;
    for (int i = 0; i < count; i++) {
        Turn turn = pick(e, ply, i, count);
        Board after;
        play(b, turn, &after);
        __builtin_prefetch(e->table + (after.key & (e->entries - 1)));
        int score, less = reduction(e, depth, i, threats);
        if (!i)
            score = -search(e, &after, depth - 1, -beta, -alpha, ply + 1, extended);
        else {
            score = -search(e, &after, depth - 1 - less, -alpha - 1, -alpha, ply + 1, extended);
            if (score > alpha && less) score = -search(e, &after, depth - 1, -alpha - 1, -alpha, ply + 1, extended);
            if (score > alpha && score < beta)
                score = -search(e, &after, depth - 1, -beta, -alpha, ply + 1, extended);
        }
        if (e->stopped) return best;
        if (score <= best) continue;
        best = score, best_turn = turn;
        if (score <= alpha) continue;
        alpha = score;
        keep_line(e, ply, turn);
        if (alpha >= beta) {
            reward(e, b, ply, i, depth);
            break;
        }
    }
    if (e->flags & USE_TABLE)
        store(e, b, best_turn, best, depth, best >= beta ? 1 : best > first_alpha ? 3 : 2, ply);
    return best;
}

/* ---- the decision ---- */

static void bring_first(Turn *turns, int at) {
    Turn t = turns[at];
    memmove(turns + 1, turns, sizeof *turns * (size_t)at);
    turns[0] = t;
}

static void report(Engine *e, Result *r, int score, int depth) {
    r->score = score, r->depth = depth, r->nodes = e->nodes;
    r->proven = score > PROVEN ? 1 : score < -PROVEN ? -1 : 0;
    r->length = e->length[0];
    memcpy(r->line, e->line[0], sizeof(Turn) * (size_t)(e->length[0] < MAX_PLY ? e->length[0] : MAX_PLY));
}

/* Search a board deeper and deeper; the result is that of the last depth at which a turn was found best. */
static void decide(Engine *e, const Board *b, int max_depth, Result *r) {
    Turn turns[MAX_TURNS] = {0};
    Board after;
    int count = list_turns(b, e->turns[0]);
    if (!count) return;
    rank_turns(e, b, 0, count, 0);
    for (int i = 0; i < count; i++) turns[i] = pick(e, 0, i, count);
    r->line[0] = turns[0];
    for (int i = 0; i < count; i++)
        if (turns[i] & WIN_FLAG) {
            e->line[0][0] = turns[i], e->length[0] = 1, e->nodes = 1;
            report(e, r, WIN - 1, 1);
            return;
        }
    for (int depth = 1; depth <= max_depth && !e->stopped; depth++) {
        int best = -WIN - 1, at = -1;
        for (int i = 0; i < count; i++) {
            play(b, turns[i], &after);
            int score = -WIN - 1, less = at < 0 ? 0 : reduction(e, depth, i / 2, 0);
            if (at >= 0) score = -search(e, &after, depth - 1 - less, -best - 1, -best, 1, 0);
            if (at >= 0 && less && score > best)
                score = -search(e, &after, depth - 1, -best - 1, -best, 1, 0);
            if (at < 0 || score > best) score = -search(e, &after, depth - 1, -WIN, -best, 1, 0);
            if (e->stopped) break;
            if (score <= best) continue;
            best = score, at = i;
            keep_line(e, 0, turns[i]);
            report(e, r, best, depth);
        }
        if (at > 0) bring_first(turns, at);
        if (count == 1 || abs(best) > PROVEN) break;
    }
    r->nodes = e->nodes;
}

typedef struct { uint8_t first, second; int score; } Pair;

static int list_pairs(const Board *b, Pair *pairs) { /* central ones first */
    int count = 0;
    for (int s = 0; s < SPACES; s++)
        for (int t = s + 1; t < SPACES; t++)
            if (!((BIT(s) | BIT(t)) & b->token[1]))
                pairs[count++] = (Pair){(uint8_t)s, (uint8_t)t, -place_kind[s] - place_kind[t]};
    return count;
}

static int turned(int s, int how) { /* a space under one of the eight symmetries of the board */
    int row = s / 5, column = s % 5;
    if (how & 1) row = 4 - row;
    if (how & 2) column = 4 - column;
    return how & 4 ? column * 5 + row : row * 5 + column;
}

static int is_first_of_its_kind(const Board *b, const Pair *p) {
    for (int how = 1; how < 8; how++) {
        Mask others = 0;
        for (Mask m = b->token[1]; m; m &= m - 1) others |= BIT(turned(lowest(m), how));
        if (others != b->token[1]) continue;
        int s = turned(p->first, how), t = turned(p->second, how), low = s < t ? s : t, high = s < t ? t : s;
        if (low < p->first || (low == p->first && high < p->second)) return 0;
    }
    return 1;
}

static void sort_pairs(Pair *pairs, int count) { /* best first; equal ones stay in order */
    for (int i = 1; i < count; i++)
        for (int j = i; j && pairs[j].score > pairs[j - 1].score; j--) {
            Pair p = pairs[j];
            pairs[j] = pairs[j - 1], pairs[j - 1] = p;
        }
}

static void put(const Board *b, const Pair *p, Board *after) {
    *after = *b;
    after->token[0] = BIT(p->first) | BIT(p->second);
    after->key ^= token_key[b->side][p->first] ^ token_key[b->side][p->second];
    swap_sides(after);
}

/* The score of a board whose mover is to place its tokens, the board after that searched to a depth. `replies` is an
   order of all its placements, best of the last time first. */
static int place_value(Engine *e, const Board *b, int depth, int alpha, int beta, Pair *replies, int count, int *answer) {
    Board after;
    int best = -WIN - 1;
    for (int i = 0; i < count && best < beta; i++) {
        if ((BIT(replies[i].first) | BIT(replies[i].second)) & b->token[1]) continue;
        put(b, &replies[i], &after);
        int score = -search(e, &after, depth, -beta, -(best > alpha ? best : alpha), 2, 0);
        if (e->stopped) return best;
        if (score > best) best = score, *answer = i;
    }
    if (*answer > 0) {
        Pair p = replies[*answer];
        memmove(replies + 1, replies, sizeof *replies * (size_t)*answer);
        replies[0] = p, *answer = 0;
    }
    return best;
}

/* Search the placement of the mover's tokens; a legal one stands in the result before the search begins. */
static void decide_placement(Engine *e, const Board *b, int max_depth, Result *r) {
    Pair pairs[300], replies[300];
    Board after;
    int count = 0, all = list_pairs(b, pairs), reply_count = list_pairs(b, replies), is_first = !b->token[1], answer;
    for (int i = 0; i < all; i++)
        if (is_first_of_its_kind(b, &pairs[i])) pairs[count++] = pairs[i];
    sort_pairs(pairs, count);
    sort_pairs(replies, reply_count);
    put(b, &pairs[0], &after);
    write_board(&after, r->child);
    for (int depth = 0; depth <= max_depth && !e->stopped; depth++) {
        int best = -WIN - 1;
        for (int i = 0; i < count; i++) {
            put(b, &pairs[i], &after);
            int alpha = best < -WIN ? -WIN : best;
            int score = is_first ? -place_value(e, &after, depth, -WIN, -alpha, replies, reply_count, &answer)
                                 : -search(e, &after, depth, -WIN, -alpha, 1, 0);
            if (e->stopped) break;
            pairs[i].score = score;
            if (score <= best) continue;
            best = score;
            write_board(&after, r->child);
            e->length[0] = 0;
            report(e, r, best, depth);
        }
        if (!e->stopped) sort_pairs(pairs, count);
    }
    r->nodes = e->nodes;
}

/* ---- values loaded ---- */

typedef struct {
    int32_t kind, columns;
    float second_scale, second_bias[SECOND], out[SECOND], constant[CARDS][CARDS];
    int16_t second[SECOND][2 * HIDDEN];
} ValueHead; /* then int16 rows [2 roles][2: by owner's card, by rival's][CARDS][ROWS][columns] */

static void sum_rows(Engine *e, const uint8_t cards[2]) {
    if (e->kind == HAND || (e->tables_ready && !memcmp(e->cards, cards, 2))) return;
    memcpy(e->cards, cards, 2);
    size_t part = (size_t)ROWS * (size_t)e->columns;
    for (int side = 0; side < 2; side++)
        for (int who = 0; who < 2; who++) {
            int owner = cards[side ^ who], rival = cards[side ^ who ^ 1];
            const int16_t *own = e->weights + (size_t)((who * 2) * CARDS + owner) * part;
            const int16_t *against = e->weights + (size_t)((who * 2 + 1) * CARDS + rival) * part;
            int16_t *sum = e->sum + (size_t)(side * 2 + who) * part;
            for (size_t i = 0; i < part; i++) sum[i] = (int16_t)(own[i] + against[i]);
        }
    e->tables_ready = 1;
}

static void begin(Engine *e, const Board *b, double seconds, int64_t nodes, int flags) {
    e->deadline = now() + seconds;
    e->node_limit = nodes > 0 ? nodes : INT64_MAX;
    e->nodes = 0, e->stopped = 0, e->flags = flags;
    e->age = (uint8_t)((e->age + 1) & 63);
    e->length[0] = 0;
    memset(e->killers, 0, sizeof e->killers);
    for (int i = 0; i < 2; i++)
        for (int s = 0; s < SPACES; s++) {
            for (int t = 0; t < SPACES + 8; t++) e->by_build[i][s][t] /= 4;
            for (int t = 0; t < SPACES; t++) e->by_move[i][s][t] /= 4;
        }
    uint8_t cards[2] = {b->card[b->side], b->card[1 - b->side]};
    sum_rows(e, cards);
}

/* ---- for the outside ---- */

/* Return an engine with a transposition table of 2^bits entries of 16 bytes and the hand-made value; NULL: no memory. */
Engine *engine_new(int bits) {
    make_ready();
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) network_value = network_wide;
#endif
    Engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->entries = 1ull << bits;
    e->table = calloc(e->entries, sizeof *e->table);
    if (!e->table) return free(e), NULL;
    return e;
}

void engine_free(Engine *e) {
    if (!e) return;
    free(e->table), free(e->sum), free(e);
}

/* Forget what earlier searches found. */
void engine_forget(Engine *e) {
    memset(e->table, 0, e->entries * sizeof *e->table);
    memset(e->by_build, 0, sizeof e->by_build);
    memset(e->by_move, 0, sizeof e->by_move);
    e->age = 0;
}

/* Value boards by these bytes (a ValueHead and its rows), which must outlive the engine; 0: done, -1: they are not
   what this core reads, -2: no memory. */
int engine_value(Engine *e, const uint8_t *bytes, int64_t size) {
    ValueHead head;
    if (size < (int64_t)sizeof head) return -1;
    memcpy(&head, bytes, sizeof head);
    if (!((head.kind == LINEAR && head.columns == 1) || (head.kind == NETWORK && head.columns == HIDDEN))) return -1;
    size_t part = (size_t)ROWS * (size_t)head.columns;
    if (size != (int64_t)(sizeof head + 4 * CARDS * part * sizeof(int16_t))) return -1;
    free(e->sum);
    e->sum = aligned_alloc(64, (4 * part * sizeof(int16_t) + 63) / 64 * 64);
    if (!e->sum) return -2;
    e->kind = head.kind, e->columns = head.columns, e->second_scale = head.second_scale;
    memcpy(e->second_bias, head.second_bias, sizeof e->second_bias);
    memcpy(e->out, head.out, sizeof e->out);
    memcpy(e->constant, head.constant, sizeof e->constant);
    memcpy(e->second, head.second, sizeof e->second);
    e->weights = (const int16_t *)(bytes + sizeof head);
    e->tables_ready = 0;
    return 0;
}

/* Search a board or a placement, the mover in seat `side`, until seconds, nodes (0: any number) or depth are used up.
   The result has the board to play (32 bytes, from the other's view), the score, how deep, and the line of turns that
   leads to it. Returns 0 if there is no turn. */
int engine_search(Engine *e, const uint8_t *record, int side, double seconds, int64_t nodes, int depth, int flags,
                  Result *r) {
    Board b, after;
    memset(r, 0, sizeof *r);
    read_board(record, &b, side);
    begin(e, &b, seconds, nodes, flags);
    if (depth > MAX_PLY - 2 || depth < 0) depth = MAX_PLY - 2;
    if (!b.token[0]) return decide_placement(e, &b, depth, r), 1;
    decide(e, &b, depth, r);
    if (!r->line[0]) return 0;
    play(&b, r->line[0], &after);
    write_board(&after, r->child);
    return 1;
}

/* The value of a board as a leaf of the search has it. */
int engine_value_of(Engine *e, const uint8_t *record, int side) {
    Board b;
    read_board(record, &b, side);
    uint8_t cards[2] = {b.card[b.side], b.card[1 - b.side]};
    sum_rows(e, cards);
    return value_of(e, &b);
}

/* Write the turns of a board and the boards that they lead to; return how many, at most 1,536. */
int board_turns(const uint8_t *record, uint32_t *turns, uint8_t *children) {
    Board b, after;
    make_ready();
    read_board(record, &b, 0);
    int count = list_turns(&b, turns);
    for (int i = 0; i < count; i++) {
        play(&b, turns[i], &after);
        write_board(&after, children + i * RECORD);
    }
    return count;
}

/* Return where the mover (0) or the other (1) would win at once, were it to move: one bit a space. */
uint32_t board_wins(const uint8_t *record, int who) {
    Board b;
    make_ready();
    read_board(record, &b, 0);
    return winning_spaces(&b, who) & ALL;
}

static uint64_t count_boards(const Board *b, int depth) {
    Turn turns[MAX_TURNS];
    Board after;
    int count = list_turns(b, turns);
    if (depth <= 1) return (uint64_t)count;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (turns[i] & WIN_FLAG) { sum++; continue; }
        play(b, turns[i], &after);
        sum += count_boards(&after, depth - 1);
    }
    return sum;
}

/* Return how many boards may stand `depth` turns later; a board that is won counts as one at all later depths. */
uint64_t board_perft(const uint8_t *record, int depth) {
    Board b;
    make_ready();
    read_board(record, &b, 0);
    return depth ? count_boards(&b, depth) : 1;
}

/* Part of core.c: the wide value, a network of one layer of UNITS that is kept up to date turn by turn.

   A board is seen by the player to move ("the view"). Rows of UNITS numbers are added up: one for the height of each
   space; for each token one for its space and level, and one for each neighbouring space's height; one for the pair of
   cards. A token's rows are those that all cards share, plus those of its owner's card, plus those of its rival's card
   (these two know the neighbour's direction, not the space); they are added once for all when the cards are known.
   Each sum is cut to [0, TOP], squared and weighed: that is the value.

   At a leaf little is new: the sums of the board before the last turn, as the leaf's mover sees it, are kept in a frame
   of that board, and so are those after each step from it. A leaf adds what was built. Sums are exact in 16 bits
   (training bounds them), so every way to them gives the same. */

enum { UNITS = 256, UNIT_ONE = 256, TOP = UNIT_ONE - 1 };
enum { FASTEST, BASELINE, PLAIN };
enum { HEIGHTS = 5, LEVELS = 4, AROUND = 8 };
enum { TOKENS = SPACES * HEIGHTS, NEIGHBOURS = TOKENS + 2 * SPACES * LEVELS,
       START = NEIGHBOURS + 2 * SPACES * LEVELS * AROUND * HEIGHTS, TABLE_ROWS = START + 1 };
enum { CARD_TOKENS = 2 * SPACES * LEVELS, CARD_ROWS = CARD_TOKENS + 2 * LEVELS * AROUND * HEIGHTS };

typedef struct {
    int32_t kind, columns, constant[CARDS][CARDS];
    int16_t out[UNITS]; /* 128 is 1 */
} WideHead; /* then rows of 8 bits [START], [2: by owner's card, by rival's][CARDS][CARD_ROWS], [CARDS][CARDS] pairs */

typedef int16_t Sums[UNITS] __attribute__((aligned(64)));

typedef struct { /* rows to add to sums and to take from them */
    const int16_t *add[72], *sub[72];
    int adds, subs;
} Change;

typedef struct { /* what leaves below one board share */
    Sums base, step[2 * SPACES]; /* by token, the lower one first, and target */
    uint64_t key, known;         /* known: bit i: step[i] is made; bit 63: base is */
} Frame;

struct Wide {
    const int8_t *weights;
    int32_t constant[CARDS][CARDS];
    Sums out;
    Sums table[2][TABLE_ROWS]; /* by the side that looks */
    Frame frames[MAX_PLY + 2];
    Sums seen[MAX_PLY + 2]; /* of the board at a ply, as its mover sees it */
    uint64_t seen_key[MAX_PLY + 2];
    void (*change)(int16_t *, const int16_t *, const Change *);
    int32_t (*weigh)(const int16_t *, const Change *, const int16_t *);
};

static uint8_t around_direction[SPACES][SPACES];

static void make_directions(void) {
    for (int s = 0; s < SPACES; s++)
        for (Mask m = beside[s]; m; m &= m - 1) {
            int t = lowest(m), way = 3 * (t / 5 - s / 5 + 1) + t % 5 - s % 5 + 1; /* 0 to 8, without 4 */
            around_direction[s][t] = (uint8_t)(way - (way > 4));
        }
}

static inline int token_row(int who, int s, int level) { return (who * SPACES + s) * LEVELS + level; }

/* ---- vectors: the same three ways, with the same results ---- */

#define PATH(name) name##_plain
typedef int16_t V_plain;
typedef int32_t W_plain;
#define V V_plain
#define W W_plain
#define TARGET
#define LANE 1
#define LOAD(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#define ADD(a, b) ((int16_t)((a) + (b)))
#define SUB(a, b) ((int16_t)((a) - (b)))
#define CUT(v) ((v) < 0 ? 0 : (v) > TOP ? TOP : (v))
#define SQUARE(v) ((int16_t)((v) * (v) >> 2))
#define WEIGH(total, v, w) ((total) + (v) * (w))
#define ZERO 0
#define TOTAL(total) (total)
#include "wide_path.c"

#ifdef __x86_64__
#include <immintrin.h>
#define PATH(name) name##_sse2
#define V __m128i
#define W __m128i
#define TARGET
#define LANE 8
#define LOAD(p) _mm_load_si128((const __m128i *)(p))
#define STORE(p, v) _mm_store_si128((__m128i *)(p), v)
#define ADD(a, b) _mm_add_epi16(a, b)
#define SUB(a, b) _mm_sub_epi16(a, b)
#define CUT(v) _mm_slli_epi16(_mm_min_epi16(_mm_max_epi16(v, _mm_setzero_si128()), _mm_set1_epi16(TOP)), 7)
#define SQUARE(v) _mm_mulhi_epi16(v, v)
#define WEIGH(total, v, w) _mm_add_epi32(total, _mm_madd_epi16(v, w))
#define ZERO _mm_setzero_si128()
static inline int32_t total_of_128(__m128i t) {
    t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(t, _mm_shuffle_epi32(t, 0xb1)));
}
#define TOTAL(total) total_of_128(total)
#include "wide_path.c"

#define PATH(name) name##_avx2
#define V __m256i
#define W __m256i
#define TARGET __attribute__((target("avx2")))
#define LANE 16
#define LOAD(p) _mm256_load_si256((const __m256i *)(p))
#define STORE(p, v) _mm256_store_si256((__m256i *)(p), v)
#define ADD(a, b) _mm256_add_epi16(a, b)
#define SUB(a, b) _mm256_sub_epi16(a, b)
#define CUT(v) \
    _mm256_slli_epi16(_mm256_min_epi16(_mm256_max_epi16(v, _mm256_setzero_si256()), _mm256_set1_epi16(TOP)), 7)
#define SQUARE(v) _mm256_mulhi_epi16(v, v)
#define WEIGH(total, v, w) _mm256_add_epi32(total, _mm256_madd_epi16(v, w))
#define ZERO _mm256_setzero_si256()
#define TOTAL(total) \
    total_of_128(_mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1)))
#include "wide_path.c"
#endif

/* ---- what a board adds up ---- */

static inline void add_row(Change *c, const Sums *table, int row) { c->add[c->adds++] = table[row]; }
static inline void sub_row(Change *c, const Sums *table, int row) { c->sub[c->subs++] = table[row]; }

static inline void list_token(const int16_t **rows, int *count, const Sums *table, int who, int s, int level,
                              const uint8_t *heights) {
    int row = token_row(who, s, level), n = *count;
    const Sums *near = table + NEIGHBOURS + row * (AROUND * HEIGHTS);
    rows[n++] = table[TOKENS + row];
    for (Mask m = beside[s]; m; m &= m - 1) {
        int t = lowest(m);
        rows[n++] = near[around_direction[s][t] * HEIGHTS + heights[t]];
    }
    *count = n;
}

/* The rows of a whole board, the tokens `own` being those of the side that looks. */
static void list_board(Change *c, const Sums *table, const uint8_t *heights, Mask own, Mask rivals) {
    c->adds = c->subs = 0;
    add_row(c, table, START);
    for (int s = 0; s < SPACES; s++) add_row(c, table, s * HEIGHTS + heights[s]);
    for (int who = 0; who < 2; who++)
        for (Mask m = who ? rivals : own; m; m &= m - 1)
            list_token(c->add, &c->adds, table, who, lowest(m), heights[lowest(m)], heights);
}

/* A step of the mover of `b`, whose tokens are "who" `mine` to the side that looks. */
static void list_step(Change *c, const Sums *table, const Board *b, int from, int to, int mine) {
    list_token(c->sub, &c->subs, table, mine, from, b->level[from], b->level);
    list_token(c->add, &c->adds, table, mine, to, b->level[to], b->level);
    if (b->token[1] & BIT(to)) {
        int thrown = b->card[0] == APOLLO ? from : beyond[from][to];
        list_token(c->sub, &c->subs, table, 1 - mine, to, b->level[to], b->level);
        list_token(c->add, &c->adds, table, 1 - mine, thrown, b->level[thrown], b->level);
    }
}

static inline void list_build(Change *c, const Sums *table, const Board *before, const Board *after, int s, int mine) {
    int old = before->level[s], new = after->level[s];
    sub_row(c, table, s * HEIGHTS + old);
    add_row(c, table, s * HEIGHTS + new);
    if (after->token[1] & BIT(s)) { /* Prometheus built where he went */
        list_token(c->sub, &c->subs, table, mine, s, old, before->level);
        list_token(c->add, &c->adds, table, mine, s, new, before->level);
    }
    for (int whose = 0; whose < 2; whose++) /* 1: of who has moved */
        for (Mask m = after->token[whose] & beside[s]; m; m &= m - 1) {
            int t = lowest(m), who = whose ? mine : 1 - mine;
            const Sums *near = table + NEIGHBOURS + token_row(who, t, after->level[t]) * (AROUND * HEIGHTS) +
                               around_direction[t][s] * HEIGHTS;
            sub_row(c, near, old);
            add_row(c, near, new);
        }
}

static inline void list_builds(Change *c, const Sums *table, const Board *before, const Board *after, Turn turn,
                               int mine) {
    int first = first_of(turn), second = second_of(turn);
    if (first != NOWHERE) list_build(c, table, before, after, first, mine);
    if (second != NOWHERE && second != first) list_build(c, table, before, after, second, mine);
}

static int wide_score(const Wide *w, const Board *b, int32_t total) { /* 128 * (256 * 256 >> 2) is a logit, or 256 */
    return (total >> 13) + w->constant[b->card[0]][b->card[1]];
}

static int wide_full(Wide *w, const Board *b, int ply) {
    Change c;
    const Sums none = {0};
    list_board(&c, w->table[b->side], b->level, b->token[0], b->token[1]);
    w->change(w->seen[ply], none, &c);
    w->seen_key[ply] = b->key;
    c.adds = c.subs = 0;
    return wide_score(w, b, w->weigh(w->seen[ply], &c, w->out));
}

/* Make the sums of the board `before` at `ply` as its other side sees it; `past` and `turn` led to it, if known. */
static void make_base(Wide *w, Frame *f, const Board *before, const Board *past, Turn turn, int ply) {
    const Sums *table = w->table[1 - before->side];
    Change c;
    c.adds = c.subs = 0;
    f->key = before->key, f->known = 1ull << 63;
    if (past && w->seen_key[ply - 1] == past->key) {
        list_step(&c, table, past, origin_of(turn), target_of(turn), 0);
        list_builds(&c, table, past, before, turn, 0);
        w->change(f->base, w->seen[ply - 1], &c);
        return;
    }
    const Sums none = {0};
    list_board(&c, table, before->level, before->token[1], before->token[0]);
    w->change(f->base, none, &c);
}

/* The value of `b`, to which `turns[1]` led from the board `boards[1]` at `ply`, to which `turns[0]` led from
   `boards[0]`, if that is there. `keep` its sums, for boards that follow. */
static int wide_leaf(Wide *w, const Board *const *boards, const Turn *turns, const Board *b, int ply, int keep) {
    Frame *f = w->frames + ply;
    const Board *before = boards[1];
    Turn turn = turns[1];
    const Sums *table = w->table[b->side];
    Change c;
    if (!(f->known >> 63) || f->key != before->key) make_base(w, f, before, boards[0], turns[0], ply);
    int from = origin_of(turn), to = target_of(turn);
    int at = (from == lowest(before->token[0]) ? 0 : SPACES) + to;
    c.adds = c.subs = 0;
    if (!(f->known >> at & 1)) {
        list_step(&c, table, before, from, to, 1);
        w->change(f->step[at], f->base, &c);
        f->known |= 1ull << at;
        c.adds = c.subs = 0;
    }
    list_builds(&c, table, before, b, turn, 1);
    const int16_t *sums = f->step[at];
    if (keep) {
        w->change(w->seen[ply + 1], sums, &c);
        w->seen_key[ply + 1] = b->key;
        sums = w->seen[ply + 1], c.adds = c.subs = 0;
    }
    return wide_score(w, b, w->weigh(sums, &c, w->out));
}

/* ---- loading, and adding up the rows of cards ---- */

static void wide_forget(Wide *w) {
    for (int i = 0; i < MAX_PLY + 2; i++) w->frames[i].known = w->seen_key[i] = 0;
}

/* Take the fastest way that this machine has, or a slower one: what all x86-64 have, or plain C. */
static void wide_take(Wide *w, int way) {
    w->change = change_plain, w->weigh = weigh_plain;
#ifdef __x86_64__
    if (way <= BASELINE) w->change = change_sse2, w->weigh = weigh_sse2;
    if (way == FASTEST && __builtin_cpu_supports("avx2")) w->change = change_avx2, w->weigh = weigh_avx2;
#endif
}

enum { WIDE_ROWS = START + 2 * CARDS * CARD_ROWS + CARDS * CARDS,
       WIDE_SIZE = sizeof(WideHead) + WIDE_ROWS * UNITS };

static Wide *wide_new(const uint8_t *bytes) { /* NULL: no memory */
    WideHead head;
    memcpy(&head, bytes, sizeof head);
    Wide *w = pages_new(sizeof *w);
    if (!w) return NULL;
    w->weights = (const int8_t *)(bytes + sizeof head);
    memcpy(w->constant, head.constant, sizeof w->constant);
    memcpy(w->out, head.out, sizeof w->out);
    wide_forget(w);
    wide_take(w, FASTEST);
    return w;
}

static void wide_sum(Wide *w, const uint8_t cards[2]) {
    const int8_t *shared = w->weights, *by_card = shared + START * UNITS;
    const int8_t *pairs = by_card + 2 * CARDS * CARD_ROWS * UNITS;
    for (int side = 0; side < 2; side++) {
        Sums *table = w->table[side];
        const int8_t *pair = pairs + (cards[side] * CARDS + cards[1 - side]) * UNITS;
        int16_t *all = table[0];
        for (int i = 0; i < START * UNITS; i++) all[i] = shared[i];
        for (int i = 0; i < UNITS; i++) table[START][i] = pair[i];
        for (int who = 0; who < 2; who++)
            for (int by = 0; by < 2; by++) {
                const int8_t *rows = by_card + (by * CARDS + cards[side ^ who ^ by]) * CARD_ROWS * UNITS;
                for (int at = 0; at < SPACES * LEVELS; at++) {
                    int row = who * SPACES * LEVELS + at, level = at % LEVELS;
                    const int8_t *token = rows + row * UNITS;
                    const int8_t *near = rows + (CARD_TOKENS + (who * LEVELS + level) * AROUND * HEIGHTS) * UNITS;
                    int16_t *sum = table[TOKENS + row], *near_sum = table[NEIGHBOURS + row * AROUND * HEIGHTS];
                    for (int i = 0; i < UNITS; i++) sum[i] = (int16_t)(sum[i] + token[i]);
                    for (int i = 0; i < AROUND * HEIGHTS * UNITS; i++) near_sum[i] = (int16_t)(near_sum[i] + near[i]);
                }
            }
    }
    wide_forget(w);
}

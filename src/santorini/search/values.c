/* Part of core.c: what a board is worth, by hand, by the linear value or by the network. */

/* Made by hand: levels, and what is in reach. Never tuned: a yardstick. santorini.search.hand is its model. */
static int hand_value(const Board *b) {
    static const int standing[4] = {0, 60, 150, 150}, reaching[4] = {5, 12, 25, 40};
    static const int placed[PLACES] = {8, 7, 6, 3, 2, 0};
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
static int (*network_value)(const Engine *, const Board *) = network_plain; /* set when loaded */

static int wide_value(const Engine *e, const Board *b, int ply) {
    const Board *before = ply ? e->board_at[ply - 1] : NULL;
    return before ? wide_leaf(e->wide, before, e->turn_at[ply - 1], b, ply - 1) : wide_full(e->wide, b);
}

static int value_of(const Engine *e, const Board *b, int ply) {
    int value = e->kind == HAND     ? hand_value(b)
                : e->kind == LINEAR ? linear_value(e, b)
                : e->kind == WIDE   ? wide_value(e, b, ply)
                                    : network_value(e, b);
    return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value;
}

typedef struct {
    int32_t kind, columns;
    float second_scale, second_bias[SECOND], out[SECOND], constant[CARDS][CARDS];
    int16_t second[SECOND][2 * HIDDEN];
} ValueHead; /* then int16 rows [2 roles][2: by owner's card, by rival's][CARDS][ROWS][columns] */

static void sum_rows(Engine *e, const uint8_t cards[2]) {
    if (e->kind == HAND || (e->tables_ready && !memcmp(e->cards, cards, 2))) return;
    memcpy(e->cards, cards, 2);
    e->tables_ready = 1;
    if (e->kind == WIDE) {
        wide_sum(e->wide, cards);
        return;
    }
    size_t part = (size_t)ROWS * (size_t)e->columns;
    for (int side = 0; side < 2; side++)
        for (int who = 0; who < 2; who++) {
            int owner = cards[side ^ who], rival = cards[side ^ who ^ 1];
            const int16_t *own = e->weights + (size_t)((who * 2) * CARDS + owner) * part;
            const int16_t *against = e->weights + (size_t)((who * 2 + 1) * CARDS + rival) * part;
            int16_t *sum = e->sum + (size_t)(side * 2 + who) * part;
            for (size_t i = 0; i < part; i++) sum[i] = (int16_t)(own[i] + against[i]);
        }
}

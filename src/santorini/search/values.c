/* Part of core.c: what a board is worth, by hand, by the linear or by the wide value. */

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

/* The linear value sums a number for every space within two steps of a token, by the token's level, where the space
   lies from it and what is there, and one for the kind of the token's own place. Numbers belong to the tokens of the
   mover or of the other, and are those of their owner's card plus those of the rival's. */
typedef struct {
    int32_t kind, columns;
    float constant[CARDS][CARDS];
} LinearHead; /* then int16 [2 roles][2: by owner's card, by rival's][CARDS][ROWS] */

enum { LINEAR_SIZE = sizeof(LinearHead) + 4 * CARDS * ROWS * sizeof(int16_t) };

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
            const int16_t *rows = e->sum[b->side][who] + b->level[s] * (PLACES + NEAR * KINDS);
            value += rows[place_kind[s]];
            for (int i = 0; i < near_count[s]; i++)
                value += rows[PLACES + near_offset[s][i] * KINDS + kinds[who][near_space[s][i]]];
        }
    return value + (int)e->constant[b->card[0]][b->card[1]];
}

static int wide_value(const Engine *e, const Board *b, int ply, int keep) {
    if (!ply || !e->board_at[ply - 1]) return wide_full(e->wide, b, ply);
    const Board *boards[2] = {ply > 1 ? e->board_at[ply - 2] : NULL, e->board_at[ply - 1]};
    Turn turns[2] = {ply > 1 ? e->turn_at[ply - 2] : 0, e->turn_at[ply - 1]};
    return wide_leaf(e->wide, boards, turns, b, ply - 1, keep);
}

/* What a board is worth; `keep`: boards that follow it will be asked for. */
static inline int valued(const Engine *e, const Board *b, int ply, int keep) {
    int value = e->kind == HAND     ? hand_value(b)
                : e->kind == LINEAR ? linear_value(e, b)
                                    : wide_value(e, b, ply, keep);
    return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value;
}

static int value_of(const Engine *e, const Board *b, int ply) { return valued(e, b, ply, 0); }

static void sum_rows(Engine *e, const uint8_t cards[2]) {
    if (e->kind == HAND || (e->tables_ready && !memcmp(e->cards, cards, 2))) return;
    memcpy(e->cards, cards, 2);
    e->tables_ready = 1;
    if (e->kind == WIDE) {
        wide_sum(e->wide, cards);
        return;
    }
    for (int side = 0; side < 2; side++)
        for (int who = 0; who < 2; who++) {
            const int16_t *own = e->weights + (who * 2 * CARDS + cards[side ^ who]) * ROWS;
            const int16_t *against = e->weights + ((who * 2 + 1) * CARDS + cards[side ^ who ^ 1]) * ROWS;
            for (int i = 0; i < ROWS; i++) e->sum[side][who][i] = (int16_t)(own[i] + against[i]);
        }
}

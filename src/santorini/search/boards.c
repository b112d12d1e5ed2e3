/* Part of core.c: the spaces, keys of the transposition table, boards and what a turn makes of them. */

static Mask beside[SPACES];
static int8_t beyond[SPACES][SPACES];
static uint8_t near_space[SPACES][NEAR], near_offset[SPACES][NEAR], near_count[SPACES], place_kind[SPACES];
static uint64_t token_key[2][SPACES], level_key[SPACES][5], side_key, card_key[CARDS][CARDS];

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

static void make_keys(void) {
    Random seed = {1};
    for (int s = 0; s < SPACES; s++) {
        for (int i = 0; i < 2; i++) token_key[i][s] = random_bits(&seed);
        for (int l = 1; l < 5; l++) level_key[s][l] = random_bits(&seed); /* level 0 counts nothing */
    }
    side_key = random_bits(&seed);
    for (int i = 0; i < CARDS; i++)
        for (int j = 0; j < CARDS; j++) card_key[i][j] = random_bits(&seed);
}

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

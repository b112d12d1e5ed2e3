/* Part of core.c: the rules, for both seats' hands and the deck. */

typedef struct {
    uint16_t hand[2][SUITS], known[2][SUITS], laid[2][SUITS], piled[SUITS]; /* numbers as masks */
    uint8_t hand_inv[2][SUITS], known_inv[2][SUITS], laid_inv[2][SUITS], piled_inv[SUITS];
    uint8_t pile[SUITS][12], in_pile[SUITS];
    uint8_t deck[60], in_deck; /* the last one is drawn first */
    uint8_t streak, pickups[2], passes[2];
} Game;

typedef struct { uint8_t card, discards, draw; } Turn;

static int banned_by(Turn t) { return t.discards == DISCARDS || t.discards == DISCARDED ? t.card / RANKS : DECK; }

static int sum_of(unsigned mask) { /* of the numbers in a mask */
    int sum = 0;
    for (; mask; mask &= mask - 1) sum += __builtin_ctz(mask) + 2;
    return sum;
}

static int top_rank(unsigned mask) { return mask ? 32 - __builtin_clz(mask) : 0; }

static unsigned above(unsigned laid) { return 0x1ff & ~((1u << top_rank(laid)) - 1); } /* numbers that may follow */

static int count_of(const Game *g, int m, int s) { return __builtin_popcount(g->laid[m][s]) + g->laid_inv[m][s]; }

static int score_of(const Game *g, int m, int s) {
    int count = count_of(g, m, s);
    if (!count) return 0;
    return (sum_of(g->laid[m][s]) - 20) * (1 + g->laid_inv[m][s]) + (count >= 8 ? 20 : 0);
}

static int total_of(const Game *g, int m) {
    int total = 0;
    for (int s = 0; s < SUITS; s++) total += score_of(g, m, s);
    return total;
}

static int can_lay(const Game *g, int m, int card) {
    int s = card / RANKS, rank = card % RANKS;
    return rank ? rank > top_rank(g->laid[m][s]) : !g->laid[m][s];
}

static int has(const Game *g, int m, int card) {
    int s = card / RANKS, rank = card % RANKS;
    return rank ? g->hand[m][s] >> (rank - 1) & 1 : g->hand_inv[m][s] > 0;
}

static void take_card(Game *g, int m, int card) {
    int s = card / RANKS, rank = card % RANKS;
    if (rank) g->hand[m][s] |= (uint16_t)(1 << (rank - 1));
    else g->hand_inv[m][s]++;
}

static void lay(Game *g, int m, int card, int discards) { /* a play or discard */
    int s = card / RANKS, rank = card % RANKS;
    uint16_t bit = rank ? (uint16_t)(1 << (rank - 1)) : 0;
    if (rank) g->hand[m][s] &= (uint16_t)~bit, g->known[m][s] &= (uint16_t)~bit;
    else {
        g->hand_inv[m][s]--;
        if (g->known_inv[m][s]) g->known_inv[m][s]--;
    }
    if (discards) {
        g->pile[s][g->in_pile[s]++] = (uint8_t)card;
        if (rank) g->piled[s] |= bit;
        else g->piled_inv[s]++;
    } else if (rank) g->laid[m][s] |= bit;
    else g->laid_inv[m][s]++;
}

static void take_from_pile(Game *g, int m, int s) {
    int card = g->pile[s][--g->in_pile[s]], rank = card % RANKS;
    take_card(g, m, card);
    if (rank) {
        g->piled[s] &= (uint16_t)~(1 << (rank - 1));
        g->known[m][s] |= (uint16_t)(1 << (rank - 1));
    } else g->piled_inv[s]--, g->known_inv[m][s]++;
}

static int useful_top(const Game *g, int m, int s) { /* could its top go onto an expedition that m has begun? */
    return g->in_pile[s] && count_of(g, m, s) && can_lay(g, m, g->pile[s][g->in_pile[s] - 1]);
}

/* The draw of a turn; `banned` is the suit just discarded on, or DECK. The deck's card stays unknown (no hand gets
   it) unless `real`. */
static void draw(Game *g, int m, int pile, int banned, int real) {
    if (pile != DECK) {
        take_from_pile(g, m, pile);
        g->streak++, g->pickups[m]++;
        return;
    }
    for (int s = 0; s < SUITS; s++)
        if (s != banned && useful_top(g, m, s)) {
            g->passes[m]++;
            break;
        }
    g->streak = 0;
    g->in_deck--;
    if (real) take_card(g, m, g->deck[g->in_deck]);
}

static void play_turn(Game *g, int m, Turn t) {
    if (t.discards < DISCARDED) lay(g, m, t.card, t.discards);
    draw(g, m, t.draw, banned_by(t), 1);
}

static int deck_only(const Game *g) { return g->streak >= MAX_STREAK || g->pickups[0] + g->pickups[1] >= MAX_PICKUPS; }

static void shuffle(uint8_t *cards, int n, Random *r) {
    for (int i = n - 1; i > 0; i--) {
        int j = random_below(r, i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j], cards[j] = card;
    }
}

static void deal(Game *g, Random *r) {
    memset(g, 0, sizeof *g);
    int n = 0;
    for (int s = 0; s < SUITS; s++)
        for (int rank = 0; rank < RANKS; rank++)
            for (int copy = rank ? 1 : 3; copy; copy--) g->deck[n++] = (uint8_t)(s * RANKS + rank);
    shuffle(g->deck, n, r);
    for (int i = 0; i < 8; i++)
        for (int m = 0; m < 2; m++) take_card(g, m, g->deck[--n]);
    g->in_deck = (uint8_t)n;
}

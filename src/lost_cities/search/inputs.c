/* Part of core.c: what a seat knows, as inputs of the networks. */

typedef struct { /* active: inputs that are 1; the first inputs are the reals */
    float real[SUIT_REALS];
    uint8_t n, active[MAX_ACTIVE];
} Inputs;

static const uint8_t DECK_STEP[45] = {0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8,
    8, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11};

#define ON(input) (x->active[x->n++] = (uint8_t)(input))
#define ON_MASK(first, mask) for (unsigned bits_ = (mask); bits_; bits_ &= bits_ - 1) ON((first) + __builtin_ctz(bits_))
#define ON_STEPS(first, count, most) for (int i_ = 0; i_ < (count) && i_ < (most); i_++) ON((first) + i_)

static int least(int a, int b) { return a < b ? a : b; }

/* What seat m, having moved, knows of a suit, with so many cards in the deck. */
static void suit_inputs(const Game *g, int m, int s, int in_deck, Inputs *x) {
    int o = 1 - m, mine = g->laid_inv[m][s], theirs = g->laid_inv[o][s];
    unsigned hand = g->hand[m][s], my_above = above(g->laid[m][s]), their_above = above(g->laid[o][s]);
    unsigned known = g->known[o][s], seen = hand | known | g->laid[m][s] | g->laid[o][s] | g->piled[s];
    unsigned unseen = 0x1ff & ~seen;
    int hand_inv = g->hand_inv[m][s], known_inv = g->known_inv[o][s], pile = g->in_pile[s];
    int unseen_inv = 3 - hand_inv - known_inv - mine - theirs - g->piled_inv[s];
    int my_count = count_of(g, m, s), their_count = count_of(g, o, s);
    x->n = 0;
    x->real[0] = (float)score_of(g, m, s) / 40, x->real[1] = (float)score_of(g, o, s) / 40;
    x->real[2] = (float)sum_of(g->laid[m][s]) / 40, x->real[3] = (float)sum_of(g->laid[o][s]) / 40;
    x->real[4] = (float)my_count / 8, x->real[5] = (float)their_count / 8;
    x->real[6] = (float)sum_of(unseen & my_above) / 40, x->real[7] = (float)sum_of(hand & my_above) / 40;
    ON(8 + mine), ON(12 + theirs);
    ON(16 + top_rank(g->laid[m][s])), ON(26 + top_rank(g->laid[o][s]));
    if (my_count >= 8) ON(36);
    if (their_count >= 8) ON(37);
    ON_MASK(38, hand & my_above);
    if (!g->laid[m][s]) ON_STEPS(47, hand_inv, 3);
    else if (hand_inv) ON(59);
    ON_MASK(50, hand & ~my_above);
    ON_MASK(60, known & their_above);
    if (known_inv && !g->laid[o][s]) ON(69);
    ON_MASK(70, unseen);
    ON_STEPS(79, unseen_inv, 3);
    ON_MASK(82, g->piled[s]);
    ON_STEPS(91, g->piled_inv[s], 3);
    ON(94 + (pile ? 1 + g->pile[s][pile - 1] % RANKS : 0));
    if (pile) {
        int top = g->pile[s][pile - 1];
        if (can_lay(g, m, top)) ON(my_count ? 105 : 109);
        if (can_lay(g, o, top)) ON(their_count ? 106 : 110);
    }
    if (pile > 1) {
        int below = g->pile[s][pile - 2];
        if (can_lay(g, m, below)) ON(107);
        if (can_lay(g, o, below)) ON(108);
    }
    int playable = __builtin_popcount(hand & my_above) + (g->laid[m][s] ? 0 : hand_inv);
    ON(111 + least(playable, 4));
    ON(116 + DECK_STEP[in_deck]);
}

/* What seat m, having moved, knows beside its suits; `drew`: the deck's card that it does not know yet. */
static void global_inputs(const Game *g, int m, int drew, Inputs *x) {
    int o = 1 - m, begun[2] = {0, 0}, total[2] = {0, 0}, load = 0, load_sum = 0, known = 0, tops[2] = {0, 0};
    for (int s = 0; s < SUITS; s++) {
        unsigned mine = g->hand[m][s] & above(g->laid[m][s]);
        if (count_of(g, m, s)) {
            begun[0]++;
            load += __builtin_popcount(mine) + (g->laid[m][s] ? 0 : g->hand_inv[m][s]);
            load_sum += sum_of(mine) * (1 + g->laid_inv[m][s]);
            tops[0] += useful_top(g, m, s);
        }
        if (count_of(g, o, s)) {
            begun[1]++;
            known += __builtin_popcount(g->known[o][s] & above(g->laid[o][s]));
            tops[1] += useful_top(g, o, s);
        }
        total[0] += score_of(g, m, s), total[1] += score_of(g, o, s);
    }
    int turns = g->in_deck / 2, late = load - turns;
    x->n = 0;
    x->real[0] = (float)(total[0] - total[1]) / 40;
    x->real[1] = (float)total[0] / 40, x->real[2] = (float)total[1] / 40;
    x->real[3] = (float)load_sum / 40, x->real[4] = (float)g->pickups[o] / 8, x->real[5] = (float)g->passes[o] / 8;
    x->real[6] = (float)g->pickups[m] / 8, x->real[7] = (float)late / 8;
    ON(8 + g->in_deck);                                 /* 0 to 44 */
    ON(53 + least(g->streak, MAX_STREAK));              /* 0 to 8 */
    ON(62 + begun[0]), ON(68 + begun[1]);               /* 0 to 5 */
    ON(74 + (late < -10 ? 0 : least(late, 8) + 10));    /* -10 to 8 */
    ON(93 + least(g->pickups[o], 4));
    ON(98 + least(g->passes[o], 5));
    ON(104 + least(known, 4));
    ON(109 + least(tops[0], 3)), ON(113 + least(tops[1], 3));
    if (drew) ON(117);
    if (!g->pickups[o]) ON(118 + least(g->passes[o], 5)); /* never yet drew a discard, though it could have */
}

/* Part of core.c: search over dealt cards. */

/* Deal what seat m has not seen at random to the other hand and the deck; the known cards stay where they are.
   Returns 0, the cards as they were, if fewer cards are unseen than lie in the deck: no game of this kind. */
static int redeal(Game *g, int m, Random *r) {
    uint8_t unseen[60];
    int o = 1 - m, n = 0, held = 0;
    for (int s = 0; s < SUITS; s++) {
        unsigned seen = g->hand[m][s] | g->known[o][s] | g->laid[0][s] | g->laid[1][s] | g->piled[s];
        int inv = 3 - g->hand_inv[m][s] - g->known_inv[o][s] - g->laid_inv[0][s] - g->laid_inv[1][s] - g->piled_inv[s];
        while (inv-- > 0) unseen[n++] = (uint8_t)(s * RANKS);
        for (unsigned bits = 0x1ff & ~seen; bits; bits &= bits - 1)
            unseen[n++] = (uint8_t)(s * RANKS + 1 + __builtin_ctz(bits));
        g->hand[o][s] = g->known[o][s], g->hand_inv[o][s] = g->known_inv[o][s];
        held += __builtin_popcount(g->known[o][s]) + g->known_inv[o][s];
    }
    if (n < g->in_deck) return 0;
    shuffle(unseen, n, r);
    for (; held < 8 && n > g->in_deck; held++) take_card(g, o, unseen[--n]);
    memcpy(g->deck, unseen, (size_t)g->in_deck);
    return 1;
}

/* The value for m of a turn, and so many more turns by values, in a game whose cards are all dealt. */
static float follow(const Net *net, Game g, int m, Turn t, int turns, float winning) {
    Candidate c[MAX_CANDIDATES];
    int mover = m;
    float value = 0;
    play_turn(&g, m, t);
    for (int i = 0; i < turns && g.in_deck; i++) {
        mover = 1 - mover;
        int n = turns_of_net(net, &g, mover, winning, c), best = best_of(c, n);
        play_turn(&g, mover, c[best].turn);
        if (mover == m) value = c[best].value;
    }
    if (!g.in_deck) {
        float margin = (float)(total_of(&g, m) - total_of(&g, 1 - m));
        return mixed(margin, margin > 0 ? 1 : margin < 0 ? 0 : 0.5f, winning);
    }
    return value;
}

static int by_value(const void *a, const void *b) {
    float x = ((const Candidate *)a)->value, y = ((const Candidate *)b)->value;
    return (x < y) - (x > y);
}

/* Sequential halving: the best candidates by value are followed on dealings common to all, then the better half on
   as many again. The networks take turns, a dealing each. `c` is sorted; the first one is chosen in the end. */
static void search(const Nets *nets, const Game *g, int m, const Style *style, Random *r, Candidate *c, int n) {
    float total[MAX_CANDIDATES];
    int done = 0;
    qsort(c, (size_t)n, sizeof *c, by_value);
    int left = 1;
    while (left < n && left < style->best && c[left].value > c[0].value - style->within) left++;
    for (int i = 0; i < left; i++) total[i] = style->prior * c[i].value;
    for (int deals = style->deals; left > 1; deals *= 2) {
        for (int d = 0; d < deals; d++, done++) {
            Game dealt = *g;
            if (!redeal(&dealt, m, r)) return;
            const Net *net = &nets->net[done % nets->count];
            for (int i = 0; i < left; i++) total[i] += follow(net, dealt, m, c[i].turn, style->turns, style->winning);
        }
        for (int i = 1; i < left; i++) { /* insertion sort by total */
            Candidate moved = c[i];
            float sum = total[i];
            int j = i;
            for (; j > 0 && total[j - 1] < sum; j--) c[j] = c[j - 1], total[j] = total[j - 1];
            c[j] = moved, total[j] = sum;
        }
        left = left > 3 ? (left + 1) / 2 : left > 2 ? 2 : 1;
    }
    if (done) c[0].value = total[0] / ((float)done + style->prior);
}

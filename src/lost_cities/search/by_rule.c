/* Part of core.c: opponents by rule. */

enum { VALUES, SIMPLE, BRED, POSITIVE, GREEDY, DISCARDER, HOARDER }; /* see lost_cities.policy */

typedef struct {
    int kind;
    float begin, hope, random; /* by rule: points to begin at, shares of unseen points hoped for and of random turns */
    int draws;                 /* by rule: whether discards that fit are picked up */
    float winning;             /* by values: the weight of the chance to win */
    float soft, heat;          /* by values: the share of turns drawn softly, in points */
} Style;

static int first_card(const Game *g, int m, int playable) {
    for (int card = 0; card < SUITS * RANKS; card++)
        if (has(g, m, card) && (!playable || can_lay(g, m, card))) return card;
    return -1;
}

static int lowest_card(const Game *g, int m, int playable) {
    for (int rank = 0; rank < RANKS; rank++)
        for (int s = 0; s < SUITS; s++) {
            int card = s * RANKS + rank;
            if (has(g, m, card) && (!playable || can_lay(g, m, card))) return card;
        }
    return -1;
}

/* What the suit could bring m: its own cards and a share of those not seen, once begun. */
static double prospect(const Game *g, int m, int s, double hope) {
    unsigned up = above(g->laid[m][s]), hand = g->hand[m][s] & up;
    unsigned gone = g->laid[0][s] | g->laid[1][s] | g->piled[s] | g->hand[m][s];
    int inv = g->laid_inv[m][s] + (g->laid[m][s] ? 0 : g->hand_inv[m][s]);
    return (sum_of(g->laid[m][s]) + sum_of(hand) + hope * sum_of(up & ~gone) - 20) * (1 + inv);
}

/* How bad it is to play a card now: the numbers passed over that are held or may still come. */
static double cost_to_play(const Game *g, int m, int card, double hope) {
    int s = card / RANKS, rank = card % RANKS;
    if (!rank) return g->in_deck < 12 && !g->hand[m][s] ? 30 : -2;
    unsigned passed = above(g->laid[m][s]) & ((1u << (rank - 1)) - 1);
    unsigned gone = g->laid[0][s] | g->laid[1][s] | g->piled[s];
    int held = sum_of(passed & g->hand[m][s]), maybe = sum_of(passed & ~gone & ~g->hand[m][s]);
    double times = (1 + g->laid_inv[m][s]) * (g->in_deck > 10 ? 1 : 0.3);
    return (held + hope * 0.5 * maybe) * times + (g->laid[m][s] ? 0 : 6 * g->hand_inv[m][s]);
}

static Turn greedy_turn(const Game *g, int m, const Style *style) {
    Turn t = {0, 0, DECK};
    double best = -1e9, least_loss = 1e9;
    int play = -1, throw = -1;
    for (int card = 0; card < SUITS * RANKS; card++) {
        if (!has(g, m, card)) continue;
        int s = card / RANKS, rank = card % RANKS, o = 1 - m, begun = count_of(g, m, s);
        double points = prospect(g, m, s, style->hope);
        if (can_lay(g, m, card)) {
            double promise = begun ? 20 : points - style->begin - 10 * (1 - g->in_deck / 44.0);
            double worth = promise - cost_to_play(g, m, card, style->hope);
            if (worth > best) best = worth, play = card;
        }
        int mine = can_lay(g, m, card) ? (begun ? rank + 5 : points > 0 ? rank + 2 : 0) : -2;
        int theirs = can_lay(g, o, card) ? (count_of(g, o, s) ? rank + 3 : 1) : 0;
        if (mine + theirs < least_loss) least_loss = mine + theirs, throw = card;
    }
    if (best > 0 && play >= 0 && (best > 8 || least_loss > 0)) t.card = (uint8_t)play;
    else t.card = (uint8_t)throw, t.discards = 1;
    if (style->draws) {
        int banned = t.discards ? t.card / RANKS : DECK, most = 0;
        for (int s = 0; s < SUITS; s++) {
            if (s == banned || !useful_top(g, m, s)) continue;
            int rank = g->pile[s][g->in_pile[s] - 1] % RANKS;
            if ((t.discards || t.card / RANKS != s || t.card % RANKS < rank) && rank + 1 > most)
                most = rank + 1, t.draw = (uint8_t)s;
        }
        if (deck_only(g)) t.draw = DECK;
    }
    return t;
}

/* Begins only what the hand alone brings above 0; never draws discards. */
static Turn positive_turn(const Game *g, int m) {
    Style never = {.kind = GREEDY, .begin = -10, .hope = 0};
    Turn t = greedy_turn(g, m, &never);
    int s = t.card / RANKS;
    if (!t.discards && !count_of(g, m, s) && prospect(g, m, s, 0) <= 0) {
        Style stays = {.kind = GREEDY, .begin = 1e6f};
        t = greedy_turn(g, m, &stays);
    }
    return t;
}

static Turn random_turn(const Game *g, int m, Random *r) {
    Turn t = {0, 0, DECK};
    int number = random_below(r, 8);
    for (int card = 0; card < SUITS * RANKS; card++) {
        if (!has(g, m, card)) continue;
        t.card = (uint8_t)card;
        if (number-- <= 0) break;
    }
    t.discards = (uint8_t)(!can_lay(g, m, t.card) || random_below(r, 2));
    return t;
}

static Turn turn_by_rule(const Game *g, int m, const Style *style, Random *r) {
    Turn t = {0, 0, DECK};
    int card;
    if (style->random > 0 && random_unit(r) < style->random) return random_turn(g, m, r);
    switch (style->kind) {
    case SIMPLE:
        card = first_card(g, m, 1);
        t.discards = card < 0;
        t.card = (uint8_t)(card < 0 ? first_card(g, m, 0) : card);
        return t;
    case BRED:
        card = lowest_card(g, m, 1);
        t.discards = card < 0;
        t.card = (uint8_t)(card < 0 ? lowest_card(g, m, 0) : card);
        return t;
    case DISCARDER: t.card = (uint8_t)first_card(g, m, 0), t.discards = 1; return t;
    case HOARDER: /* never draws from the deck while it can draw from a pile */
        t.card = (uint8_t)first_card(g, m, 0), t.discards = 1;
        for (int s = 0; s < SUITS; s++)
            if (g->in_pile[s] && s != t.card / RANKS) t.draw = (uint8_t)s;
        return t;
    case POSITIVE: return positive_turn(g, m);
    default: return greedy_turn(g, m, style);
    }
}

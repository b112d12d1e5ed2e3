/* Part of core.c: the networks, and the values of all turns of a seat. */

typedef struct {
    int h1, h2;
    const float *first, *bias1, *second, *globals, *bias2, *third, *bias3;
} Net;

int lc_weights_size(int h1, int h2) {
    return (SUIT_INPUTS + 1) * h1 + (h1 + GLOBAL_INPUTS + 1) * h2 + 2 * h2 + 2;
}

static Net net_of(const float *w, int h1, int h2) {
    Net n = {h1, h2, w, 0, 0, 0, 0, 0, 0};
    n.bias1 = n.first + SUIT_INPUTS * h1;
    n.second = n.bias1 + h1;
    n.globals = n.second + h1 * h2;
    n.bias2 = n.globals + GLOBAL_INPUTS * h2;
    n.third = n.bias2 + h2;
    n.bias3 = n.third + 2 * h2;
    return n;
}

typedef struct { int count; double deadline; Net net[MAX_NETS]; } Nets;

static Nets nets_of(const float *w, int count, int h1, int h2) {
    Nets nets = {.deadline = INFINITY};
    for (; w && nets.count < count && nets.count < MAX_NETS; nets.count++)
        nets.net[nets.count] = net_of(w + nets.count * lc_weights_size(h1, h2), h1, h2);
    return nets;
}

typedef float Lanes __attribute__((vector_size(64), aligned(4))); /* 16 columns, kept in registers over all rows */

WIDE static void add_rows(float *restrict to, const float *restrict rows, const Inputs *x, int width) {
    for (int j = 0; j < width; j += 32) {
        Lanes a = *(Lanes *)(to + j), b = *(Lanes *)(to + j + 16);
        for (int i = 0; i < SUIT_REALS; i++) {
            const float *row = rows + i * width + j;
            a += x->real[i] * *(const Lanes *)row, b += x->real[i] * *(const Lanes *)(row + 16);
        }
        for (int i = 0; i < x->n; i++) {
            const float *row = rows + x->active[i] * width + j;
            a += *(const Lanes *)row, b += *(const Lanes *)(row + 16);
        }
        *(Lanes *)(to + j) = a, *(Lanes *)(to + j + 16) = b;
    }
}

static void suit_hidden(const Net *net, const Inputs *x, float *restrict hidden) {
    memcpy(hidden, net->bias1, sizeof(float) * (size_t)net->h1);
    add_rows(hidden, net->first, x, net->h1);
    for (int j = 0; j < net->h1; j++) hidden[j] = hidden[j] > 0 ? hidden[j] : 0;
}

WIDE static void times_second(const Net *net, const float *restrict hidden, float *restrict out) {
    for (int j = 0; j < net->h2; j += 32) {
        Lanes a = {0}, b = {0}, c = {0}, d = {0}; /* two sums of each half, for they wait for one another */
        for (int i = 0; i < net->h1; i += 2) {
            const float *row = net->second + i * net->h2 + j, *next = row + net->h2;
            a += hidden[i] * *(const Lanes *)row, b += hidden[i] * *(const Lanes *)(row + 16);
            c += hidden[i + 1] * *(const Lanes *)next, d += hidden[i + 1] * *(const Lanes *)(next + 16);
        }
        *(Lanes *)(out + j) = a + c, *(Lanes *)(out + j + 16) = b + d;
    }
}

/* A suit's share of the second layer: what the candidates of a turn have in common is computed once. */
static void suit_share(const Net *net, const Game *g, int m, int s, int in_deck, float *restrict out) {
    Inputs x;
    float hidden[MAX_H1];
    suit_inputs(g, m, s, in_deck, &x);
    suit_hidden(net, &x, hidden);
    times_second(net, hidden, out);
}

static void outputs(const Net *net, const Game *g, int m, int drew, float *restrict second, float out[2]) {
    Inputs x;
    global_inputs(g, m, drew, &x);
    add_rows(second, net->globals, &x, net->h2);
    float a = net->bias3[0], b = net->bias3[1];
    for (int j = 0; j < net->h2; j++) {
        float value = second[j] > 0 ? second[j] : 0;
        a += value * net->third[2 * j], b += value * net->third[2 * j + 1];
    }
    out[0] = a * POINTS, out[1] = 1 / (1 + expf(-b));
}

typedef struct { Turn turn; float points, chance, value; } Candidate;

/* Points and the chance to win as one number: `winning` is the weight of the chance, in hundreds of points. */
static float mixed(float points, float chance, float winning) {
    return (1 - winning) * points + winning * 100 * chance;
}

typedef struct { float share[2][SUITS][MAX_H2], sum[2][MAX_H2]; } Shares; /* [0]: drawn from the deck, [1]: not */

static void value_of(const Net *net, const Game *g, int m, int drew, const float *second, float winning, Candidate *c) {
    float out[2], top[MAX_H2];
    if (!g->in_deck) {
        int margin = total_of(g, m) - total_of(g, 1 - m);
        out[0] = (float)margin, out[1] = margin > 0 ? 1 : margin ? 0 : 0.5f;
    } else {
        memcpy(top, second, sizeof(float) * (size_t)net->h2);
        outputs(net, g, m, drew, top, out);
    }
    c->points = out[0], c->chance = out[1], c->value = mixed(out[0], out[1], winning);
}

static void share_all(const Net *net, const Game *g, int m, int except, Shares *shares) {
    int same = g->in_deck && DECK_STEP[g->in_deck - 1] == DECK_STEP[g->in_deck];
    for (int v = 0; v < 2; v++) {
        for (int j = 0; j < net->h2; j++) shares->sum[v][j] = net->bias2[j];
        for (int s = 0; s < SUITS; s++) {
            if (s == except) continue;
            if (v && same) memcpy(shares->share[1][s], shares->share[0][s], sizeof shares->share[0][s]);
            else suit_share(net, g, m, s, g->in_deck - !v, shares->share[v][s]);
            for (int j = 0; j < net->h2; j++) shares->sum[v][j] += shares->share[v][s][j];
        }
    }
}

/* The draws after a play, g being the game after it; `taken` are shares of suits whose top is taken, made on demand. */
static int value_draws(const Net *net, const Game *g, int m, Turn turn, const Shares *shares, float winning,
                       float taken[SUITS][MAX_H2], uint8_t *has_taken, Candidate *out) {
    int n = 0, played = turn.card / RANKS, banned = banned_by(turn);
    Game after = *g;
    draw(&after, m, DECK, banned, 0);
    turn.draw = DECK;
    out[n].turn = turn;
    value_of(net, &after, m, 1, shares->sum[0], winning, &out[n++]);
    if (deck_only(g)) return n;
    for (int s = 0; s < SUITS; s++) {
        if (!g->in_pile[s] || s == banned) continue;
        float own[MAX_H2], second[MAX_H2], *share = s == played ? own : taken[s];
        after = *g;
        draw(&after, m, s, banned, 1);
        if (s == played || !(*has_taken >> s & 1)) suit_share(net, &after, m, s, g->in_deck, share);
        if (s != played) *has_taken |= (uint8_t)(1 << s);
        for (int j = 0; j < net->h2; j++) second[j] = shares->sum[1][j] - shares->share[1][s][j] + share[j];
        turn.draw = (uint8_t)s;
        out[n].turn = turn;
        value_of(net, &after, m, 0, second, winning, &out[n++]);
    }
    return n;
}

/* All turns of seat m with a network's values; at most MAX_CANDIDATES. Past the deadline only those of the first cards,
   or card. */
static int turns_of_net(const Net *net, const Game *g, int m, float winning, double deadline, Candidate *out) {
    Shares shares;
    float taken[SUITS][MAX_H2];
    uint8_t has_taken = 0;
    int n = 0;
    share_all(net, g, m, -1, &shares);
    for (int card = 0; card < SUITS * RANKS; card++) {
        if (!has(g, m, card)) continue;
        if (n && is_past(deadline)) break;
        int s = card / RANKS;
        for (int discards = !can_lay(g, m, card); discards < 2; discards++) {
            Game after = *g;
            Shares changed = shares;
            lay(&after, m, card, discards);
            int same = DECK_STEP[g->in_deck - 1] == DECK_STEP[g->in_deck];
            for (int v = 0; v < 2; v++) {
                if (v && same) memcpy(changed.share[1][s], changed.share[0][s], sizeof changed.share[0][s]);
                else suit_share(net, &after, m, s, g->in_deck - !v, changed.share[v][s]);
                for (int j = 0; j < net->h2; j++) changed.sum[v][j] += changed.share[v][s][j] - shares.share[v][s][j];
            }
            Turn turn = {(uint8_t)card, (uint8_t)discards, DECK};
            n += value_draws(net, &after, m, turn, &changed, winning, taken, &has_taken, out + n);
        }
    }
    return n;
}

static int draws_of_net(const Net *net, const Game *g, int m, Turn turn, float winning, Candidate *out) {
    Shares shares;
    float taken[SUITS][MAX_H2];
    uint8_t has_taken = 0;
    share_all(net, g, m, -1, &shares);
    return value_draws(net, g, m, turn, &shares, winning, taken, &has_taken, out);
}

/* All turns of seat m, or its draws after a `played` turn's card, with the means of the networks' values. Past the
   deadline of the networks fewer of them, or of the turns, have to do. */
static int value_turns(const Nets *nets, const Game *g, int m, const Turn *played, float winning, Candidate *out) {
    Candidate more[MAX_CANDIDATES];
    int n = 0;
    for (int k = 0; k < nets->count; k++) {
        if (k && is_past(nets->deadline)) break;
        Candidate *c = k ? more : out;
        int valued = played ? draws_of_net(&nets->net[k], g, m, *played, winning, c)
                            : turns_of_net(&nets->net[k], g, m, winning, nets->deadline, c);
        if (k && valued < n) break; /* time was up on the way */
        n = valued;
        for (int i = 0; k && i < n; i++) {
            out[i].points += (c[i].points - out[i].points) / (float)(k + 1);
            out[i].chance += (c[i].chance - out[i].chance) / (float)(k + 1);
            out[i].value = mixed(out[i].points, out[i].chance, winning);
        }
    }
    return n;
}

static int best_of(const Candidate *c, int n) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (c[i].value > c[best].value) best = i;
    return best;
}

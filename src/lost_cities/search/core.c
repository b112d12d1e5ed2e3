/* Lost Cities in C: the rules, the values of positions, self-play, fitting and search, for speed alone.

The contract. lost_cities.rules is the model of the rules, lost_cities.arrays of the inputs and the values;
tests compare them with this file position by position. Nothing here reads a clock, keeps a global that changes,
or draws a random number but from the seed that it is given.

  A card is suit * 10 + rank: rank 0 is an investment, rank r the number r + 1. A set of numbers is a mask, bit
  r - 1 for rank r. A turn is a play or discard and a draw (pile 0 to 4, or DECK); candidates come in the order of
  cards, plays before discards, the deck before piles.
  A value belongs to the seat that has just moved, from what it knows: points of final margin, and the chance to
  win. A card drawn from the deck is not known yet, so no value is an average over cards.
  `Weights` are floats in one array, rows after one another: first [SUIT_INPUTS, H1], its bias [H1], second
  [H1, H2], of the globals [GLOBAL_INPUTS, H2], bias [H2], third [H2, 2], bias [2]. H1 and H2 are multiples of 32.
  The weights of several networks of the same widths may follow one another: then the mean of what they say counts. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SUITS = 5, RANKS = 10, DECK = 5, MAX_H1 = 512, MAX_H2 = 64, MAX_CANDIDATES = 160, MAX_TURNS = 160, MAX_NETS = 8 };
enum { SUIT_INPUTS = 128, SUIT_REALS = 8, GLOBAL_INPUTS = 128, GLOBAL_REALS = 8, MAX_ACTIVE = 48 };
enum { PLAYS, DISCARDS, DISCARDED, PLAYED }; /* what a turn does with its card; the last two: has done already */
enum { MAX_STREAK = 8, MAX_PICKUPS = 40 };  /* of both seats: then we draw from the deck, or games need not end */

#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"))) /* chosen when loaded */
#else
#define WIDE
#endif

#define POINTS 40.0f /* points of margin that the first output counts as one */

/* ---------------------------------------------------------------- random numbers: splitmix64 */

typedef struct { uint64_t state; } Random;

static uint64_t random_bits(Random *r) {
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int random_below(Random *r, int n) { return (int)((random_bits(r) >> 32) * (uint64_t)n >> 32); }

static float random_unit(Random *r) { return (float)(random_bits(r) >> 40) * 0x1p-24f; }

/* ---------------------------------------------------------------- the rules */

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

/* ---------------------------------------------------------------- inputs */

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
    x->real[0] = (float)(total[0] - total[1]) / 40, x->real[1] = (float)total[0] / 40, x->real[2] = (float)total[1] / 40;
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

/* ---------------------------------------------------------------- values */

typedef struct {
    int h1, h2;
    const float *first, *bias1, *second, *globals, *bias2, *third, *bias3;
} Net;

int weights_size(int h1, int h2) {
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

typedef struct { int count; Net net[MAX_NETS]; } Nets;

static Nets nets_of(const float *w, int count, int h1, int h2) {
    Nets nets = {0};
    for (; w && nets.count < count && nets.count < MAX_NETS; nets.count++)
        nets.net[nets.count] = net_of(w + nets.count * weights_size(h1, h2), h1, h2);
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
static float mixed(float points, float chance, float winning) { return (1 - winning) * points + winning * 100 * chance; }

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

/* All turns of seat m with a network's values; at most MAX_CANDIDATES. */
static int turns_of_net(const Net *net, const Game *g, int m, float winning, Candidate *out) {
    Shares shares;
    float taken[SUITS][MAX_H2];
    uint8_t has_taken = 0;
    int n = 0;
    share_all(net, g, m, -1, &shares);
    for (int card = 0; card < SUITS * RANKS; card++) {
        if (!has(g, m, card)) continue;
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

/* All turns of seat m, or its draws after a `played` turn's card, with the means of the networks' values. */
static int value_turns(const Nets *nets, const Game *g, int m, const Turn *played, float winning, Candidate *out) {
    Candidate more[MAX_CANDIDATES];
    int n = 0;
    for (int k = 0; k < nets->count; k++) {
        Candidate *c = k ? more : out;
        n = played ? draws_of_net(&nets->net[k], g, m, *played, winning, c) : turns_of_net(&nets->net[k], g, m, winning, c);
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

/* ---------------------------------------------------------------- opponents by rule */

enum { VALUES, SIMPLE, BRED, POSITIVE, GREEDY, DISCARDER, RISKY, HOARDER }; /* kinds of players; see lost_cities.policy */

typedef struct {
    int kind;
    float begin, hope, random; /* by rule: points to begin at, share of unseen points hoped for, share of random turns */
    int draws;                 /* by rule: whether discards that fit are picked up */
    float winning;             /* by values: the weight of the chance to win */
    float soft, heat;          /* by values: the share of turns drawn softly, in points */
    int deals, best, turns;    /* by values: dealings of the search, candidates that it looks at, turns it follows; 0: none */
    float within, prior;       /* candidates within so many points; the weight of the first value, in dealings */
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
    case RISKY: t.card = (uint8_t)lowest_card(g, m, 0), t.discards = 1; return t;
    case POSITIVE: return positive_turn(g, m);
    default: return greedy_turn(g, m, style);
    }
}

/* ---------------------------------------------------------------- search over dealt cards */

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

/* ---------------------------------------------------------------- games and self-play */

typedef struct {
    Inputs suits[SUITS], globals;
    float points, chance;  /* what the values said; then what they are to say */
    float best_points, best_chance;
    int explored;
} Position;

static void remember(const Game *after, int m, int drew, Position *p) {
    for (int s = 0; s < SUITS; s++) suit_inputs(after, m, s, after->in_deck, &p->suits[s]);
    global_inputs(after, m, drew, &p->globals);
}

static int softly(const Candidate *c, int n, float heat, Random *r) {
    float weights[MAX_CANDIDATES], sum = 0, most = c[best_of(c, n)].value;
    for (int i = 0; i < n; i++) sum += weights[i] = expf((c[i].value - most) / heat);
    float at = random_unit(r) * sum;
    for (int i = 0; i < n; i++)
        if ((at -= weights[i]) < 0) return i;
    return n - 1;
}

/* One turn of m by values, remembered in `p` unless that is null or the turn ends the game. */
static int turn_by_values(const Nets *nets, Game *g, int m, const Style *style, Random *r, Position *p) {
    Candidate c[MAX_CANDIDATES];
    int n = value_turns(nets, g, m, 0, style->winning, c), best = best_of(c, n), chosen = best;
    if (style->deals) search(nets, g, m, style, r, c, n), chosen = best = 0;
    else if (style->soft > 0 && random_unit(r) < style->soft) chosen = softly(c, n, style->heat, r);
    Turn t = c[chosen].turn;
    int ends = t.draw == DECK && g->in_deck == 1;
    if (p && !ends) {
        Game after = *g;
        lay(&after, m, t.card, t.discards);
        draw(&after, m, t.draw, banned_by(t), t.draw != DECK);
        remember(&after, m, t.draw == DECK, p);
        p->points = c[chosen].points, p->chance = c[chosen].chance;
        p->best_points = c[best].points, p->best_chance = c[best].chance;
        p->explored = chosen != best;
    }
    play_turn(g, m, t);
    return p && !ends;
}

/* Play a dealt game to its end; returns its turns. `kept[m]` positions of seat m go to `positions[m]`, if given. */
static int play_game(Game *g, int mover, const Nets nets[2], const Style styles[2], Random *r, Position *positions[2],
                     int kept[2]) {
    int turns = 0;
    for (; g->in_deck && turns < MAX_TURNS * 2; turns++, mover = 1 - mover) {
        const Style *style = &styles[mover];
        if (style->kind == VALUES) {
            Position *p = positions && positions[mover] && kept[mover] < MAX_TURNS ? positions[mover] + kept[mover] : 0;
            if (turn_by_values(&nets[mover], g, mover, style, r, p)) kept[mover]++;
        } else play_turn(g, mover, turn_by_rule(g, mover, style, r));
    }
    return turns;
}

/* Turn the values of a seat's positions into what they are to say: a mix of later own values and the end. */
static void set_targets(Position *p, int n, float margin, float lambda) {
    float points = margin / POINTS, chance = margin > 0 ? 1 : margin < 0 ? 0 : 0.5f;
    for (int i = n - 1; i >= 0; i--) {
        float said = p[i].best_points / POINTS, likely = p[i].best_chance;
        int cut = p[i].explored;
        p[i].points = points, p[i].chance = chance;
        float share = cut ? 0 : lambda; /* what came after a turn that was not the best says little of those before */
        points = share * points + (1 - share) * said;
        chance = share * chance + (1 - share) * likely;
    }
}

/* ---------------------------------------------------------------- fitting: Adam on squared error and log loss */

typedef struct {
    float hidden[SUITS][MAX_H1], sum[MAX_H1], second[MAX_H2], d_sum[MAX_H1], d_second[MAX_H2];
} Work;

WIDE static void add_gradient(float *restrict to, const float *restrict d, const Inputs *x, int width) {
    for (int i = 0; i < SUIT_REALS; i++) {
        float value = x->real[i];
        if (value == 0) continue;
        for (int j = 0; j < width; j++) to[i * width + j] += value * d[j];
    }
    for (int i = 0; i < x->n; i++) {
        float *restrict row = to + x->active[i] * width;
        for (int j = 0; j < width; j++) row[j] += d[j];
    }
}

/* Add a position's gradient of the losses, and the losses: squared error of the points, log loss of the chance. */
WIDE static void learn_from(const Net *net, const Position *p, float *gradient, Work *w, double loss[2]) {
    int h1 = net->h1, h2 = net->h2;
    Net d = net_of(gradient, h1, h2);
    float *first = gradient, *bias1 = (float *)d.bias1, *second = (float *)d.second, *globals = (float *)d.globals;
    float *bias2 = (float *)d.bias2, *third = (float *)d.third, *bias3 = (float *)d.bias3;
    memset(w->sum, 0, sizeof w->sum);
    for (int s = 0; s < SUITS; s++) {
        suit_hidden(net, &p->suits[s], w->hidden[s]);
        for (int j = 0; j < h1; j++) w->sum[j] += w->hidden[s][j];
    }
    times_second(net, w->sum, w->second);
    for (int j = 0; j < h2; j++) w->second[j] += net->bias2[j];
    add_rows(w->second, net->globals, &p->globals, h2);
    float a = net->bias3[0], b = net->bias3[1];
    for (int j = 0; j < h2; j++) {
        float value = w->second[j] > 0 ? w->second[j] : 0;
        a += value * net->third[2 * j], b += value * net->third[2 * j + 1];
    }
    float chance = 1 / (1 + expf(-b)), d_a = a - p->points, d_b = chance - p->chance;
    loss[0] += (double)(d_a * d_a), loss[1] += (double)(d_b * d_b);
    bias3[0] += d_a, bias3[1] += d_b;
    for (int j = 0; j < h2; j++) {
        float value = w->second[j] > 0 ? w->second[j] : 0;
        third[2 * j] += value * d_a, third[2 * j + 1] += value * d_b;
        w->d_second[j] = value > 0 ? d_a * net->third[2 * j] + d_b * net->third[2 * j + 1] : 0;
        bias2[j] += w->d_second[j];
    }
    add_gradient(globals, w->d_second, &p->globals, h2);
    for (int i = 0; i < h1; i++) {
        const float *row = net->second + i * h2;
        float *to = second + i * h2, dot = 0;
        Lanes dots = {0};
        for (int j = 0; j < h2; j += 16) {
            const Lanes d_here = *(Lanes *)(w->d_second + j);
            dots += *(const Lanes *)(row + j) * d_here;
            *(Lanes *)(to + j) += w->sum[i] * d_here;
        }
        for (int j = 0; j < 16; j++) dot += dots[j];
        w->d_sum[i] = dot;
    }
    for (int s = 0; s < SUITS; s++) {
        float d_hidden[MAX_H1];
        for (int i = 0; i < h1; i++) d_hidden[i] = w->hidden[s][i] > 0 ? w->d_sum[i] : 0, bias1[i] += d_hidden[i];
        add_gradient(first, d_hidden, &p->suits[s], h1);
    }
}

WIDE static void adam(float *restrict w, float *restrict mean, float *restrict square, float *restrict gradient, int size,
                 int count, float rate, double step) {
    float scale1 = (float)(1 / (1 - pow(0.9, step))), scale2 = (float)(1 / (1 - pow(0.999, step)));
    for (int i = 0; i < size; i++) {
        float d = gradient[i] / (float)count;
        mean[i] = 0.9f * mean[i] + 0.1f * d;
        square[i] = 0.999f * square[i] + 0.001f * d * d;
        w[i] -= rate * mean[i] * scale1 / (sqrtf(square[i] * scale2) + 1e-7f);
        gradient[i] = 0;
    }
}

/* ---------------------------------------------------------------- what Python calls */

/* Fill weights for a start: uniform, scaled by what flows in. */
void begin_weights(float *w, int h1, int h2, uint64_t seed) {
    Random r = {seed};
    Net n = net_of(w, h1, h2);
    int size = weights_size(h1, h2);
    memset(w, 0, sizeof(float) * (size_t)size);
    for (int i = 0; i < SUIT_INPUTS * h1; i++) w[i] = (random_unit(&r) - 0.5f) * 0.4f;
    for (float *p = (float *)n.second; p < n.bias2; p++) *p = (random_unit(&r) - 0.5f) * 0.2f;
    for (float *p = (float *)n.third; p < n.bias3; p++) *p = (random_unit(&r) - 0.5f) * 0.2f;
}

/* Self-play and fitting for `games` games, in rounds of `round` games whose positions are shuffled and learnt from 64
   at a time. `guests` styles sit at the other side in the share `guest_share` of the games. `state` holds Adam's two
   means after one another, `step` its steps. `averaged` follows the weights: averaged += (w - averaged) * average per
   batch. `report`: mean losses (points squared, chance squared), mean turns, mean score of values against values,
   share of wins and mean margin against guests. Returns the steps done in all, or -1 if there is no memory. */
int64_t train(float *w, float *averaged, float *state, int64_t step, int h1, int h2, int games, int round, float rate,
              float average, float lambda, const Style *own, const Style *guests, int guest_count, float guest_share,
              uint64_t seed, double report[6]) {
    Random r = {seed};
    Nets nets[2] = {nets_of(w, 1, h1, h2), nets_of(w, 1, h1, h2)};
    int size = weights_size(h1, h2), most = round * 2 * MAX_TURNS, filled = 0, many = 0, guest_games = 0;
    Position *positions = malloc(sizeof *positions * (size_t)most);
    int *order = malloc(sizeof *order * (size_t)most);
    float *gradient = calloc((size_t)size, sizeof *gradient);
    Work *work = malloc(sizeof *work);
    if (!positions || !order || !gradient || !work) return free(positions), free(order), free(gradient), free(work), -1;
    memset(report, 0, 6 * sizeof *report);
    double learnt = 0;
    for (int game = 0; game < games; game++) {
        Game g;
        Style styles[2] = {*own, *own};
        Position *where[2] = {positions + filled, positions + filled + MAX_TURNS};
        int kept[2] = {0, 0}, guest = random_unit(&r) < guest_share ? random_below(&r, guest_count) : -1;
        int seat = random_below(&r, 2);
        if (guest >= 0) styles[1 - seat] = guests[guest], where[1 - seat] = 0;
        deal(&g, &r);
        report[2] += play_game(&g, random_below(&r, 2), nets, styles, &r, where, kept);
        int margin = total_of(&g, 0) - total_of(&g, 1);
        if (guest >= 0) {
            float own_margin = (float)(seat ? -margin : margin);
            guest_games++, report[4] += own_margin > 0 ? 1 : own_margin < 0 ? 0 : 0.5, report[5] += own_margin;
        } else report[3] += 0.5 * (total_of(&g, 0) + total_of(&g, 1));
        for (int m = 0; m < 2; m++) {
            if (!where[m]) continue;
            set_targets(where[m], kept[m], (float)(m ? -margin : margin), lambda);
            if (where[m] != positions + filled) memmove(positions + filled, where[m], sizeof *positions * (size_t)kept[m]);
            filled += kept[m];
        }
        if (++many < round && game + 1 < games) continue;
        for (int i = 0; i < filled; i++) {
            int j = random_below(&r, i + 1);
            order[i] = order[j], order[j] = i;
        }
        for (int i = 0; i < filled;) {
            int count = 0;
            for (; count < 64 && i < filled; count++, i++) learn_from(nets[0].net, positions + order[i], gradient, work, report);
            learnt += count;
            adam(w, state, state + size, gradient, size, count, rate, (double)++step);
            for (int k = 0; k < size; k++) averaged[k] += (w[k] - averaged[k]) * average;
        }
        filled = many = 0;
    }
    report[0] *= POINTS * POINTS / learnt, report[1] /= learnt, report[2] /= games;
    report[3] /= games > guest_games ? games - guest_games : 1;
    if (guest_games) report[4] /= guest_games, report[5] /= guest_games;
    free(positions), free(order), free(gradient), free(work);
    return step;
}

/* Play pairs of games, the same deck with hands exchanged, seat 0 moving first in both: player 0 sits at seat 0 in the
   first game of a pair, at seat 1 in the second. `margins[2 * pairs]` are player 0's, `turns[2 * pairs]` the lengths.
   Pair i draws its cards from the seed + i. */
void play_pairs(const float *w0, int nets0, int h1_0, int h2_0, const Style *style0, const float *w1, int nets1, int h1_1,
                int h2_1, const Style *style1, int pairs, uint64_t seed, int *margins, int *turns) {
    Nets net[2] = {nets_of(w0, nets0, h1_0, h2_0), nets_of(w1, nets1, h1_1, h2_1)};
    for (int i = 0; i < pairs; i++)
        for (int swapped = 0; swapped < 2; swapped++) {
            Game g;
            Random r = {(seed + (uint64_t)i) * 0xd1342543de82ef95u};
            deal(&g, &r);
            Nets nets[2] = {net[swapped], net[1 - swapped]};
            Style styles[2] = {swapped ? *style1 : *style0, swapped ? *style0 : *style1};
            turns[2 * i + swapped] = play_game(&g, 0, nets, styles, &r, 0, 0);
            margins[2 * i + swapped] = (total_of(&g, 0) - total_of(&g, 1)) * (swapped ? -1 : 1);
        }
}

/* What a seat sees, its own first, then the other's; counts are by card. `question`: 0 to play, 1 to draw after a play,
   2 to draw after a discard on the suit `banned`. */
typedef struct {
    uint8_t hand[50], known[50], laid[2][50], pile[SUITS][12], in_pile[SUITS];
    uint8_t in_deck, streak, pickups[2], passes[2], question, banned;
} Seen;

static void load(Game *g, const Seen *seen) {
    memset(g, 0, sizeof *g);
    for (int card = 0; card < SUITS * RANKS; card++) {
        int s = card / RANKS, rank = card % RANKS;
        const uint8_t counts[4] = {seen->hand[card], seen->known[card], seen->laid[0][card], seen->laid[1][card]};
        uint16_t *masks[4] = {&g->hand[0][s], &g->known[1][s], &g->laid[0][s], &g->laid[1][s]};
        uint8_t *investments[4] = {&g->hand_inv[0][s], &g->known_inv[1][s], &g->laid_inv[0][s], &g->laid_inv[1][s]};
        for (int k = 0; k < 4; k++) {
            if (!rank) *investments[k] = counts[k];
            else if (counts[k]) *masks[k] |= (uint16_t)(1 << (rank - 1));
        }
    }
    for (int s = 0; s < SUITS; s++) {
        g->in_pile[s] = seen->in_pile[s];
        memcpy(g->pile[s], seen->pile[s], sizeof g->pile[s]);
        for (int i = 0; i < g->in_pile[s]; i++) {
            int rank = g->pile[s][i] % RANKS;
            if (rank) g->piled[s] |= (uint16_t)(1 << (rank - 1));
            else g->piled_inv[s]++;
        }
        g->hand[1][s] = g->known[1][s], g->hand_inv[1][s] = g->known_inv[1][s];
    }
    g->in_deck = seen->in_deck, g->streak = seen->streak;
    memcpy(g->pickups, seen->pickups, 2), memcpy(g->passes, seen->passes, 2);
}

/* Value every turn, or every draw, of the seat that is asked, and search if the style says so: then, the best first.
   Returns their number, at most MAX_CANDIDATES = 160. */
int appraise(const Seen *seen, const float *w, int count, int h1, int h2, const Style *style, uint64_t seed,
             Candidate *out) {
    Game g;
    Nets nets = nets_of(w, count, h1, h2);
    Random r = {seed};
    Turn played = {0, PLAYED, DECK};
    if (seen->question == 2) played.card = (uint8_t)(seen->banned * RANKS), played.discards = DISCARDED;
    load(&g, seen);
    int n = value_turns(&nets, &g, 0, seen->question ? &played : 0, style->winning, out);
    if (style->deals) search(&nets, &g, 0, style, &r, out, n);
    return n;
}

/* The turn of a player by rule (not by values) to the same question: its play if asked to play. */
void turn_of_rule(const Seen *seen, const Style *style, uint64_t seed, uint8_t turn[3]) {
    Game g;
    Random r = {seed};
    load(&g, seen);
    Turn t = turn_by_rule(&g, 0, style, &r);
    turn[0] = t.card, turn[1] = t.discards, turn[2] = t.draw;
}

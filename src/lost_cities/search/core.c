/* Lost Cities in C: the rules, the values of positions, self-play and fitting, for speed alone.

The contract. lost_cities.rules is the model of the rules; that of the inputs and the values is in
tests/lost_cities. Tests compare them with this file position by position. Nothing here keeps a global that changes,
draws a random number but from the seed that it is given, or reads a clock unless it is given seconds.
Threads may share all that is passed as const; what a function writes to belongs to one thread until it returns.

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

enum { SUITS = 5, RANKS = 10, DECK = 5, MAX_CANDIDATES = 160, MAX_TURNS = 160 };
enum { MAX_H1 = 512, MAX_H2 = 64, MAX_NETS = 8 };
enum { SUIT_INPUTS = 128, SUIT_REALS = 8, GLOBAL_INPUTS = 128, GLOBAL_REALS = 8, MAX_ACTIVE = 48 };
enum { PLAYS, DISCARDS, DISCARDED, PLAYED }; /* what a turn does with its card; the last two: has done already */
enum { MAX_STREAK = 8, MAX_PICKUPS = 40 };  /* of both seats: then we draw from the deck, or games need not end */

#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"))) /* chosen when loaded */
#else
#define WIDE
#endif

#define POINTS 40.0f /* points of margin that the first output counts as one */

#include "../../gamekit/clock.c"
#include "../../gamekit/random.c"

static float random_unit(Random *r) { return (float)(random_bits(r) >> 40) * 0x1p-24f; }

#include "rules.c"
#include "inputs.c"
#include "values.c"
#include "by_rule.c"
#include "games.c"
#include "fitting.c"

/* ---------------------------------------------------------------- what Python calls */

/* Play pairs of games, the same deck with hands exchanged, seat 0 moving first in both: player 0 sits at seat 0 in the
   first game of a pair, at seat 1 in the second. `margins[2 * pairs]` are player 0's, `turns[2 * pairs]` the lengths.
   Pair i draws its cards from the seed + i. */
void lc_play_pairs(const float *w0, int nets0, int h1_0, int h2_0, const Style *style0, const float *w1, int nets1,
                int h1_1, int h2_1, const Style *style1, int pairs, uint64_t seed, int *margins, int *turns) {
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

/* Value every turn, or every draw, of the seat that is asked; `winning` is the weight of the chance to win. After these
   `seconds` the mean of the networks asked so far counts, and if not even the first is through, only the turns with a
   value, of one card at least. Returns their number, at most MAX_CANDIDATES = 160. */
int lc_appraise(const Seen *seen, const float *w, int count, int h1, int h2, float winning, double seconds,
             Candidate *out) {
    Game g;
    Nets nets = nets_of(w, count, h1, h2);
    nets.deadline = until(seconds);
    Turn played = {0, PLAYED, DECK};
    if (seen->question == 2) played.card = (uint8_t)(seen->banned * RANKS), played.discards = DISCARDED;
    load(&g, seen);
    return value_turns(&nets, &g, 0, seen->question ? &played : 0, winning, out);
}

/* The turn of a player by rule (not by values) to the same question: its play if asked to play. */
void lc_turn_of_rule(const Seen *seen, const Style *style, uint64_t seed, uint8_t turn[3]) {
    Game g;
    Random r = {seed};
    load(&g, seen);
    Turn t = turn_by_rule(&g, 0, style, &r);
    turn[0] = t.card, turn[1] = t.discards, turn[2] = t.draw;
}

/* Economancy in C: the rules, the players by rule, and planning against them, for speed alone.

The contract. economancy.rules is the model of the rules, economancy.rivals of the players by rule; tests compare them
with this file. Nothing here keeps a global, draws a random number but from the seed that it is given, or reads a clock
unless it is given seconds.
A plan is for one thread at a time; threads may share the tables, which are only read, and have a plan each.

  A kind of card is a number: the kinds that shops sell, in the order of SHOP_CARDS, then the Stipend and a card that no
  table has. A set of kinds is a mask. A choice of a seat is an action: a bid; the slot of a card that attacks or
  defends, or 0 to stop; 1 + the kind of a card to buy, or 0 to pass.
  A state is written as int32: day, phase, attacker, the slot of its card (0: none is named), winner, the copies left
  [KINDS] (-1: not sold), then for each seat its type, coins, buys, the number of its cards and [SLOTS] cards, each
  kind + 16 * uses today. A seat without cards is eliminated. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 13, STIPEND = KINDS, UNKNOWN, SLOTS = 32, MAX_SEATS = 4 };
enum { INVESTING, ATTACKING, BUYING, END, NOBODY = -1 };
enum { POINTS = 1, ATTACK, DECENT }; /* the types that play by a rule */
enum { MOST_COINS = 1 << 28, POINTS_TO_WIN = 7, MAX_ACTIONS = KINDS + 1, AIMS = 7 };

typedef struct {
    int8_t attack, defence, cost, points, income[3], buys[3], per_income, attacks, defences, defence_income;
} Card;

typedef struct { /* what the package's tables say */
    Card card[UNKNOWN + 1];
    int16_t first_aim[AIMS], second_aim[AIMS]; /* of *points*, by the number of its cards, as masks */
    int16_t attack_aims[3];                    /* of *attack*, as masks: the first until it holds two of it */
} Tables;

#include "../../gamekit/clock.c"
#include "../../gamekit/random.c"
#include "rules.c"
#include "by_type.c"
#include "planning.c"

/* ----------------------------------------------------------- what Python calls, beside ec_plan_new and ec_plan_free */

/* Do simulations from a state in which the plan's seat chooses, until `simulations` have gone through it, those of
   earlier calls included, this call has done as many `moves`, the game is all but won, or these `seconds` have passed
   and the state has a few simulations. The first `wanted` of `actions` are tried beside those that planning considers.
   Return the number of all, and of each the visits and the sum of values; there is room for 2 * MAX_ACTIONS. */
int ec_plan_search(Plan *p, const int32_t *numbers, int simulations, int moves, double seconds, int wanted,
                int32_t *actions, int32_t *visits, double *totals) {
    State s;
    read_state(&s, p->seats, numbers);
    return search(p, &s, simulations, moves, until(seconds), wanted, actions, visits, totals);
}

/* Put the choices of all seats by their rules into `actions`, a draw of `seed`; 0 for seats without a choice. */
void ec_by_rule(const Tables *t, int seats, const int32_t *numbers, uint64_t seed, int32_t *actions) {
    State s;
    Random r = {seed};
    read_state(&s, seats, numbers);
    choose_by_rule(t, &s, seats, &r, actions);
}

/* Let all seats that choose do so, and put the state after it, next morning included, into `numbers`. */
void ec_step(const Tables *t, int seats, int32_t *numbers, const int32_t *actions) {
    State s;
    read_state(&s, seats, numbers);
    apply(t, &s, seats, actions);
    write_state(&s, seats, numbers);
}

/* Games of the search against itself, as data to learn values from (santorini.training.self_play). A library of its
   own: the core with this beside it. */

#include "../search/core.c"

enum { MOST_RANDOM_TURNS = 10, MOST_TURNS = 150 };

typedef struct {
    uint8_t record[RECORD];
    int16_t score;
    int8_t result, side;
    int32_t game;
} Position;

static void random_tokens(Random *rng, Board *b, const uint8_t cards[2]) {
    uint8_t record[RECORD] = {0}, *tokens = record + SPACES;
    for (int i = 0; i < 4;) {
        int s = random_below(rng, SPACES), fresh = 1;
        for (int j = 0; j < i; j++) fresh &= tokens[j] != s;
        if (fresh) tokens[i++] = (uint8_t)s;
    }
    memcpy(record + 29, cards, 2);
    read_board(record, b, 0);
}

/* Random tokens and 0 to 10 random turns; 0 if the game is over or may be won at once. */
static int random_opening(Random *rng, Board *b, const uint8_t cards[2]) {
    static _Thread_local Turn turns[MAX_TURNS];
    Board after;
    random_tokens(rng, b, cards);
    for (int left = random_below(rng, MOST_RANDOM_TURNS + 1);; left--) {
        int count = list_turns(b, turns);
        if (!count || winning_spaces(b, 0)) return 0;
        if (!left) return 1;
        play(b, turns[random_below(rng, count)], &after);
        *b = after;
    }
}

/* Play one game from a board, `nodes` boards a turn. Write its quiet positions, in which nobody could win at once, and
   return how many; 0 for a game without end. */
static int play_game(Engine *e, Board b, int64_t nodes, Position *out) {
    Board after;
    Result r;
    int count = 0, winner = -1;
    sn_forget(e);
    for (int turn = 0; turn < MOST_TURNS && winner < 0; turn++) {
        memset(&r, 0, sizeof r);
        begin(e, &b, INFINITY, nodes, USE_TABLE | USE_THREATS | USE_PRUNING);
        decide(e, &b, MAX_PLY - 2, &r);
        if (!r.line[0]) { /* no turn: who moved last has won */
            winner = 1 - b.side;
            break;
        }
        if (!winning_spaces(&b, 0) && !winning_spaces(&b, 1)) {
            write_board(&b, out[count].record);
            out[count].score = (int16_t)r.score, out[count++].side = (int8_t)b.side;
        }
        if (r.proven) winner = r.proven > 0 ? b.side : 1 - b.side;
        play(&b, r.line[0], &after);
        b = after;
    }
    if (winner < 0) return 0;
    for (int i = 0; i < count; i++) out[i].result = out[i].side == winner;
    return count;
}

/* Draw an ordered pair of cards, any as likely, or with the probability `base` none; 0 is none. */
static int random_pair(Random *rng, double base) {
    if (random_below(rng, 1 << 20) < base * (1 << 20)) return 0;
    int pair = random_below(rng, (CARDS - 1) * (CARDS - 2)), mover = pair / (CARDS - 2), other = pair % (CARDS - 2);
    return (mover + 1) * CARDS + other + 1 + (other >= mover);
}

/* Play so many games, the same for the same seed, and write their positions; room is needed for 150 a game. A game is
   without cards with the probability `base`. Games of a pair of cards are played together, for the rows of cards are
   added up for each pair anew; `game` says which was drawn first. Returns how many positions were written; -1: no
   memory. */
int64_t sn_games(Engine *e, int games, int64_t nodes, double base, uint64_t seed, Position *out) {
    Random rng = {seed};
    int64_t count = 0;
    uint8_t *pairs = malloc((size_t)games);
    if (!pairs) return -1;
    for (int i = 0; i < games; i++) pairs[i] = (uint8_t)random_pair(&rng, base);
    for (int pair = 0; pair < CARDS * CARDS; pair++)
        for (int i = 0; i < games; i++) {
            Board b;
            uint8_t cards[2] = {(uint8_t)(pair / CARDS), (uint8_t)(pair % CARDS)};
            if (pairs[i] != pair) continue;
            while (!random_opening(&rng, &b, cards)) {}
            int quiet = play_game(e, b, nodes, out + count);
            for (int k = 0; k < quiet; k++) out[count++].game = i;
        }
    free(pairs);
    return count;
}

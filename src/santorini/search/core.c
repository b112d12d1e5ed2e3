/* The search of Santorini: alpha-beta over bit boards, and what it needs. C11, libc only; loaded with ctypes.

   A board is a RECORD of 32 bytes, from the player to move: 25 levels, row by row; the mover's two tokens, then the
   other's, as spaces 0 to 24 in ascending order (255: not placed yet); the mover's card and the other's (0 none, 1 to 8
   in alphabetical order; cards that give no power are 0); one byte unused, 0.
   A TURN is 32 bits: origin, target, first and second space built on (5 bits each, 31: none), CAP, WIN.
   Two builds on one space add two levels; CAP builds level 4 at once.

   Nothing here keeps state but an ENGINE (transposition table, history, value), made by sn_new. One thread an
   engine; threads may share the bytes of a value, which are only read, and all functions without an engine. Tables of
   the board are made when the library is loaded, and never change after that. Scores are those of the player to move:
   about 256 a logit of its chance to win; WIN - n: it wins with the n-th turn from here, counted from 1; below
   -WIN + 200 it loses. The functions for the outside stand at the end.

   The rules are those of santorini.rules, position by position (tests compare them), the hand-made value that of
   santorini.search.hand. Search: iterative deepening principal variation search (Marsland, Campbell 1982) with
   transposition table (Zobrist 1970), killers, histories, late-move reductions and pruning by the value; the own wins
   are seen by masks before a node is opened, and a rival's threat to win extends the search at the horizon. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, APOLLO, ARTEMIS, ATLAS, DEMETER, HEPHASTUS, MINOTAUR, PAN, PROMETHEUS, CARDS };
enum { SPACES = 25, RECORD = 32, NOWHERE = 31, MAX_TURNS = 1536, BLOCK = 16, MAX_PLY = 64, NEAR = 24 };
enum { WIN = 30000, PROVEN = WIN - 200, LIMIT = 20000, UNKNOWN = -32768 };
enum { USE_TABLE = 1, USE_THREATS = 2, USE_PRUNING = 4, CPU_CLOCK = 8 };
enum { WAYS = SPACES * 32 }; /* targets and first builds of turns */
enum { HAND, LINEAR, WIDE = 3 };
enum { KINDS = 5 + 4 + 4, PLACES = 6, ROWS = 4 * (PLACES + NEAR * KINDS) }; /* of the linear value, see values.c */
#define ALL 0x1ffffffu
#define CAP_FLAG (1u << 20)
#define WIN_FLAG (1u << 21)
#define BIT(s) (1u << (s))

typedef uint32_t Mask;
typedef uint32_t Turn;

typedef struct {
    Mask at[6];          /* at[k]: spaces of level k or more; at[5] is empty */
    Mask token[2];       /* the mover's, the other's */
    uint8_t level[SPACES];
    uint8_t card[2], side; /* side: whose turn, 0 or 1, for the keys */
    uint64_t key;
} Board;

typedef struct {
    uint64_t key; /* the low 16 bits: the board's value, or UNKNOWN */
    Turn turn;
    int16_t score;
    int8_t depth;
    uint8_t bound; /* two bits: 1 at least, 2 at most, 3 exact; the rest: age */
} Entry;

typedef struct {
    int32_t score, depth, length, proven;
    int64_t nodes;
    Turn line[MAX_PLY];
    uint8_t child[RECORD];
} Result;

typedef struct Wide Wide;

typedef struct {
    Entry *table;
    uint64_t entries;
    uint8_t age;
    int kind, flags, stopped;
    int64_t nodes, node_limit, next_look;
    double deadline;
    uint8_t cards[2];                                     /* of sides 0 and 1, for which the tables below are summed */
    int tables_ready;
    const int16_t *weights;                               /* the linear value's rows, see values.c */
    int16_t sum[2][2][ROWS];                              /* by side, and whose tokens: the mover's, the other's */
    float constant[CARDS][CARDS];
    Wide *wide;                                           /* the wide value, see wide.c; NULL: another one */
    const Board *board_at[MAX_PLY + 2];                   /* the board at each ply on the way here, */
    Turn turn_at[MAX_PLY + 2];                            /* and the turn that is looked at there; NULL: none */
    int16_t value_at[MAX_PLY + 2];                        /* what that board is worth, or UNKNOWN */
    int16_t replies[2][WAYS][WAYS], follows[2][WAYS][WAYS]; /* by the way of the turn before, or of the one before it */
    int32_t by_build[2][SPACES][SPACES + 8], by_move[2][SPACES][SPACES];
    Turn killers[MAX_PLY + 2][2];
    Turn line[MAX_PLY + 2][MAX_PLY + 2];
    int length[MAX_PLY + 2];
    Turn turns[MAX_PLY + 2][MAX_TURNS];
    int32_t rank[MAX_PLY + 2][MAX_TURNS] __attribute__((aligned(16))), most[MAX_PLY + 2][MAX_TURNS / BLOCK];
} Engine;

#include "../../gamekit/clock.c"
#include "../../gamekit/random.c"
#include "pages.c"
#include "boards.c"
#include "turns.c"
#include "wide.c"
#include "values.c"
#include "order.c"
#include "pruning.c"
#include "alpha_beta.c"
#include "decision.c"

/* What all threads share is made when the library is loaded, before there are any. */
static void __attribute__((constructor)) make_ready(void) {
    make_geometry();
    make_directions();
    make_keys();
    make_logs();
#ifdef __x86_64__
    __builtin_cpu_init();
#endif
}

/* ---- for the outside ---- */

/* Return an engine with a table of 2^bits transpositions of 16 bytes and the hand-made value; NULL: no memory. */
Engine *sn_new(int bits) {
    Engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->entries = 1ull << bits;
    e->table = pages_new(e->entries * sizeof *e->table);
    if (!e->table) return free(e), NULL;
    return e;
}

void sn_free(Engine *e) {
    if (!e) return;
    pages_free(e->table, e->entries * sizeof *e->table);
    pages_free(e->wide, sizeof *e->wide), free(e);
}

/* Forget what earlier searches found. */
void sn_forget(Engine *e) {
    memset(e->table, 0, e->entries * sizeof *e->table);
    memset(e->by_build, 0, sizeof e->by_build);
    memset(e->by_move, 0, sizeof e->by_move);
    memset(e->replies, 0, sizeof e->replies);
    memset(e->follows, 0, sizeof e->follows);
    e->age = 0;
}

/* Value boards by these bytes (a WideHead or a LinearHead, and its rows), which must outlive the engine; 0: done, -1:
   they are not what this core reads, -2: no memory. */
int sn_value(Engine *e, const uint8_t *bytes, int64_t size) {
    int32_t head[2];
    if (size < (int64_t)sizeof head) return -1;
    memcpy(head, bytes, sizeof head);
    if (head[0] == WIDE && head[1] == UNITS && size == WIDE_SIZE) {
        Wide *wide = wide_new(bytes);
        if (!wide) return -2;
        pages_free(e->wide, sizeof *e->wide);
        e->wide = wide, e->kind = WIDE;
    } else if (head[0] == LINEAR && head[1] == 1 && size == LINEAR_SIZE) {
        memcpy(e->constant, bytes + sizeof head, sizeof e->constant);
        e->weights = (const int16_t *)(bytes + sizeof(LinearHead)), e->kind = LINEAR;
    } else
        return -1;
    e->tables_ready = 0;
    return 0;
}

/* Search a board or a placement, the mover in seat `side`, until seconds, nodes (0: any number) or depth are used up;
   with CPU_CLOCK among the flags seconds are CPU time of this thread.
   The result has the board to play (32 bytes, from the other's view), the score, how deep, and the line of turns that
   leads to it. Returns 0 if there is no turn. */
int sn_search(Engine *e, const uint8_t *record, int side, double seconds, int64_t nodes, int depth, int flags,
                  Result *r) {
    Board b, after;
    memset(r, 0, sizeof *r);
    read_board(record, &b, side);
    begin(e, &b, seconds, nodes, flags);
    if (depth > MAX_PLY - 2 || depth < 0) depth = MAX_PLY - 2;
    if (!b.token[0]) return decide_placement(e, &b, depth, r), 1;
    decide(e, &b, depth, r);
    if (!r->line[0]) return 0;
    play(&b, r->line[0], &after);
    write_board(&after, r->child);
    return 1;
}

/* The value of a board as a leaf of the search has it. */
int sn_value_of(Engine *e, const uint8_t *record, int side) {
    Board b;
    read_board(record, &b, side);
    uint8_t cards[2] = {b.card[b.side], b.card[1 - b.side]};
    sum_rows(e, cards);
    return value_of(e, &b, 0);
}

/* Add up a wide value with the fastest instructions of this machine (0), those of all x86-64 (1) or plain C (2). */
void sn_way(Engine *e, int way) {
    if (e->wide) wide_take(e->wide, way);
}

/* Write the values of the boards that follow a board, in the order of sn_turns, as leaves of the search have them.
   Returns how many; a won board has 0. */
int sn_values_after(Engine *e, const uint8_t *record, int side, int32_t *values) {
    Board b, after;
    read_board(record, &b, side);
    uint8_t cards[2] = {b.card[b.side], b.card[1 - b.side]};
    sum_rows(e, cards);
    if (e->wide) wide_forget(e->wide);
    int count = list_turns(&b, e->turns[0]);
    e->board_at[0] = &b;
    for (int i = 0; i < count; i++) {
        e->turn_at[0] = e->turns[0][i];
        play(&b, e->turn_at[0], &after);
        values[i] = e->turn_at[0] & WIN_FLAG ? 0 : value_of(e, &after, 1);
    }
    return count;
}

/* Write the turns of a board and the boards that they lead to; return how many, at most 1,536. */
int sn_turns(const uint8_t *record, uint32_t *turns, uint8_t *children) {
    Board b, after;
    read_board(record, &b, 0);
    int count = list_turns(&b, turns);
    for (int i = 0; i < count; i++) {
        play(&b, turns[i], &after);
        write_board(&after, children + i * RECORD);
    }
    return count;
}

/* Return where the mover (0) or the other (1) would win at once, were it to move: one bit a space. */
uint32_t sn_wins(const uint8_t *record, int who) {
    Board b;
    read_board(record, &b, 0);
    return winning_spaces(&b, who) & ALL;
}

static uint64_t count_boards(const Board *b, int depth) {
    Turn turns[MAX_TURNS];
    Board after;
    int count = list_turns(b, turns);
    if (depth <= 1) return (uint64_t)count;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (turns[i] & WIN_FLAG) { sum++; continue; }
        play(b, turns[i], &after);
        sum += count_boards(&after, depth - 1);
    }
    return sum;
}

/* Return how many boards may stand `depth` turns later; a board that is won counts as one at all later depths. */
uint64_t sn_perft(const uint8_t *record, int depth) {
    Board b;
    read_board(record, &b, 0);
    return depth ? count_boards(&b, depth) : 1;
}

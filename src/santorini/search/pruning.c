/* Part of core.c: what need not be looked at, or not so deep. Measured: FIGURES.txt. */

static int16_t log_of[MAX_TURNS]; /* 32 a doubling */

static void make_logs(void) {
    double power = 1;
    int log = 0;
    for (int i = 1; i < MAX_TURNS; log_of[i++] = (int16_t)log)
        while (power < i) power *= 1.0218971486541166, log++;
}

typedef struct { /* of a board: whether its exact score counts, whether it should be cut, and whether it is worth more
                    than two turns ago */
    int exact, cut, improving;
} Node;

/* How many turns less deep the i-th one is looked at first. */
static int reduction_of(const Node *n, int depth, int i, int32_t rank, Mask threats) {
    int less = (log_of[depth] * log_of[i + 1] * 450 >> 10) - 1000; /* in 1/1024 */
    less += 1024 * !n->exact + 512 * !n->improving + 512 * (n->cut && depth >= 6) - 1024 * !!threats;
    less -= rank > INT32_MAX - 3 ? 1024 : (int)((int64_t)rank * 18 >> 14);
    less >>= 10;
    return less < 0 ? 0 : less > depth - 1 ? depth - 1 : less;
}

/* How many turns are looked at this near to the horizon. */
static int enough_turns(const Node *n, int depth) {
    return n->exact || depth > 3 ? MAX_TURNS : (6 + 6 * depth * depth) / (n->improving ? 1 : 2);
}

/* Whether a board is worth so much more than it must be that no turn of it needs a look. */
static int is_enough(const Node *n, int depth, int value, int beta) {
    if (n->exact || depth > 8 || abs(beta) > PROVEN) return 0;
    return value - 150 - 100 * depth + 80 * n->improving >= beta;
}

/* How many turns less deep the i-th one of the decision itself is looked at first: few, for it counts most. */
static int root_reduction(const Engine *e, int depth, int i) {
    if (!(e->flags & USE_PRUNING) || depth < 2 || i < 8) return 0;
    int less = 1 + (depth >= 3 && i >= 14) + (depth >= 4 && i >= 32);
    less += (depth >= 5 && i >= 64) + (depth >= 7 && i >= 128);
    return less < depth ? less : depth - 1;
}

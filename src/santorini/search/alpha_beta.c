/* Part of core.c: principal variation search to a depth. */

enum { LOOK_EVERY = 256 }; /* nodes between two looks at the clock, less than 0.1 ms (measured) */

static double cpu_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int is_late(const Engine *e) {
    return e->flags & CPU_CLOCK ? cpu_time() >= e->deadline : is_past(e->deadline);
}

static inline int out_of_budget(Engine *e) {
    if (e->stopped) return 1;
    if (e->nodes >= e->node_limit) e->stopped = 1;
    else if (e->nodes >= e->next_look) e->next_look = e->nodes + LOOK_EVERY, e->stopped = is_late(e);
    return e->stopped;
}

static int to_table(int score, int ply) { return score > PROVEN ? score + ply : score < -PROVEN ? score - ply : score; }
static int from_table(int score, int ply) {
    return score > PROVEN ? score - ply : score < -PROVEN ? score + ply : score;
}

static void store(Engine *e, const Board *b, Turn turn, int score, int depth, int bound, int ply) {
    Entry *entry = e->table + (b->key & (e->entries - 1));
    if (entry->key == b->key && entry->bound >> 2 == e->age && entry->depth > depth && bound != 3) return;
    if (!turn && entry->key == b->key) turn = entry->turn;
    *entry = (Entry){b->key, turn, (int16_t)to_table(score, ply), (int8_t)depth, (uint8_t)(bound | e->age << 2)};
}

typedef int32_t Four __attribute__((vector_size(16)));

static inline Four larger(Four a, Four b) {
    Four first = a > b;
    return (a & first) | (b & ~first);
}

static inline int32_t most_of(const int32_t *block) {
    const Four *v = (const Four *)block;
    Four m = larger(larger(v[0], v[1]), larger(v[2], v[3]));
    int32_t one = m[0] > m[1] ? m[0] : m[1], two = m[2] > m[3] ? m[2] : m[3];
    return one > two ? one : two;
}

/* Rank turns; ranks stand in blocks, each with its largest, so that picking looks at few of them. */
static void rank_turns(Engine *e, const Board *b, int ply, int count, Turn best) {
    const Turn *turns = e->turns[ply], *killers = e->killers[ply];
    int side = b->side;
    for (int i = 0; i < count; i++) {
        Turn t = turns[i];
        int32_t rank = e->by_build[side][target_of(t)][first_of(t)] + e->by_move[side][origin_of(t)][target_of(t)];
        if (second_of(t) != NOWHERE) rank = (rank + e->by_build[side][target_of(t)][second_of(t)]) / 2;
        if (t == best) rank = INT32_MAX;
        else if (t == killers[0]) rank = INT32_MAX - 1;
        else if (t == killers[1]) rank = INT32_MAX - 2;
        e->rank[ply][i] = rank;
    }
    for (int i = count; i % BLOCK; i++) e->rank[ply][i] = INT32_MIN;
    for (int i = 0; i < count; i += BLOCK) e->most[ply][i / BLOCK] = most_of(e->rank[ply] + i);
}

/* Bring the best ranked of those from i on to i, the first of equals. Its rank is forgotten. */
static Turn pick(Engine *e, int ply, int i, int count) {
    Turn *turns = e->turns[ply];
    int32_t *rank = e->rank[ply], *most = e->most[ply];
    int block = i / BLOCK;
    for (int k = block + 1; k * BLOCK < count; k++)
        if (most[k] > most[block]) block = k;
    int best = block * BLOCK;
    while (rank[best] != most[block]) best++;
    Turn t = turns[best];
    turns[best] = turns[i], rank[best] = rank[i];
    turns[i] = t, rank[i] = INT32_MIN;
    most[i / BLOCK] = most_of(rank + i / BLOCK * BLOCK);
    if (block != i / BLOCK) most[block] = most_of(rank + block * BLOCK);
    return t;
}

static inline void learn(int32_t *cell, int bonus) { /* keep it within +-2^20 */
    *cell += bonus - (int32_t)((int64_t)*cell * abs(bonus) >> 20);
}

static void reward(Engine *e, const Board *b, int ply, int at, int depth) { /* the turn that cut, and those before it */
    Turn t = e->turns[ply][at];
    if (e->killers[ply][0] != t) e->killers[ply][1] = e->killers[ply][0], e->killers[ply][0] = t;
    int bonus = (depth + 1) * (depth + 1) * 256, side = b->side;
    for (int i = 0; i <= at; i++) {
        Turn u = e->turns[ply][i];
        int sign = i == at ? bonus : -bonus / 8;
        learn(&e->by_build[side][target_of(u)][first_of(u)], sign);
        if (second_of(u) != NOWHERE) learn(&e->by_build[side][target_of(u)][second_of(u)], sign);
        learn(&e->by_move[side][origin_of(u)][target_of(u)], sign);
    }
}

static void keep_line(Engine *e, int ply, Turn t) {
    e->line[ply][0] = t;
    memcpy(e->line[ply] + 1, e->line[ply + 1], sizeof(Turn) * (size_t)e->length[ply + 1]);
    e->length[ply] = e->length[ply + 1] + 1;
}

static int reduction(const Engine *e, int depth, int i, Mask threats) {
    if (!(e->flags & USE_REDUCTIONS) || threats || depth < 2 || i < 4) return 0;
    /* measured: README.txt, STRENGTH */
    int steps = 1;
    steps += (depth >= 3 && i >= 7) + (depth >= 4 && i >= 16) + (depth >= 5 && i >= 32) + (depth >= 7 && i >= 64);
    return steps < depth ? steps : depth - 1;
}

/* The score of a board, at least alpha and at most beta if those are bounds, looking `depth` turns ahead; `extended`
   counts extensions on the way here. What comes back once the budget is spent means nothing. */
static int search(Engine *e, const Board *b, int depth, int alpha, int beta, int ply, int extended) {
    e->nodes++;
    e->length[ply] = 0;
    Mask wins = winning_spaces(b, 0);
    if (wins) {
        int score = WIN - ply - 1;
        if (score < beta && score > alpha) { /* on the principal variation: name the turn */
            int count = list_turns(b, e->turns[ply]);
            for (int i = 0; i < count; i++)
                if (e->turns[ply][i] & WIN_FLAG) e->line[ply][0] = e->turns[ply][i], e->length[ply] = 1;
        }
        return score;
    }
    if (out_of_budget(e) || ply >= MAX_PLY) return value_of(e, b, ply);
    if (alpha < -WIN + ply) alpha = -WIN + ply;
    if (beta > WIN - ply - 3) beta = WIN - ply - 3;
    if (alpha >= beta) return alpha;
    Mask threats = e->flags & (USE_THREATS | USE_REDUCTIONS) ? winning_spaces(b, 1) : 0;
    if (depth <= 0) {
        if (!(threats && e->flags & USE_THREATS && extended < 6)) return value_of(e, b, ply);
        depth = 1, extended++;
    }

    Turn best_turn = 0;
    int first_alpha = alpha;
    if (e->flags & USE_TABLE) {
        const Entry *entry = e->table + (b->key & (e->entries - 1));
        if (entry->key == b->key && entry->bound) {
            best_turn = entry->turn;
            int score = from_table(entry->score, ply), bound = entry->bound & 3;
            if (entry->depth >= depth && beta - alpha == 1 &&
                (bound == 3 || (bound == 1 && score >= beta) || (bound == 2 && score <= alpha)))
                return score;
        }
    }
    int count = list_turns(b, e->turns[ply]);
    if (!count) return -WIN + ply;
    if (threats && e->flags & USE_THREATS) {
        count = list_parries(b, threats, e->turns[ply], count);
        if (!count) return -WIN + ply + 2;
    }
    rank_turns(e, b, ply, count, best_turn);
    e->killers[ply + 1][0] = e->killers[ply + 1][1] = 0;
    int best = -WIN;
    best_turn = 0;
    e->board_at[ply] = b;
    for (int i = 0; i < count; i++) {
        Turn turn = pick(e, ply, i, count);
        Board after;
        e->turn_at[ply] = turn;
        play(b, turn, &after);
        __builtin_prefetch(e->table + (after.key & (e->entries - 1)));
        int score, less = reduction(e, depth, i, threats);
        if (!i)
            score = -search(e, &after, depth - 1, -beta, -alpha, ply + 1, extended);
        else {
            score = -search(e, &after, depth - 1 - less, -alpha - 1, -alpha, ply + 1, extended);
            if (score > alpha && less) score = -search(e, &after, depth - 1, -alpha - 1, -alpha, ply + 1, extended);
            if (score > alpha && score < beta)
                score = -search(e, &after, depth - 1, -beta, -alpha, ply + 1, extended);
        }
        if (e->stopped) return best;
        if (score <= best) continue;
        best = score, best_turn = turn;
        if (score <= alpha) continue;
        alpha = score;
        keep_line(e, ply, turn);
        if (alpha >= beta) {
            reward(e, b, ply, i, depth);
            break;
        }
    }
    if (e->flags & USE_TABLE)
        store(e, b, best_turn, best, depth, best >= beta ? 1 : best > first_alpha ? 3 : 2, ply);
    return best;
}

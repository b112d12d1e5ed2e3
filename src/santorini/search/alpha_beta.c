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

static inline int is_of(const Entry *entry, const Board *b) { return !((entry->key ^ b->key) >> 16) && entry->bound; }

static void store(Engine *e, const Board *b, Turn turn, int score, int depth, int bound, int ply) {
    Entry *entry = e->table + (b->key & (e->entries - 1));
    if (is_of(entry, b) && entry->bound >> 2 == e->age && entry->depth > depth && bound != 3) return;
    if (!turn && is_of(entry, b)) turn = entry->turn;
    uint64_t key = (b->key & ~0xffffull) | (uint16_t)e->value_at[ply];
    *entry = (Entry){key, turn, (int16_t)to_table(score, ply), (int8_t)depth, (uint8_t)(bound | e->age << 2)};
}

static void keep_line(Engine *e, int ply, Turn t) {
    e->line[ply][0] = t;
    memcpy(e->line[ply] + 1, e->line[ply + 1], sizeof(Turn) * (size_t)e->length[ply + 1]);
    e->length[ply] = e->length[ply + 1] + 1;
}

/* The score of a board, at least alpha and at most beta if those are bounds, looking `depth` turns ahead; `extended`
   counts extensions on the way here. What comes back once the budget is spent means nothing. */
static int search(Engine *e, const Board *b, int depth, int alpha, int beta, int ply, int extended, int cut) {
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
    Mask threats = e->flags & (USE_THREATS | USE_PRUNING) ? winning_spaces(b, 1) : 0;
    if (depth <= 0) {
        if (!(threats && e->flags & USE_THREATS && extended < 6)) return value_of(e, b, ply);
        depth = 1, extended++;
    }

    Turn best_turn = 0;
    int first_alpha = alpha, prunes = e->flags & USE_PRUNING;
    e->value_at[ply] = UNKNOWN;
    if (e->flags & USE_TABLE) {
        const Entry *entry = e->table + (b->key & (e->entries - 1));
        if (is_of(entry, b)) {
            best_turn = entry->turn;
            e->value_at[ply] = (int16_t)entry->key;
            int score = from_table(entry->score, ply), bound = entry->bound & 3;
            if (entry->depth >= depth && beta - alpha == 1 &&
                (bound == 3 || (bound == 1 && score >= beta) || (bound == 2 && score <= alpha)))
                return score;
        }
    }
    Node n = {beta - alpha > 1, cut, 1};
    if (prunes && threats) e->value_at[ply] = UNKNOWN;
    if (prunes && !threats) {
        if (e->value_at[ply] == UNKNOWN) e->value_at[ply] = (int16_t)valued(e, b, ply, 1);
        if (ply >= 2 && e->value_at[ply - 2] != UNKNOWN) n.improving = e->value_at[ply] > e->value_at[ply - 2];
        if (is_enough(&n, depth, e->value_at[ply], beta)) return beta;
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
    int enough = prunes && !threats ? enough_turns(&n, depth) : MAX_TURNS;
    for (int i = 0; i < count; i++) {
        int32_t rank;
        Turn turn = pick(e, ply, i, count, &rank);
        if (i >= enough && best > -PROVEN) break;
        Board after;
        e->turn_at[ply] = turn;
        play(b, turn, &after);
        __builtin_prefetch(e->table + (after.key & (e->entries - 1)));
        int score, less = 0;
        if (i && prunes && !threats && depth >= 2)
            less = reduction_of(&n, depth, i, rank, winning_spaces(&after, 1));
        if (!i)
            score = -search(e, &after, depth - 1, -beta, -alpha, ply + 1, extended, n.exact ? 0 : !cut);
        else {
            score = -search(e, &after, depth - 1 - less, -alpha - 1, -alpha, ply + 1, extended, 1);
            if (score > alpha && less)
                score = -search(e, &after, depth - 1, -alpha - 1, -alpha, ply + 1, extended, !cut);
            if (score > alpha && score < beta)
                score = -search(e, &after, depth - 1, -beta, -alpha, ply + 1, extended, 0);
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

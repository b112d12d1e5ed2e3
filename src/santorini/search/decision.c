/* Part of core.c: iterative deepening for a turn, and for the placement of tokens. */

static void bring_first(Turn *turns, int at) {
    Turn t = turns[at];
    memmove(turns + 1, turns, sizeof *turns * (size_t)at);
    turns[0] = t;
}

static void report(Engine *e, Result *r, int score, int depth) {
    r->score = score, r->depth = depth, r->nodes = e->nodes;
    r->proven = score > PROVEN ? 1 : score < -PROVEN ? -1 : 0;
    r->length = e->length[0];
    memcpy(r->line, e->line[0], sizeof(Turn) * (size_t)(e->length[0] < MAX_PLY ? e->length[0] : MAX_PLY));
}

/* Search a board deeper and deeper; the result is that of the last depth at which a turn was found best. */
static void decide(Engine *e, const Board *b, int max_depth, Result *r) {
    Turn turns[MAX_TURNS] = {0};
    Board after;
    int count = list_turns(b, e->turns[0]);
    if (!count) return;
    rank_turns(e, b, 0, count, 0);
    int32_t rank;
    for (int i = 0; i < count; i++) turns[i] = pick(e, 0, i, count, &rank);
    r->line[0] = turns[0];
    e->value_at[0] = (int16_t)value_of(e, b, 0);
    e->board_at[0] = b;
    for (int i = 0; i < count; i++)
        if (turns[i] & WIN_FLAG) {
            e->line[0][0] = turns[i], e->length[0] = 1, e->nodes = 1;
            report(e, r, WIN - 1, 1);
            return;
        }
    for (int depth = 1; depth <= max_depth && !e->stopped; depth++) {
        int best = -WIN - 1, at = -1;
        for (int i = 0; i < count; i++) {
            e->turn_at[0] = turns[i];
            play(b, turns[i], &after);
            int score = -WIN - 1, less = at < 0 ? 0 : root_reduction(e, depth, i);
            if (at >= 0) score = -search(e, &after, depth - 1 - less, -best - 1, -best, 1, 0, 1);
            if (at >= 0 && less && score > best)
                score = -search(e, &after, depth - 1, -best - 1, -best, 1, 0, 1);
            if (at < 0 || score > best) score = -search(e, &after, depth - 1, -WIN, -best, 1, 0, 0);
            if (e->stopped) break;
            if (score <= best) continue;
            best = score, at = i;
            keep_line(e, 0, turns[i]);
            report(e, r, best, depth);
        }
        if (at > 0) bring_first(turns, at);
        if (count == 1 || abs(best) > PROVEN) break;
    }
    r->nodes = e->nodes;
}

typedef struct { uint8_t first, second; int score; } Pair;

static int list_pairs(const Board *b, Pair *pairs) { /* central ones first */
    int count = 0;
    for (int s = 0; s < SPACES; s++)
        for (int t = s + 1; t < SPACES; t++)
            if (!((BIT(s) | BIT(t)) & b->token[1]))
                pairs[count++] = (Pair){(uint8_t)s, (uint8_t)t, -place_kind[s] - place_kind[t]};
    return count;
}

static int turned(int s, int how) { /* a space under one of the eight symmetries of the board */
    int row = s / 5, column = s % 5;
    if (how & 1) row = 4 - row;
    if (how & 2) column = 4 - column;
    return how & 4 ? column * 5 + row : row * 5 + column;
}

static int is_first_of_its_kind(const Board *b, const Pair *p) {
    for (int how = 1; how < 8; how++) {
        Mask others = 0;
        for (Mask m = b->token[1]; m; m &= m - 1) others |= BIT(turned(lowest(m), how));
        if (others != b->token[1]) continue;
        int s = turned(p->first, how), t = turned(p->second, how), low = s < t ? s : t, high = s < t ? t : s;
        if (low < p->first || (low == p->first && high < p->second)) return 0;
    }
    return 1;
}

static void sort_pairs(Pair *pairs, int count) { /* best first; equal ones stay in order */
    for (int i = 1; i < count; i++)
        for (int j = i; j && pairs[j].score > pairs[j - 1].score; j--) {
            Pair p = pairs[j];
            pairs[j] = pairs[j - 1], pairs[j - 1] = p;
        }
}

static void put(const Board *b, const Pair *p, Board *after) {
    *after = *b;
    after->token[0] = BIT(p->first) | BIT(p->second);
    after->key ^= token_key[b->side][p->first] ^ token_key[b->side][p->second];
    swap_sides(after);
}

/* The score of a board whose mover is to place its tokens, the board after that searched to a depth. `replies` is an
   order of all its placements, best of the last time first. */
static int place_value(Engine *e, const Board *b, int depth, int alpha, int beta, Pair *replies, int count,
                       int *answer) {
    Board after;
    int best = -WIN - 1;
    for (int i = 0; i < count && best < beta; i++) {
        if ((BIT(replies[i].first) | BIT(replies[i].second)) & b->token[1]) continue;
        put(b, &replies[i], &after);
        int score = -search(e, &after, depth, -beta, -(best > alpha ? best : alpha), 2, 0, 0);
        if (e->stopped) return best;
        if (score > best) best = score, *answer = i;
    }
    if (*answer > 0) {
        Pair p = replies[*answer];
        memmove(replies + 1, replies, sizeof *replies * (size_t)*answer);
        replies[0] = p, *answer = 0;
    }
    return best;
}

/* Search the placement of the mover's tokens; a legal one stands in the result before the search begins. */
static void decide_placement(Engine *e, const Board *b, int max_depth, Result *r) {
    Pair pairs[300], replies[300];
    Board after;
    int count = 0, all = list_pairs(b, pairs), reply_count = list_pairs(b, replies), is_first = !b->token[1], answer;
    for (int i = 0; i < all; i++)
        if (is_first_of_its_kind(b, &pairs[i])) pairs[count++] = pairs[i];
    sort_pairs(pairs, count);
    sort_pairs(replies, reply_count);
    e->board_at[0] = e->board_at[1] = NULL;
    e->value_at[0] = e->value_at[1] = UNKNOWN;
    put(b, &pairs[0], &after);
    write_board(&after, r->child);
    for (int depth = 0; depth <= max_depth && !e->stopped; depth++) {
        int best = -WIN - 1;
        for (int i = 0; i < count; i++) {
            put(b, &pairs[i], &after);
            int alpha = best < -WIN ? -WIN : best;
            int score = is_first ? -place_value(e, &after, depth, -WIN, -alpha, replies, reply_count, &answer)
                                 : -search(e, &after, depth, -WIN, -alpha, 1, 0, 0);
            if (e->stopped) break;
            pairs[i].score = score;
            if (score <= best) continue;
            best = score;
            write_board(&after, r->child);
            e->length[0] = 0;
            report(e, r, best, depth);
        }
        if (!e->stopped) sort_pairs(pairs, count);
    }
    r->nodes = e->nodes;
}

static void begin(Engine *e, const Board *b, double seconds, int64_t nodes, int flags) {
    e->deadline = flags & CPU_CLOCK ? cpu_time() + seconds : until(seconds);
    e->next_look = LOOK_EVERY;
    e->node_limit = nodes > 0 ? nodes : INT64_MAX;
    e->nodes = 0, e->stopped = 0, e->flags = flags;
    e->age = (uint8_t)((e->age + 1) & 63);
    e->length[0] = 0;
    memset(e->killers, 0, sizeof e->killers);
    for (int i = 0; i < 2; i++)
        for (int s = 0; s < SPACES; s++) {
            for (int t = 0; t < SPACES + 8; t++) e->by_build[i][s][t] /= 4;
            for (int t = 0; t < SPACES; t++) e->by_move[i][s][t] /= 4;
        }
    uint8_t cards[2] = {b->card[b->side], b->card[1 - b->side]};
    sum_rows(e, cards);
}

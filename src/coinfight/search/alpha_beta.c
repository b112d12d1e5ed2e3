/* Part of core.c: paranoid alpha-beta, as the framework's min-max searcher: coin weights, iterative deepening. */

static const int WEIGHTS[4] = {7, 14, 30, 66};  /* rounded from the framework's own */
static long ab_nodes, ab_limit;
static int ab_me;

static int weigh(const State *s) {
    int mine = 0, most = -1000000;
    for (int p = 0; p < seats; p++) {
        int worth = 0;
        for (int i = 0; i < faces; i++) worth += count_of(s->hand[p], i) * (faces == 4 ? WEIGHTS[i] : face[i]);
        if (p == ab_me) mine = worth;
        else if (worth > most) most = worth;
    }
    return mine - most;
}

static int alpha_beta(const State *s, int depth, int alpha, int beta) {
    if (!s->hand[ab_me]) return -100000 - depth;
    if (s->alive == 1) return 100000 + depth;
    if (!depth) { ab_nodes++; return weigh(s); }
    Move moves[MAX_SETS];
    int n = 0, maximise = s->mover == ab_me;
    for (int c = 0; c < faces; c++)
        if (count_of(s->hand[s->mover], c)) n += sets_for(s->table, c)->n;
    if (n > MAX_SETS) return weigh(s);
    list_moves(s, moves);
    for (int k = n - 1; k >= 0 && alpha < beta; k--) {
        State after = *s;
        play(&after, moves[k].coin, moves[k].change);
        int score = alpha_beta(&after, depth - 1, alpha, beta);
        if (ab_nodes > ab_limit) return 0;
        if (maximise && score > alpha) alpha = score;
        if (!maximise && score < beta) beta = score;
    }
    return maximise ? alpha : beta;
}

/* Write a move of the deepest search that `leaves` evaluated leaves complete, equals at random; return its depth. */
int cf_alpha_beta(int leaves, int *out) {
    static Move moves[MAX_MOVES], best;
    int n = list_moves(&root, moves), depth = 0, done = 0;
    ab_me = root.mover, ab_nodes = 0, ab_limit = leaves;
    best = moves[below(n)];
    while (n > 1 && depth < 120) {
        int top = -1000000, equals = 0;
        Move found = best;
        depth++;
        long before = ab_nodes;
        for (int k = 0; k < n && ab_nodes <= ab_limit; k++) {
            State after = root;
            play(&after, moves[k].coin, moves[k].change);
            int score = alpha_beta(&after, depth - 1, top - 1, 1000000);
            if (ab_nodes > ab_limit) break;
            if (score > top) top = score, found = moves[k], equals = 1;
            else if (score == top && !below(++equals)) found = moves[k];
        }
        if (ab_nodes > ab_limit) break;
        best = found, done = depth;
        if (top >= 100000 || top <= -100000 || ab_nodes == before) break;
    }
    write_move(&best, out);
    return done;
}

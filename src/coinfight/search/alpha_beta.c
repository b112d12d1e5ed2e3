/* Part of core.c: paranoid alpha-beta, as the framework's min-max searcher: coin weights, iterative deepening. */

static const int WEIGHTS[4] = {7, 14, 30, 66};  /* of the standard coins, rounded from the framework's own */

static int weigh(CoinFight *cf, const State *s) {
    int mine = 0, most = -1000000;
    for (int p = 0; p < cf->seats; p++) {
        int worth = 0;
        for (int i = 0; i < cf->faces; i++)
            worth += count_of(s->hand[p], i) * cf->ab_weight[i];
        if (p == cf->ab_me) mine = worth;
        else if (worth > most) most = worth;
    }
    return mine - most;
}

static int alpha_beta(CoinFight *cf, const State *s, int depth, int alpha, int beta) {
    if (!s->hand[cf->ab_me]) return -100000 - depth;
    if (s->alive == 1) return 100000 + depth;
    if (!depth) { cf->ab_nodes++; return weigh(cf, s); }
    Move moves[MAX_SETS];
    int n = 0, maximise = s->mover == cf->ab_me;
    for (int c = 0; c < cf->faces; c++)
        if (count_of(s->hand[s->mover], c)) n += sets_for(cf, s->table, c)->n;
    if (n > MAX_SETS) return weigh(cf, s);
    list_moves(cf, s, moves);
    for (int k = n - 1; k >= 0 && alpha < beta; k--) {
        State after = *s;
        play(cf, &after, moves[k].coin, moves[k].change);
        int score = alpha_beta(cf, &after, depth - 1, alpha, beta);
        if (cf->ab_nodes > cf->ab_limit) return 0;
        if (maximise && score > alpha) alpha = score;
        if (!maximise && score < beta) beta = score;
    }
    return maximise ? alpha : beta;
}

/* Write a move of the deepest search that `leaves` evaluated leaves complete, equals at random; return its depth. A
 * coin weighs `weights` (NULL: the framework's; what other coins than four are worth). */
int cf_alpha_beta(CoinFight *cf, int leaves, const int *weights, int *out) {
    Move moves[MAX_MOVES], best;
    int n = list_moves(cf, &cf->root, moves), depth = 0, done = 0;
    cf->ab_me = cf->root.mover, cf->ab_nodes = 0, cf->ab_limit = leaves;
    for (int i = 0; i < cf->faces; i++)
        cf->ab_weight[i] = weights ? weights[i] : cf->faces == 4 ? WEIGHTS[i] : cf->face[i];
    best = moves[below(cf, n)];
    while (n > 1 && depth < 120) {
        int top = -1000000, equals = 0;
        Move found = best;
        depth++;
        long before = cf->ab_nodes;
        for (int k = 0; k < n && cf->ab_nodes <= cf->ab_limit; k++) {
            State after = cf->root;
            play(cf, &after, moves[k].coin, moves[k].change);
            int score = alpha_beta(cf, &after, depth - 1, top - 1, 1000000);
            if (cf->ab_nodes > cf->ab_limit) break;
            if (score > top) top = score, found = moves[k], equals = 1;
            else if (score == top && !below(cf, ++equals)) found = moves[k];
        }
        if (cf->ab_nodes > cf->ab_limit) break;
        best = found, done = depth;
        if (top >= 100000 || top <= -100000 || cf->ab_nodes == before) break;
    }
    write_move(cf, &best, out);
    return done;
}

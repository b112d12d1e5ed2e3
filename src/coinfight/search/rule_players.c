/* Part of core.c: the framework's players that follow a rule. */

enum { UNIFORM, RANDY, GREEDY, COINAGE, ALL_HIGH, ALL_LOW, C_PLAYER, NOT_AI };

static Move random_move(CoinFight *cf, const State *s) {
    Sets *list[MAX_FACES];
    Pool hand = s->hand[s->mover];
    int n = 0;
    for (int c = 0; c < cf->faces; c++)
        if (count_of(hand, c)) list[c] = sets_for(cf, s->table, c), n += list[c]->n;
    int k = below(cf, n);
    for (int c = 0;; c++)
        if (count_of(hand, c)) {
            if (k < list[c]->n) return (Move){cf->store[list[c]->first + (uint32_t)k], c};
            k -= list[c]->n;
        }
}

static Move not_ai(CoinFight *cf, const State *s, Pool hand) {
    int best = -1, most = -1;
    for (int c = cf->faces - 1; c > 0; c--)
        if (count_of(hand, c)) {
            Sets *list = sets_for(cf, s->table, c);
            if (list->count > 2 * cf->face[c] / 5 || list->value > 2 * cf->face[c] / 3)
                return (Move){list->by_value, c};
            if (list->count >= most) most = list->count, best = c;  /* the lowest of equals */
        }
    if (cf->faces > 1 && count_of(hand, 1) && count_of(s->table, 0))
        return (Move){sets_for(cf, s->table, 1)->by_value, 1};
    if (count_of(hand, 0)) return (Move){0, 0};
    return (Move){sets_for(cf, s->table, best)->by_value, best};
}

static Move rule_move(CoinFight *cf, const State *s, int style) {
    Pool hand = s->hand[s->mover];
    int low = 0, high = cf->faces - 1;
    Sets *list;
    switch (style) {
    case UNIFORM:
        return random_move(cf, s);
    case RANDY:
        low = below(cf, cf->faces);
        while (!count_of(hand, low)) low = low + 1 == cf->faces ? 0 : low + 1;
        list = sets_for(cf, s->table, low);
        return (Move){below(cf, 2) ? list->by_value : list->by_count, low};
    case ALL_HIGH:
        while (!count_of(hand, high)) high--;
        return (Move){sets_for(cf, s->table, high)->by_value, high};
    case NOT_AI:
        return not_ai(cf, s, hand);
    case ALL_LOW: case C_PLAYER:
        while (!count_of(hand, low)) low++;
        list = sets_for(cf, s->table, low);
        return (Move){style == ALL_LOW ? list->by_count : list->by_value, low};
    }
    Move best = {0, 0};
    int best_loss = 1 << 30, best_count = -1;
    for (int c = 0; c < cf->faces; c++)
        if (count_of(hand, c)) {
            list = sets_for(cf, s->table, c);
            if (style == GREEDY) {
                int loss = cf->face[c] - list->value;
                if (loss < best_loss || (loss == best_loss && list->count > best_count))
                    best = (Move){list->by_value, c}, best_loss = loss, best_count = list->count;
            } else {
                int loss = cf->face[c] - list->coinage_value;
                if (list->coinage_count > best_count || (list->coinage_count == best_count && loss < best_loss))
                    best = (Move){list->coinage, c}, best_loss = loss, best_count = list->coinage_count;
            }
        }
    return best;
}

/* Write the move of a rule player (the numbers of the enumeration above). */
void cf_rule(CoinFight *cf, int style, int *out) {
    Move move = rule_move(cf, &cf->root, style);
    write_move(cf, &move, out);
}

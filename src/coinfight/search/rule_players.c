/* Part of core.c: the framework's players that follow a rule. */

enum { UNIFORM, RANDY, GREEDY, COINAGE, ALL_HIGH, ALL_LOW, C_PLAYER, NOT_AI };

static Move random_move(const State *s) {
    Sets *list[MAX_FACES];
    Pool hand = s->hand[s->mover];
    int n = 0;
    for (int c = 0; c < faces; c++)
        if (count_of(hand, c)) list[c] = sets_for(s->table, c), n += list[c]->n;
    int k = below(n);
    for (int c = 0;; c++)
        if (count_of(hand, c)) {
            if (k < list[c]->n) return (Move){store[list[c]->first + (uint32_t)k], c};
            k -= list[c]->n;
        }
}

static Move not_ai(const State *s, Pool hand) {
    int best = -1, most = -1;
    for (int c = faces - 1; c > 0; c--)
        if (count_of(hand, c)) {
            Sets *list = sets_for(s->table, c);
            if (list->count > 2 * face[c] / 5 || list->value > 2 * face[c] / 3) return (Move){list->by_value, c};
            if (list->count >= most) most = list->count, best = c;  /* the lowest of equals */
        }
    if (faces > 1 && count_of(hand, 1) && count_of(s->table, 0)) return (Move){sets_for(s->table, 1)->by_value, 1};
    if (count_of(hand, 0)) return (Move){0, 0};
    return (Move){sets_for(s->table, best)->by_value, best};
}

static Move rule_move(const State *s, int style) {
    Pool hand = s->hand[s->mover];
    int low = 0, high = faces - 1;
    switch (style) {
    case UNIFORM:
        return random_move(s);
    case RANDY:
        low = below(faces);
        while (!count_of(hand, low)) low = low + 1 == faces ? 0 : low + 1;
        return (Move){below(2) ? sets_for(s->table, low)->by_value : sets_for(s->table, low)->by_count, low};
    case ALL_HIGH:
        while (!count_of(hand, high)) high--;
        return (Move){sets_for(s->table, high)->by_value, high};
    case NOT_AI:
        return not_ai(s, hand);
    case ALL_LOW: case C_PLAYER:
        while (!count_of(hand, low)) low++;
        return (Move){style == ALL_LOW ? sets_for(s->table, low)->by_count : sets_for(s->table, low)->by_value, low};
    }
    Move best = {0, 0};
    int best_loss = 1 << 30, best_count = -1;
    for (int c = 0; c < faces; c++)
        if (count_of(hand, c)) {
            Sets *list = sets_for(s->table, c);
            if (style == GREEDY) {
                int loss = face[c] - list->value;
                if (loss < best_loss || (loss == best_loss && list->count > best_count))
                    best = (Move){list->by_value, c}, best_loss = loss, best_count = list->count;
            } else {
                int loss = face[c] - list->coinage_value;
                if (list->coinage_count > best_count || (list->coinage_count == best_count && loss < best_loss))
                    best = (Move){list->coinage, c}, best_loss = loss, best_count = list->coinage_count;
            }
        }
    return best;
}

/* Write the move of a rule player (the numbers of the enumeration above). */
void cf_rule(int style, int *out) {
    Move move = rule_move(&root, style);
    write_move(&move, out);
}

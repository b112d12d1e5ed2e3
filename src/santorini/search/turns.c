/* Part of core.c: winning spaces, all turns of a board, turns that parry threats. */

static inline Mask steps(const Board *b, int from, int level) { /* not above one up, not capped, whoever stands there */
    return beside[from] & ~b->at[level < 2 ? level + 2 : 4];
}

static inline Mask pushable(const Board *b, int from, Mask rivals) { /* those that a Minotaur may push from here */
    Mask taken = b->token[0] | b->token[1], m = rivals & beside[from], result = 0;
    for (; m; m &= m - 1) {
        int to = lowest(m), past = beyond[from][to];
        if (past >= 0 && !((taken | b->at[4]) & BIT(past))) result |= BIT(to);
    }
    return result;
}

static inline Mask step_wins(const Board *b, int from, int card) { /* spaces onto which a step from here wins */
    int level = b->level[from];
    Mask top = b->at[3] & ~b->at[4];
    Mask wins = level == 2 ? top : 0;
    if (card == PAN && level >= 2) wins |= ~b->at[level - 1];
    return wins;
}

/* The spaces onto which a player (0 the mover, 1 the other) could step or go and win at once, were it to move. */
static Mask winning_spaces(const Board *b, int who) {
    int card = b->card[who];
    Mask own = b->token[who], rivals = b->token[1 - who], taken = own | rivals, result = 0;
    Mask top = b->at[3] & ~b->at[4];
    if (card != ARTEMIS) {
        Mask m = own & b->at[2];
        if (card != PAN) {
            if (!top) return 0;
            m &= ~b->at[3];
        }
        for (; m; m &= m - 1) {
            int s = lowest(m);
            Mask onto = ~taken;
            if (card == APOLLO) onto |= rivals;
            else if (card == MINOTAUR) onto |= pushable(b, s, rivals);
            result |= beside[s] & onto & step_wins(b, s, card);
        }
        return result;
    }
    if (!(top & ~taken)) return 0;
    for (Mask m = own; m; m &= m - 1) {
        int s = lowest(m), level = b->level[s];
        Mask first = steps(b, s, level) & ~taken;
        if (level == 2) result |= first & top;
        for (Mask v = first & b->at[2] & ~b->at[3]; v; v &= v - 1)
            result |= beside[lowest(v)] & top & ~taken;
    }
    return result;
}

static inline Turn pack(int from, int to, int first, int second, Turn flags) {
    return (Turn)from | (Turn)to << 5 | (Turn)first << 10 | (Turn)second << 15 | flags;
}

static Turn *add_builds(const Board *b, Turn *out, int from, int to, Mask taken) {
    Mask sites = beside[to] & ~taken & ~b->at[4];
    for (Mask m = sites; m; m &= m - 1) {
        int site = lowest(m);
        *out++ = pack(from, to, site, NOWHERE, 0);
        switch (b->card[0]) {
        case ATLAS:
            if (b->level[site] < 3) *out++ = pack(from, to, site, NOWHERE, CAP_FLAG);
            break;
        case DEMETER:
            for (Mask n = m & (m - 1); n; n &= n - 1) *out++ = pack(from, to, site, lowest(n), 0);
            break;
        case HEPHASTUS:
            if (b->level[site] < 2) *out++ = pack(from, to, site, site, 0);
        }
    }
    return out;
}

/* Prometheus: build, then move with that token not upwards, then build. Where both builds might as well have been made
   in the other order, only the ascending one is listed. */
static Turn *add_early_builds(const Board *b, Turn *out, int from, Mask taken) {
    int level = b->level[from];
    Mask free_beside = beside[from] & ~taken & ~b->at[4], rest = taken & ~BIT(from);
    for (Mask e = free_beside; e; e &= e - 1) {
        int early = lowest(e);
        Mask targets = beside[from] & ~taken & ~b->at[level + 1 < 4 ? level + 1 : 4];
        if (b->level[early] + 1 > level) targets &= ~BIT(early);
        for (; targets; targets &= targets - 1) {
            int to = lowest(targets);
            Mask sites = beside[to] & ~(rest | BIT(to)) & ~b->at[4];
            if (b->level[early] == 3) sites &= ~BIT(early); /* it is capped now */
            if (to != early && beside[to] & BIT(early)) sites &= ~(free_beside & (BIT(early) - 1));
            for (; sites; sites &= sites - 1) *out++ = pack(from, to, early, lowest(sites), 0);
        }
    }
    return out;
}

/* Write all turns of the mover, each board once; return how many. */
static int list_turns(const Board *b, Turn *turns) {
    Turn *out = turns;
    int card = b->card[0];
    Mask own = b->token[0], rivals = b->token[1], taken = own | rivals;
    for (Mask m = own; m; m &= m - 1) {
        int from = lowest(m), level = b->level[from];
        Mask rest = taken & ~BIT(from), reach = steps(b, from, level), plain = reach & ~taken, onto = 0;
        if (card == APOLLO) onto = reach & rivals;
        if (card == MINOTAUR) onto = reach & pushable(b, from, rivals);
        Mask wins = (plain | onto) & step_wins(b, from, card);
        plain &= ~wins, onto &= ~wins;
        if (card == ARTEMIS) {
            Mask second = 0, top = b->at[3] & ~b->at[4];
            for (Mask v = plain; v; v &= v - 1) {
                int via = lowest(v), up = b->level[via];
                Mask further = steps(b, via, up) & ~taken;
                if (up == 2) wins |= further & top, further &= ~top;
                second |= further;
            }
            plain |= second;
        }
        for (Mask w = wins; w; w &= w - 1) *out++ = pack(from, lowest(w), NOWHERE, NOWHERE, WIN_FLAG);
        for (Mask t = plain; t; t &= t - 1) out = add_builds(b, out, from, lowest(t), rest | BIT(lowest(t)));
        for (Mask t = onto; t; t &= t - 1) {
            int to = lowest(t), thrown = card == APOLLO ? from : beyond[from][to];
            out = add_builds(b, out, from, to, rest | BIT(to) | BIT(thrown));
        }
        if (card == PROMETHEUS) out = add_early_builds(b, out, from, taken);
    }
    return (int)(out - turns);
}

/* Keep the turns that may parry every threat of the other player, a necessary condition only: they touch each winning
   space, or a space on an Artemis' way, or they move a rival's token. */
static int list_parries(const Board *b, Mask threats, Turn *turns, int count) {
    int moves_rivals = b->card[0] == APOLLO || b->card[0] == MINOTAUR;
    if (threats & b->token[0]) return count;
    Mask via = 0, thrown = moves_rivals ? b->token[1] : 0;
    if (b->card[1] == ARTEMIS)
        for (Mask m = b->token[1]; m; m &= m - 1) via |= beside[lowest(m)];
    int kept = 0;
    for (int i = 0; i < count; i++) {
        Turn t = turns[i];
        Mask touched = BIT(target_of(t)) | BIT(first_of(t)) | BIT(second_of(t)); /* BIT(NOWHERE) is off the board */
        if (!(threats & ~touched) || touched & via || BIT(target_of(t)) & thrown) turns[kept++] = t;
    }
    return kept;
}

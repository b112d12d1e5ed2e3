/* Part of core.c: whole games, and what is kept of them to learn from. */

typedef struct {
    Inputs suits[SUITS], globals;
    float points, chance;  /* what the values said; then what they are to say */
    float best_points, best_chance;
    int explored;
} Position;

static void remember(const Game *after, int m, int drew, Position *p) {
    for (int s = 0; s < SUITS; s++) suit_inputs(after, m, s, after->in_deck, &p->suits[s]);
    global_inputs(after, m, drew, &p->globals);
}

static int softly(const Candidate *c, int n, float heat, Random *r) {
    float weights[MAX_CANDIDATES], sum = 0, most = c[best_of(c, n)].value;
    for (int i = 0; i < n; i++) sum += weights[i] = expf((c[i].value - most) / heat);
    float at = random_unit(r) * sum;
    for (int i = 0; i < n; i++)
        if ((at -= weights[i]) < 0) return i;
    return n - 1;
}

/* One turn of m by values, remembered in `p` unless that is null or the turn ends the game. */
static int turn_by_values(const Nets *nets, Game *g, int m, const Style *style, Random *r, Position *p) {
    Candidate c[MAX_CANDIDATES];
    int n = value_turns(nets, g, m, 0, style->winning, c), best = best_of(c, n), chosen = best;
    if (style->soft > 0 && random_unit(r) < style->soft) chosen = softly(c, n, style->heat, r);
    Turn t = c[chosen].turn;
    int ends = t.draw == DECK && g->in_deck == 1;
    if (p && !ends) {
        Game after = *g;
        lay(&after, m, t.card, t.discards);
        draw(&after, m, t.draw, banned_by(t), t.draw != DECK);
        remember(&after, m, t.draw == DECK, p);
        p->points = c[chosen].points, p->chance = c[chosen].chance;
        p->best_points = c[best].points, p->best_chance = c[best].chance;
        p->explored = chosen != best;
    }
    play_turn(g, m, t);
    return p && !ends;
}

/* Play a dealt game to its end; returns its turns. `kept[m]` positions of seat m go to `positions[m]`, if given. */
static int play_game(Game *g, int mover, const Nets nets[2], const Style styles[2], Random *r, Position *positions[2],
                     int kept[2]) {
    int turns = 0;
    for (; g->in_deck && turns < MAX_TURNS * 2; turns++, mover = 1 - mover) {
        const Style *style = &styles[mover];
        if (style->kind == VALUES) {
            Position *p = positions && positions[mover] && kept[mover] < MAX_TURNS ? positions[mover] + kept[mover] : 0;
            if (turn_by_values(&nets[mover], g, mover, style, r, p)) kept[mover]++;
        } else play_turn(g, mover, turn_by_rule(g, mover, style, r));
    }
    return turns;
}

/* Turn the values of a seat's positions into what they are to say: a mix of later own values and the end. */
static void set_targets(Position *p, int n, float margin, float lambda) {
    float points = margin / POINTS, chance = margin > 0 ? 1 : margin < 0 ? 0 : 0.5f;
    for (int i = n - 1; i >= 0; i--) {
        float said = p[i].best_points / POINTS, likely = p[i].best_chance;
        int cut = p[i].explored;
        p[i].points = points, p[i].chance = chance;
        float share = cut ? 0 : lambda; /* what came after a turn that was not the best says little of those before */
        points = share * points + (1 - share) * said;
        chance = share * chance + (1 - share) * likely;
    }
}

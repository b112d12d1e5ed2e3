/* Part of core.c: planning, UCT over the moves of one seat against rivals that play by rules (see planning.py). */

enum { DEEPEST = 60, ROLLOUT_DAYS = 12 };
static const double EXPLORATION = 0.5;

/* Of results, for each day until they come (guessed): at 1 a seat that is sure to win would put it off for ever. */
static const double DISCOUNT = 0.99;

/* From this value of an action on, after so many visits, no more simulations are needed (guessed). */
static const double ENOUGH = 0.9;
enum { ENOUGH_VISITS = 2048 };

enum { LOOK_EVERY = 32 }; /* simulations between two looks at the clock: a fraction of a millisecond (guessed) */

typedef struct { int32_t action, visits; double total; } Edge;

typedef struct {
    State state;
    int32_t edges, first, visits, next; /* its edges are plan.edge[first...]; next: the next node of its bucket */
} Node;

typedef struct {
    Tables tables;
    int seats, seat, most, nodes, edges, buckets;
    double draw;
    Random random;
    int64_t moves; /* so far, those of rollouts included: the work done */
    Node *node;
    Edge *edge;
    int32_t *bucket;
} Plan;

static void clear_plan(Plan *p) {
    p->nodes = p->edges = 0;
    for (int i = 0; i < p->buckets; i++) p->bucket[i] = -1;
}

void ec_plan_free(Plan *p) {
    if (p) free(p->node), free(p->edge), free(p->bucket);
    free(p);
}

Plan *ec_plan_new(const Tables *t, int seats, int seat, double draw, uint64_t seed, int most) { /* NULL: no memory */
    Plan *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    for (p->buckets = 1; p->buckets < most; p->buckets *= 2) {}
    p->tables = *t, p->seats = seats, p->seat = seat, p->draw = draw, p->most = most, p->random.state = seed;
    p->node = malloc(most * sizeof *p->node);
    p->edge = malloc((size_t)most * 2 * MAX_ACTIONS * sizeof *p->edge); /* what is never used costs nothing */
    p->bucket = malloc(p->buckets * sizeof *p->bucket);
    if (!p->node || !p->edge || !p->bucket) return ec_plan_free(p), NULL;
    clear_plan(p);
    return p;
}

static int fighters(const Tables *t, const Seat *own, int attacks, int32_t *slots) {
    /* One slot of each kind: the card with the most uses, for it has the fewest left; among equals the last. */
    int best[UNKNOWN + 1] = {0}, count = 0;
    for (int slot = 1; slot < own->cards; slot++) {
        int kind = kind_of(own->card[slot]);
        if (!(attacks ? may_attack : may_defend)(t, own, slot)) continue;
        if (!best[kind] || own->card[slot] >= own->card[best[kind]]) best[kind] = slot;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (best[kind]) slots[count++] = best[kind];
    return count;
}

static int options(const Plan *p, const State *s, int32_t *actions) {
    /* What the seat may do, dominated actions left out. Bids: none, one that ties with the rivals' highest, or wins. */
    const Tables *t = &p->tables;
    const Seat *own = &s->seat[p->seat];
    int count = 0;
    if (!chooses(t, s, p->seat)) return 0;
    if (s->phase == ATTACKING) {
        if (!s->attacker_card) actions[count++] = 0;
        return count + fighters(t, own, !s->attacker_card, actions + count);
    }
    actions[count++] = 0;
    if (s->phase == BUYING) {
        for (int kinds = affordable(t, s, own); kinds; kinds &= kinds - 1) actions[count++] = 1 + __builtin_ctz(kinds);
        return count;
    }
    int highest = 0;
    for (int rival = 0; rival < p->seats; rival++) {
        int bid = rival == p->seat || !s->seat[rival].cards ? 0 : bid_by_rule(t, s, p->seats, rival);
        if (bid > highest) highest = bid;
    }
    for (int bid = highest ? highest : 1; bid <= highest + 1 && bid <= own->coins; bid++) actions[count++] = bid;
    return count;
}

/* Let the seat do `own` and the others what their rules say; return the discount of results after it. */
static double move_on(Plan *p, State *s, int own) {
    int32_t actions[MAX_SEATS];
    int day = s->day;
    choose_by_rule(&p->tables, s, p->seats, &p->random, actions);
    if (chooses(&p->tables, s, p->seat)) actions[p->seat] = own;
    apply(&p->tables, s, p->seats, actions);
    p->moves++;
    return s->day == day ? 1 : DISCOUNT;
}

static int over(const Plan *p, const State *s) { return s->phase == END || !s->seat[p->seat].cards; }

static double result(const Plan *p, const State *s) { /* who is eliminated has lost: the others may go on for ever */
    return s->phase == END ? s->winner == p->seat : s->seat[p->seat].cards ? p->draw : 0;
}

static double value(Plan *p, const State *s) { /* the mean of three rollouts: the seat plays by each rule in turn */
    double total = 0;
    for (int style = POINTS; style <= DECENT; style++) {
        State play = *s;
        double discount = 1;
        play.seat[p->seat].type = style;
        for (int days = 0; days < ROLLOUT_DAYS && !over(p, &play);) {
            int32_t actions[MAX_SEATS];
            int day = play.day;
            choose_by_rule(&p->tables, &play, p->seats, &p->random, actions);
            apply(&p->tables, &play, p->seats, actions);
            if (play.day != day) days++, discount *= DISCOUNT;
            p->moves++;
        }
        total += discount * result(p, &play);
    }
    return total / 3;
}

static int find(Plan *p, const State *s, int *fresh) { /* the node of a state; -1 if it is new and there are too many */
    uint64_t words[sizeof *s / 8 + 1] = {0}, hash = 0;
    memcpy(words, s, sizeof *s);
    for (size_t i = 0; i < sizeof words / 8; i++) hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
    int32_t *place = &p->bucket[hash & (p->buckets - 1)];
    for (int n = *place; n >= 0; n = p->node[n].next)
        if (!memcmp(&p->node[n].state, s, sizeof *s)) return *fresh = 0, n;
    *fresh = 1;
    if (p->nodes == p->most) return -1;
    Node *node = &p->node[p->nodes];
    int32_t actions[MAX_ACTIONS];
    *node = (Node){.state = *s, .first = p->edges, .edges = options(p, s, actions), .next = *place};
    for (int i = 0; i < node->edges; i++) p->edge[p->edges++] = (Edge){actions[i], 0, 0};
    return *place = p->nodes++;
}

static Edge *promising(const Plan *p, const Node *node) { /* by UCB1 */
    Edge *best = NULL;
    double highest = -1, explored = node->visits ? log(node->visits) : 0;
    for (int i = 0; i < node->edges; i++) {
        Edge *edge = &p->edge[node->first + i];
        if (!edge->visits) return edge;
        double bound = edge->total / edge->visits + EXPLORATION * sqrt(explored / edge->visits);
        if (bound > highest) highest = bound, best = edge;
    }
    return best;
}

static void simulate(Plan *p, int root) {
    Edge *way[DEEPEST];
    int places[DEEPEST], depth = 0, node = root, fresh = 0;
    double worth = p->draw, discounts[DEEPEST];
    while (depth < DEEPEST) {
        Edge *edge = promising(p, &p->node[node]);
        State s = p->node[node].state;
        double *discount = &discounts[depth];
        places[depth] = node, way[depth++] = edge;
        *discount = move_on(p, &s, edge->action);
        int32_t actions[MAX_ACTIONS];
        while (!over(p, &s)) {
            int count = options(p, &s, actions);
            if (count > 1) break;
            *discount *= move_on(p, &s, count ? actions[0] : 0);
        }
        if (over(p, &s)) { worth = result(p, &s); break; }
        for (int seat = 0; seat < p->seats; seat++)
            if (!s.seat[seat].cards) s.seat[seat].type = 0; /* as a model names them */
        node = find(p, &s, &fresh);
        if (fresh || node < 0) { worth = value(p, &s); break; }
    }
    for (int i = depth; i--;) {
        worth *= discounts[i];
        way[i]->visits++, way[i]->total += worth, p->node[places[i]].visits++;
    }
}

static int is_won(const Plan *p, const Node *node) {
    for (int i = 0; i < node->edges; i++) {
        const Edge *edge = &p->edge[node->first + i];
        if (edge->visits >= ENOUGH_VISITS && edge->total >= ENOUGH * edge->visits) return 1;
    }
    return 0;
}

static void add_action(Plan *p, Node *node, int action) { /* unless it has it; its edges move to the end */
    for (int i = 0; i < node->edges; i++)
        if (p->edge[node->first + i].action == action) return;
    memcpy(&p->edge[p->edges], &p->edge[node->first], node->edges * sizeof *p->edge);
    node->first = p->edges;
    p->edge[p->edges + node->edges++] = (Edge){action, 0, 0};
    p->edges += node->edges;
}

/* The first `wanted` of the `actions` are tried too, if the seat has a choice. */
static int search(Plan *p, const State *s, int simulations, int moves, double deadline, int wanted, int32_t *actions,
                  int32_t *visits, double *totals) {
    int fresh;
    if (p->nodes > p->most / 2) clear_plan(p);
    int root = find(p, s, &fresh);
    for (int i = 0; i < wanted; i++) add_action(p, &p->node[root], actions[i]);
    int count = p->node[root].edges;
    if (count == 1) simulations = 1;
    int64_t most = p->moves + moves;
    for (int done = 0; p->node[root].visits < simulations && p->moves < most && !is_won(p, &p->node[root]); done++) {
        if (done % LOOK_EVERY == 0 && p->node[root].visits && is_past(deadline)) break;
        simulate(p, root);
    }
    for (int i = 0; i < count; i++) {
        Edge *edge = &p->edge[p->node[root].first + i];
        actions[i] = edge->action, visits[i] = edge->visits, totals[i] = edge->total;
    }
    return count;
}

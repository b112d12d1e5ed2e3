/* Part of core.c: Monte Carlo tree search, each seat for itself (max^n). */

typedef struct {
    double explore;    /* UCT's factor */
    double seconds;    /* 0: no clock */
    double noise;      /* of a rule player's moves in playouts, this share is random */
    int iterations;    /* 0: no count */
    int rules;         /* playouts by random largest sets (0) or by rule players (1), or networks in their place (2) */
    int decided;       /* 1: end as soon as the iterations left can't change which move is visited most */
} Options;

struct Node { Pool change; uint32_t first, visits; float wins; uint16_t n; uint8_t coin, seat; };
#define MAX_NODES 6000000u

/* Write our settings for the position (measured, see README.txt), with a count of iterations but without seconds. */
void cf_our_options(CoinFight *cf, Options *o) {
    *o = (Options){.explore = 0.7, .noise = 0.1, .rules = 1, .iterations = 30000, .decided = 1};
    if (networks_apply(cf)) o->rules = 2, o->explore = NET_EXPLORE, o->iterations = NET_ITERATIONS;
}
#define MAX_PATH 4096

static const uint8_t STYLES[5] = {GREEDY, COINAGE, ALL_LOW, C_PLAYER, NOT_AI};

static int playout(CoinFight *cf, State *s, const Options *o) {
    uint8_t style[MAX_SEATS] = {0};
    if (o->rules)
        for (int p = 0; p < cf->seats; p++) style[p] = STYLES[below(cf, 5)];
    uint32_t noise = (uint32_t)(o->noise * 4294967295.0);
    while (s->alive > 1) {
        int how = style[s->mover];
        Move move = !how || (uint32_t)(next_random(cf) >> 32) < noise ? random_move(cf, s) : rule_move(cf, s, how);
        play(cf, s, move.coin, move.change);
    }
    return s->mover;
}

static int expand(CoinFight *cf, Node *node, const State *s) {
    Move moves[MAX_MOVES];
    int n = list_moves(cf, s, moves);
    if (cf->node_count + (uint32_t)n > MAX_NODES) return 0;
    node->first = cf->node_count, node->n = (uint16_t)n;
    for (int k = 0; k < n; k++) {
        int j = below(cf, k + 1);  /* in random order: equals are then tried and chosen at random */
        cf->nodes[cf->node_count + (uint32_t)k] = cf->nodes[cf->node_count + (uint32_t)j];
        cf->nodes[cf->node_count + (uint32_t)j] =
            (Node){.change = moves[k].change, .coin = (uint8_t)moves[k].coin, .seat = (uint8_t)s->mover};
    }
    cf->node_count += (uint32_t)n;
    return n;
}

/* `prior`: each child was given a visit before the first. */
static Node *select_child(CoinFight *cf, Node *node, double explore, int prior) {
    Node *child = &cf->nodes[node->first], *end = child + node->n, *best = child;
    float factor = (float)(explore * explore) * logf((float)(node->visits + 1 + (prior ? node->n : 0))), top = -1;
    for (; child < end; child++) {
        if (!child->visits) return child;
        float inverse = 1 / (float)child->visits, score = child->wins * inverse + sqrtf(factor * inverse);
        if (score > top) top = score, best = child;
    }
    return best;
}

/* Expand a node, if there is room; each move begins with one visit of the value that the network gives it. Write the
   node's own values. */
static int expand_by_network(CoinFight *cf, Node *node, const State *s, Values *found) {
    Move moves[MAX_MOVES];
    Values values[MAX_MOVES];
    int n = expand(cf, node, s);
    Node *child = &cf->nodes[node->first];
    for (int k = 0; k < n; k++) moves[k] = (Move){child[k].change, child[k].coin};
    values_after(cf, s, moves, n, values);
    for (int k = 0; k < n; k++) child[k].visits = 1, child[k].wins = values[k].of[s->mover];
    *found = n ? before_move(cf, values, n, s->mover, (float)ERROR) : net_values(cf, s);
    return n;
}

static void iterate_by_network(CoinFight *cf, Node *top, const Options *o) {
    Node *path[MAX_PATH], *node = top;
    int depth = 0;
    State s = cf->root;
    Values found;
    while (s.alive > 2 && depth < MAX_PATH && node->n) {
        node = select_child(cf, node, o->explore, 1);
        play(cf, &s, node->coin, node->change);
        path[depth++] = node;
    }
    if (s.alive > 2) expand_by_network(cf, node, &s, &found);
    else found = late_values(cf, &s);
    top->visits++;
    for (int k = 0; k < depth; k++) path[k]->visits++, path[k]->wins += found.of[path[k]->seat];
}

static void iterate(CoinFight *cf, Node *top, const Options *o) {
    Node *path[MAX_PATH], *node = top;
    int depth = 0;
    State s = cf->root;
    while (s.alive > 1 && depth < MAX_PATH) {
        if (!node->n && ((node != top && !node->visits) || !expand(cf, node, &s))) break;
        Node *child = select_child(cf, node, o->explore, 0);
        play(cf, &s, child->coin, child->change);
        path[depth++] = node = child;
    }
    int winner = playout(cf, &s, o);
    top->visits++;
    for (int k = 0; k < depth; k++) path[k]->visits++, path[k]->wins += path[k]->seat == winner;
}

static int is_decided(CoinFight *cf, const Node *top, int left) {
    uint32_t first = 0, second = 0;
    for (const Node *child = &cf->nodes[top->first], *end = child + top->n; child < end; child++)
        if (child->visits > first) second = first, first = child->visits;
        else if (child->visits > second) second = child->visits;
    return (int)(first - second) > left;
}

/* Write visits and wins of each move (two numbers a move, in the order of cf_moves); return the iterations made, -1: no
 * memory. */
int cf_search(CoinFight *cf, const Options *o, double *out) {
    Move moves[MAX_MOVES];
    if (!cf->nodes) cf->nodes = malloc(MAX_NODES * sizeof *cf->nodes);
    if (!cf->nodes) return -1;
    double deadline = o->seconds > 0 ? now() + o->seconds : INFINITY;
    int made = 0;
    cf->nodes[0] = (Node){0}, cf->node_count = 1;
    Node *top = &cf->nodes[0];
    if (o->rules == 2) {
        Values found;
        cf->net_error = ERROR;
        if (solve_begin(cf, NET_SOLVED, INFINITY)) return -1;
        expand_by_network(cf, top, &cf->root, &found);
    } else
        expand(cf, top, &cf->root);
    while (!o->iterations || made < o->iterations) {
        if (!(made & 63) &&
            (now() >= deadline || (o->decided && o->iterations && is_decided(cf, top, o->iterations - made))))
            break;
        if (o->rules == 2) iterate_by_network(cf, top, o);
        else iterate(cf, top, o);
        made++;
    }
    int n = list_moves(cf, &cf->root, moves);
    for (int k = 0; k < n; k++)
        for (Node *child = &cf->nodes[top->first], *end = child + top->n; child < end; child++)
            if (child->coin == moves[k].coin && child->change == moves[k].change)
                out[2 * k] = child->visits, out[2 * k + 1] = (double)child->wins;
    return made;
}

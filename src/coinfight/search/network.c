/* Four to six seats with the standard coins: chances to win from neural networks.
 *
 * Part of core.c, which includes it. There is a network for each number of seats at the start and each number of seats
 * left, three or more. Places are the hands left, from the mover on, then the table. Each count of each denomination
 * at each place has a row of weights; their sum goes through two layers (rectified) to a softmax: each hand's chance.
 * training/many_seats.c makes the weights.
 */
#define NET_SEATS 6
#define UNITS 64
#define LATE_UNITS 32
#define ROWS 64

struct Network {
    float row[NET_SEATS + 1][ROWS][UNITS], first[UNITS], middle[LATE_UNITS][UNITS], middle_bias[LATE_UNITS];
    float last[NET_SEATS][LATE_UNITS], last_bias[NET_SEATS];
};
typedef float Four __attribute__((vector_size(16), aligned(4)));
typedef struct { float of[NET_SEATS]; } Values;  /* chances to win, by seat */

#define NETWORKS 9
#define NET_SOLVED 200000        /* positions with two left that are kept; a game meets far fewer */
#define NET_EXPLORE 0.15         /* of a tree search by networks, as the next: measured, see README.txt */
#define NET_ITERATIONS 2000
static const int ROW_OF[4] = {0, 25, 44, 57}, MOST_COUNT[4] = {24, 18, 12, 6};

static int network_number(CoinFight *cf, int left) { return (cf->seats == 4 ? 0 : cf->seats == 5 ? 2 : 5) + left - 3; }

static int row_of(int i, Pool pool) {
    int n = count_of(pool, i);
    return ROW_OF[i] + (n < MOST_COUNT[i] ? n : MOST_COUNT[i]);
}

static void add_place(float *sum, const Network *net, int place, Pool pool) {
    for (int i = 0; i < 4; i++) {
        const float *row = net->row[place][row_of(i, pool)];
        for (int h = 0; h < UNITS; h++) sum[h] += row[h];
    }
}

/* Write the chance of each hand left, from the mover on; and what the two layers give. */
static void run_layers(const Network *net, int left, const float *sum, float *chance, float *early, float *late) {
    float highest_sum = -INFINITY, all = 0;
    for (int h = 0; h < UNITS; h++) early[h] = sum[h] > 0 ? sum[h] : 0;
    for (int j = 0; j < LATE_UNITS; j++) {
        Four s = {0};
        for (int h = 0; h < UNITS; h += 4) s += *(const Four *)(net->middle[j] + h) * *(const Four *)(early + h);
        float y = net->middle_bias[j] + s[0] + s[1] + s[2] + s[3];
        late[j] = y > 0 ? y : 0;
    }
    for (int k = 0; k < left; k++) {
        float y = net->last_bias[k];
        for (int j = 0; j < LATE_UNITS; j++) y += net->last[k][j] * late[j];
        chance[k] = y;
        if (y > highest_sum) highest_sum = y;
    }
    for (int k = 0; k < left; k++) all += chance[k] = expf(chance[k] - highest_sum);
    for (int k = 0; k < left; k++) chance[k] /= all;
}

/* Two left or one: exact, if all err with net_error. */
static Values late_values(CoinFight *cf, const State *s) {
    Values found = {{0}};
    float chance[SOLVED_SEATS] = {1};
    if (s->alive == 2) {
        if (cf->solved_count >= cf->solved_limit) {
            memset(cf->solved, 0, (cf->solved_mask + 1ull) * sizeof *cf->solved);
            cf->solved_count = 0;
        }
        if (solve(cf, s, cf->net_error, chance)) chance[0] = chance[1] = 0.5f;  /* too many positions: never met */
    }
    for (int k = 0, p = s->mover; k < s->alive; p = p + 1 == cf->seats ? 0 : p + 1)
        if (s->hand[p]) found.of[p] = chance[k++];
    return found;
}

/* Add the hands from the seat `from` on, but not that of `without`; return how many, and whose they are. */
static int add_hands(CoinFight *cf, float *sum, const Network *net, const State *s, int from, int without, int *who) {
    int n = 0;
    for (int k = 0, p = from; k < cf->seats; k++, p = p + 1 == cf->seats ? 0 : p + 1)
        if (s->hand[p] && p != without) add_place(sum, net, n, s->hand[p]), who[n++] = p;
    return n;
}

static Values net_values(CoinFight *cf, const State *s) {
    if (s->alive < 3) return late_values(cf, s);
    const Network *net = &cf->networks[network_number(cf, s->alive)];
    float sum[UNITS], early[UNITS], late[LATE_UNITS], chance[NET_SEATS];
    int who[NET_SEATS];
    Values found = {{0}};
    memcpy(sum, net->first, sizeof sum);
    add_hands(cf, sum, net, s, s->mover, -1, who);
    add_place(sum, net, NET_SEATS, s->table);
    run_layers(net, s->alive, sum, chance, early, late);
    for (int k = 0; k < s->alive; k++) found.of[who[k]] = chance[k];
    return found;
}

/* Write the values after each move. The other hands' rows are summed once for all moves. */
static void values_after(CoinFight *cf, const State *s, const Move *moves, int n, Values *values) {
    float others[UNITS], sum[UNITS], early[UNITS], late[LATE_UNITS], chance[NET_SEATS];
    int who[NET_SEATS + 1], left = s->alive;
    const Network *net = left < 3 ? NULL : &cf->networks[network_number(cf, left)];
    if (net) {
        memcpy(others, net->first, sizeof others);
        who[add_hands(cf, others, net, s, s->mover, s->mover, who)] = s->mover;
    }
    for (int k = 0; k < n; k++) {
        State after = *s;
        play(cf, &after, moves[k].coin, moves[k].change);
        if (!net || after.alive < left) { values[k] = net_values(cf, &after); continue; }
        memcpy(sum, others, sizeof sum);
        add_place(sum, net, left - 1, after.hand[s->mover]);
        add_place(sum, net, NET_SEATS, after.table);
        run_layers(net, left, sum, chance, early, late);
        values[k] = (Values){{0}};
        for (int i = 0; i < left; i++) values[k].of[who[i]] = chance[i];
    }
}

static int best_value(const Values *values, int n, int seat) {
    int best = 0;
    for (int k = 1; k < n; k++)
        if (values[k].of[seat] > values[best].of[seat]) best = k;
    return best;
}

/* Return the values before a move that is the best (equals evenly), but with a probability of `error` a random one. */
static Values before_move(CoinFight *cf, const Values *values, int n, int seat, float error) {
    Values best = {{0}}, found;
    float mean[NET_SEATS] = {0}, top = values[best_value(values, n, seat)].of[seat];
    int equals = 0;
    for (int k = 0; k < n; k++) {
        int is_best = values[k].of[seat] > top - 1e-6f;
        equals += is_best;
        for (int p = 0; p < cf->seats; p++) mean[p] += values[k].of[p], best.of[p] += is_best ? values[k].of[p] : 0;
    }
    for (int p = 0; p < NET_SEATS; p++)
        found.of[p] = (1 - error) * best.of[p] / (float)equals + error * mean[p] / (float)n;
    return found;
}

/* Give the networks (the bytes of tables/many_seats.bin, which stay in place), or NULL for none. */
void cf_networks(CoinFight *cf, const void *weights) { cf->networks = weights; }

/* Whether there are networks for the position: standard coins, no more of them than at the start. */
static int networks_apply(CoinFight *cf) {
    if (!cf->networks || cf->faces != 4 || cf->seats < 4 || cf->seats > NET_SEATS || cf->root.alive < 3) return 0;
    for (int i = 0; i < 4; i++) {
        int count = count_of(cf->root.table, i);
        for (int p = 0; p < cf->seats; p++) count += count_of(cf->root.hand[p], i);
        if (cf->face[i] != STANDARD_FACES[i] || 2 * count > cf->seats * STANDARD_TOTALS[i]) return 0;
    }
    return 1;
}

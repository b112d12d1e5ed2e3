/* Four to six seats: the networks of search/network.c learn from games that they play (temporal differences, Sutton
 * 1988: TD(lambda), with the mean over the mover's next move in place of the move made).
 *
 * Contract. many_begin once for a number of seats, many_train any number of times, many_weights for the result. Part
 * of the games is played by networks in all seats; in the rest one seat of a network meets rule players.
 */
#include "../search/core.c"

#define MOST_PLIES 400
#define AGAINST_RULES 0.05f  /* error of the one seat that meets rule players: enough to see other moves (guessed) */

static CoinFight *cf;
static Network trained[NETWORKS];
static State start;
static const uint8_t RULE_STYLES[7] = {RANDY, GREEDY, COINAGE, ALL_HIGH, ALL_LOW, C_PLAYER, NOT_AI};

static float uniform(void) { return (float)(next_random(cf) >> 40) / (float)(1 << 24); }

static float normal(void) {  /* about: the sum of twelve uniform numbers */
    float sum = -6;
    for (int i = 0; i < 12; i++) sum += uniform();
    return sum;
}

/* Set random weights for games of so many seats, and the error of all players. */
void cf_many_begin(int n_seats, double error, uint64_t seed) {
    int values[4] = {1, 5, 10, 25}, counts[4 * (NET_SEATS + 1)] = {0};
    for (int p = 1; p <= n_seats; p++)
        counts[4 * p] = 4, counts[4 * p + 1] = 3, counts[4 * p + 2] = 2, counts[4 * p + 3] = 1;
    if (!cf) cf = cf_new();
    cf_begin(cf, 4, values, n_seats, counts, 0);
    start = cf->root, cf->networks = trained, cf->net_error = error;
    solve_begin(cf, 1 << 20, 1e9);
    cf_seed(cf, seed);
    for (int left = 3; left <= n_seats; left++) {
        Network *net = &trained[network_number(cf, left)];
        memset(net, 0, sizeof *net);
        for (int p = 0; p <= NET_SEATS; p++)
            for (int r = 0; r < ROWS; r++)
                for (int h = 0; h < UNITS; h++) net->row[p][r][h] = 0.15f * normal();
        for (int j = 0; j < LATE_UNITS; j++)
            for (int h = 0; h < UNITS; h++) net->middle[j][h] = normal() * sqrtf(2.0f / UNITS);
        for (int k = 0; k < NET_SEATS; k++)
            for (int j = 0; j < LATE_UNITS; j++) net->last[k][j] = 0.1f * normal();
    }
}

/* One step of gradient descent on the cross entropy; return the sum of the squared differences. */
static float learn(const State *s, const Values *target, float rate) {
    Network *net = &trained[network_number(cf, s->alive)];
    float sum[UNITS], early[UNITS], late[LATE_UNITS], chance[NET_SEATS], back[UNITS] = {0}, late_back[LATE_UNITS] = {0};
    float *rows[4 * (NET_SEATS + 1)], squares = 0;
    int who[NET_SEATS], n_rows = 0;
    memcpy(sum, net->first, sizeof sum);
    int left = add_hands(cf, sum, net, s, s->mover, -1, who);
    add_place(sum, net, NET_SEATS, s->table);
    for (int k = 0; k <= left; k++)
        for (int i = 0; i < 4; i++)
            rows[n_rows++] = k < left ? net->row[k][row_of(i, s->hand[who[k]])]
                                      : net->row[NET_SEATS][row_of(i, s->table)];
    run_layers(net, left, sum, chance, early, late);
    for (int k = 0; k < left; k++) {
        float g = chance[k] - target->of[who[k]];
        squares += g * g;
        for (int j = 0; j < LATE_UNITS; j++) late_back[j] += g * net->last[k][j], net->last[k][j] -= rate * g * late[j];
        net->last_bias[k] -= rate * g;
    }
    for (int j = 0; j < LATE_UNITS; j++) {
        if (late[j] <= 0) continue;
        float g = late_back[j];
        for (int h = 0; h < UNITS; h++) back[h] += g * net->middle[j][h], net->middle[j][h] -= rate * g * early[h];
        net->middle_bias[j] -= rate * g;
    }
    for (int h = 0; h < UNITS; h++) back[h] = early[h] > 0 ? rate * back[h] : 0, net->first[h] -= back[h];
    for (int r = 0; r < n_rows; r++)
        for (int h = 0; h < UNITS; h++) rows[r][h] -= back[h];
    return squares;
}

/* Play a game from the start and learn from it, last position first. `us`: the one seat that is no rule player, or -1;
 * return the mean of the squared differences. */
static float train_game(int us, float lambda, float rate) {
    static State path[MOST_PLIES];
    static Values expected[MOST_PLIES], values[MAX_MOVES];
    static Move moves[MAX_MOVES];
    uint8_t style[7];
    float error = us < 0 ? (float)cf->net_error : AGAINST_RULES;
    State s = start;
    int n = 0;
    memcpy(style, RULE_STYLES, sizeof style);
    for (int i = 6; i > 0; i--) {
        int j = below(cf, i + 1), other = style[i];
        style[i] = style[j], style[j] = (uint8_t)other;
    }
    while (s.alive > (us < 0 ? 2 : 1)) {
        int kept = s.alive > 2 && n < MOST_PLIES && (us < 0 || s.hand[us]);
        if (kept) path[n] = s;
        if (us >= 0 && s.mover != us) {
            Move move = uniform() < 0.1f ? random_move(cf, &s) : rule_move(cf, &s, style[s.mover]);
            play(cf, &s, move.coin, move.change);
            if (kept) expected[n++] = net_values(cf, &s);
            continue;
        }
        int count = list_moves(cf, &s, moves), chosen;
        values_after(cf, &s, moves, count, values);
        if (kept) expected[n++] = before_move(cf, values, count, s.mover, error);
        chosen = best_value(values, count, s.mover);
        if (kept && uniform() < error) chosen = below(cf, count);
        play(cf, &s, moves[chosen].coin, moves[chosen].change);
    }
    Values target = late_values(cf, &s);
    float squares = 0;
    for (int k = n - 1; k >= 0; k--) {
        for (int p = 0; p < NET_SEATS; p++) target.of[p] = (1 - lambda) * expected[k].of[p] + lambda * target.of[p];
        squares += learn(&path[k], &target, rate);
    }
    return n ? squares / (float)n : 0;
}

/* Play so many games, a share of them against rule players; return the mean of the squared differences. */
double cf_many_train(int games, double share, double lambda, double rate) {
    double sum = 0;
    for (int g = 0; g < games; g++)
        sum += (double)train_game(uniform() < (float)share ? below(cf, cf->seats) : -1, (float)lambda, (float)rate);
    return sum / games;
}

/* Return the size of all networks; copy them to `out` unless it is NULL. */
size_t cf_many_weights(void *out) {
    if (out) memcpy(out, trained, sizeof trained);
    return sizeof trained;
}

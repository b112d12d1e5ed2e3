/* Part of core.c: learning from games; Adam on squared error and log loss. */

typedef struct {
    float hidden[SUITS][MAX_H1], sum[MAX_H1], second[MAX_H2], d_sum[MAX_H1], d_second[MAX_H2];
} Work;

WIDE static void add_gradient(float *restrict to, const float *restrict d, const Inputs *x, int width) {
    for (int i = 0; i < SUIT_REALS; i++) {
        float value = x->real[i];
        if (value == 0) continue;
        for (int j = 0; j < width; j++) to[i * width + j] += value * d[j];
    }
    for (int i = 0; i < x->n; i++) {
        float *restrict row = to + x->active[i] * width;
        for (int j = 0; j < width; j++) row[j] += d[j];
    }
}

/* Add a position's gradient of the losses, and the losses: squared error of the points, log loss of the chance. */
WIDE static void learn_from(const Net *net, const Position *p, float *gradient, Work *w, double loss[2]) {
    int h1 = net->h1, h2 = net->h2;
    Net d = net_of(gradient, h1, h2);
    float *first = gradient, *bias1 = (float *)d.bias1, *second = (float *)d.second, *globals = (float *)d.globals;
    float *bias2 = (float *)d.bias2, *third = (float *)d.third, *bias3 = (float *)d.bias3;
    memset(w->sum, 0, sizeof w->sum);
    for (int s = 0; s < SUITS; s++) {
        suit_hidden(net, &p->suits[s], w->hidden[s]);
        for (int j = 0; j < h1; j++) w->sum[j] += w->hidden[s][j];
    }
    times_second(net, w->sum, w->second);
    for (int j = 0; j < h2; j++) w->second[j] += net->bias2[j];
    add_rows(w->second, net->globals, &p->globals, h2);
    float a = net->bias3[0], b = net->bias3[1];
    for (int j = 0; j < h2; j++) {
        float value = w->second[j] > 0 ? w->second[j] : 0;
        a += value * net->third[2 * j], b += value * net->third[2 * j + 1];
    }
    float chance = 1 / (1 + expf(-b)), d_a = a - p->points, d_b = chance - p->chance;
    loss[0] += (double)(d_a * d_a), loss[1] += (double)(d_b * d_b);
    bias3[0] += d_a, bias3[1] += d_b;
    for (int j = 0; j < h2; j++) {
        float value = w->second[j] > 0 ? w->second[j] : 0;
        third[2 * j] += value * d_a, third[2 * j + 1] += value * d_b;
        w->d_second[j] = value > 0 ? d_a * net->third[2 * j] + d_b * net->third[2 * j + 1] : 0;
        bias2[j] += w->d_second[j];
    }
    add_gradient(globals, w->d_second, &p->globals, h2);
    for (int i = 0; i < h1; i++) {
        const float *row = net->second + i * h2;
        float *to = second + i * h2, dot = 0;
        Lanes dots = {0};
        for (int j = 0; j < h2; j += 16) {
            const Lanes d_here = *(Lanes *)(w->d_second + j);
            dots += *(const Lanes *)(row + j) * d_here;
            *(Lanes *)(to + j) += w->sum[i] * d_here;
        }
        for (int j = 0; j < 16; j++) dot += dots[j];
        w->d_sum[i] = dot;
    }
    for (int s = 0; s < SUITS; s++) {
        float d_hidden[MAX_H1];
        for (int i = 0; i < h1; i++) d_hidden[i] = w->hidden[s][i] > 0 ? w->d_sum[i] : 0, bias1[i] += d_hidden[i];
        add_gradient(first, d_hidden, &p->suits[s], h1);
    }
}

WIDE static void adam(float *restrict w, float *restrict mean, float *restrict square, float *restrict gradient,
                      int size, int count, float rate, double step) {
    float scale1 = (float)(1 / (1 - pow(0.9, step))), scale2 = (float)(1 / (1 - pow(0.999, step)));
    for (int i = 0; i < size; i++) {
        float d = gradient[i] / (float)count;
        mean[i] = 0.9f * mean[i] + 0.1f * d;
        square[i] = 0.999f * square[i] + 0.001f * d * d;
        w[i] -= rate * mean[i] * scale1 / (sqrtf(square[i] * scale2) + 1e-7f);
        gradient[i] = 0;
    }
}

/* Fill weights for a start: uniform, scaled by what flows in. */
void lc_begin_weights(float *w, int h1, int h2, uint64_t seed) {
    Random r = {seed};
    Net n = net_of(w, h1, h2);
    int size = lc_weights_size(h1, h2);
    memset(w, 0, sizeof(float) * (size_t)size);
    for (int i = 0; i < SUIT_INPUTS * h1; i++) w[i] = (random_unit(&r) - 0.5f) * 0.4f;
    for (float *p = (float *)n.second; p < n.bias2; p++) *p = (random_unit(&r) - 0.5f) * 0.2f;
    for (float *p = (float *)n.third; p < n.bias3; p++) *p = (random_unit(&r) - 0.5f) * 0.2f;
}

/* Self-play and fitting for `games` games, in rounds of `round` games whose positions are shuffled and learnt from 64
   at a time. `guests` styles sit at the other side in the share `guest_share` of the games. `state` holds Adam's two
   means after one another, `step` its steps. `averaged` follows the weights: averaged += (w - averaged) * average per
   batch. `report`: mean losses (points squared, chance squared), mean turns, mean score of values against values,
   share of wins and mean margin against guests. Returns the steps done in all, or -1 if there is no memory. */
int64_t lc_train(float *w, float *averaged, float *state, int64_t step, int h1, int h2, int games, int round,
                 float rate, float average, float lambda, const Style *own, const Style *guests, int guest_count,
                 float guest_share, uint64_t seed, double report[6]) {
    Random r = {seed};
    Nets nets[2] = {nets_of(w, 1, h1, h2), nets_of(w, 1, h1, h2)};
    int size = lc_weights_size(h1, h2), most = round * 2 * MAX_TURNS, filled = 0, many = 0, guest_games = 0;
    Position *positions = malloc(sizeof *positions * (size_t)most);
    int *order = malloc(sizeof *order * (size_t)most);
    float *gradient = calloc((size_t)size, sizeof *gradient);
    Work *work = malloc(sizeof *work);
    if (!positions || !order || !gradient || !work) return free(positions), free(order), free(gradient), free(work), -1;
    memset(report, 0, 6 * sizeof *report);
    double learnt = 0;
    for (int game = 0; game < games; game++) {
        Game g;
        Style styles[2] = {*own, *own};
        Position *where[2] = {positions + filled, positions + filled + MAX_TURNS};
        int kept[2] = {0, 0}, guest = random_unit(&r) < guest_share ? random_below(&r, guest_count) : -1;
        int seat = random_below(&r, 2);
        if (guest >= 0) styles[1 - seat] = guests[guest], where[1 - seat] = 0;
        deal(&g, &r);
        report[2] += play_game(&g, random_below(&r, 2), nets, styles, &r, where, kept);
        int margin = total_of(&g, 0) - total_of(&g, 1);
        if (guest >= 0) {
            float own_margin = (float)(seat ? -margin : margin);
            guest_games++, report[4] += own_margin > 0 ? 1 : own_margin < 0 ? 0 : 0.5, report[5] += own_margin;
        } else report[3] += 0.5 * (total_of(&g, 0) + total_of(&g, 1));
        for (int m = 0; m < 2; m++) {
            if (!where[m]) continue;
            set_targets(where[m], kept[m], (float)(m ? -margin : margin), lambda);
            if (where[m] != positions + filled)
                memmove(positions + filled, where[m], sizeof *positions * (size_t)kept[m]);
            filled += kept[m];
        }
        if (++many < round && game + 1 < games) continue;
        for (int i = 0; i < filled; i++) {
            int j = random_below(&r, i + 1);
            order[i] = order[j], order[j] = i;
        }
        for (int i = 0; i < filled;) {
            int count = 0;
            for (; count < 64 && i < filled; count++, i++)
                learn_from(nets[0].net, positions + order[i], gradient, work, report);
            learnt += count;
            adam(w, state, state + size, gradient, size, count, rate, (double)++step);
            for (int k = 0; k < size; k++) averaged[k] += (w[k] - averaged[k]) * average;
        }
        filled = many = 0;
    }
    report[0] *= POINTS * POINTS / learnt, report[1] /= learnt, report[2] /= games;
    report[3] /= games > guest_games ? games - guest_games : 1;
    if (guest_games) report[4] /= guest_games, report[5] /= guest_games;
    free(positions), free(order), free(gradient), free(work);
    return step;
}

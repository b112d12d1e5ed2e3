/* Part of core.c: the order in which turns are looked at, and what is learnt for it. A turn that cut is looked at
   earlier where it may be played again (history: by its move, by its builds), after the same turn of the rival
   (replies), and after the same own turn before that (follows). */

typedef int32_t Four __attribute__((vector_size(16)));

static inline Four larger(Four a, Four b) {
    Four first = a > b;
    return (a & first) | (b & ~first);
}

static inline int32_t most_of(const int32_t *block) {
    const Four *v = (const Four *)block;
    Four m = larger(larger(v[0], v[1]), larger(v[2], v[3]));
    int32_t one = m[0] > m[1] ? m[0] : m[1], two = m[2] > m[3] ? m[2] : m[3];
    return one > two ? one : two;
}

static inline int way_of(Turn t) { return target_of(t) << 5 | first_of(t); }

/* The cells of what followed the turn at a ply, and NULL if there is none. */
static inline int16_t *row_of(int16_t table[2][WAYS][WAYS], const Engine *e, int side, int ply) {
    return ply >= 0 && e->board_at[ply] ? table[side][way_of(e->turn_at[ply])] : NULL;
}

/* Rank turns; ranks stand in blocks, each with its largest, so that picking looks at few of them. */
static void rank_turns(Engine *e, const Board *b, int ply, int count, Turn best) {
    const Turn *turns = e->turns[ply], *killers = e->killers[ply];
    int side = b->side;
    const int16_t *reply = row_of(e->replies, e, side, ply - 1);
    const int16_t *follow = row_of(e->follows, e, side, ply - 2);
    for (int i = 0; i < count; i++) {
        Turn t = turns[i];
        int32_t rank = e->by_build[side][target_of(t)][first_of(t)] + e->by_move[side][origin_of(t)][target_of(t)];
        if (second_of(t) != NOWHERE) rank = (rank + e->by_build[side][target_of(t)][second_of(t)]) / 2;
        if (reply) rank += reply[way_of(t)] * 64;
        if (follow) rank += follow[way_of(t)] * 64;
        if (t == best) rank = INT32_MAX;
        else if (t == killers[0]) rank = INT32_MAX - 1;
        else if (t == killers[1]) rank = INT32_MAX - 2;
        e->rank[ply][i] = rank;
    }
    for (int i = count; i % BLOCK; i++) e->rank[ply][i] = INT32_MIN;
    for (int i = 0; i < count; i += BLOCK) e->most[ply][i / BLOCK] = most_of(e->rank[ply] + i);
}

/* Bring the best ranked of those from i on to i, the first of equals, and tell its rank, which is forgotten. */
static Turn pick(Engine *e, int ply, int i, int count, int32_t *its) {
    Turn *turns = e->turns[ply];
    int32_t *rank = e->rank[ply], *most = e->most[ply];
    int block = i / BLOCK;
    for (int k = block + 1; k * BLOCK < count; k++)
        if (most[k] > most[block]) block = k;
    int best = block * BLOCK;
    while (rank[best] != most[block]) best++;
    Turn t = turns[best];
    *its = rank[best];
    turns[best] = turns[i], rank[best] = rank[i];
    turns[i] = t, rank[i] = INT32_MIN;
    most[i / BLOCK] = most_of(rank + i / BLOCK * BLOCK);
    if (block != i / BLOCK) most[block] = most_of(rank + block * BLOCK);
    return t;
}

static inline void learn(int32_t *cell, int bonus) { /* keep it within +-2^20 */
    *cell += bonus - (int32_t)((int64_t)*cell * abs(bonus) >> 20);
}

static inline void learn_way(int16_t *cell, int bonus) { /* keep it within +-2^14 */
    *cell = (int16_t)(*cell + bonus - *cell * abs(bonus) / 16384);
}

static void reward(Engine *e, const Board *b, int ply, int at, int depth) { /* the turn that cut, and those before it */
    Turn t = e->turns[ply][at];
    if (e->killers[ply][0] != t) e->killers[ply][1] = e->killers[ply][0], e->killers[ply][0] = t;
    int bonus = (depth + 1) * (depth + 1) * 256, side = b->side;
    int16_t *reply = row_of(e->replies, e, side, ply - 1);
    int16_t *follow = row_of(e->follows, e, side, ply - 2);
    for (int i = 0; i <= at; i++) {
        Turn u = e->turns[ply][i];
        int sign = i == at ? bonus : -bonus / 8;
        learn(&e->by_build[side][target_of(u)][first_of(u)], sign);
        if (second_of(u) != NOWHERE) learn(&e->by_build[side][target_of(u)][second_of(u)], sign);
        learn(&e->by_move[side][origin_of(u)][target_of(u)], sign);
        int small = sign / 16 > 4096 ? 4096 : sign / 16;
        if (reply) learn_way(reply + way_of(u), small);
        if (follow) learn_way(follow + way_of(u), small);
    }
}

/* Part of core.c: the rules, as economancy.rules has them. */

/* States are hashed and compared as bytes, so every byte has a name; what is unused stays 0. */

typedef struct {
    int32_t coins;
    int8_t type, buys, cards;
    uint8_t card[SLOTS], unused; /* cards in the order acquired: kind + 16 * uses today */
} Seat;

typedef struct {
    int8_t day, phase, attacker, attacker_card, winner, left[KINDS], unused[2];
    Seat seat[MAX_SEATS];
} State;

_Static_assert(sizeof(Seat) == 4 + 3 + SLOTS + 1 && sizeof(State) == 5 + KINDS + 2 + MAX_SEATS * sizeof(Seat), "gaps");

static int kind_of(uint8_t card) { return card & 15; }

static int may_attack(const Tables *t, const Seat *seat, int slot) {
    return slot && seat->card[slot] >> 4 < t->card[kind_of(seat->card[slot])].attacks;
}

static int may_defend(const Tables *t, const Seat *seat, int slot) {
    return slot && seat->card[slot] >> 4 < t->card[kind_of(seat->card[slot])].defences;
}

static int attackers(const Tables *t, const Seat *seat) { /* the kinds that may attack */
    int kinds = 0;
    for (int slot = 1; slot < seat->cards; slot++) kinds |= may_attack(t, seat, slot) << kind_of(seat->card[slot]);
    return kinds;
}

static int defenders(const Tables *t, const Seat *seat) {
    int kinds = 0;
    for (int slot = 1; slot < seat->cards; slot++) kinds |= may_defend(t, seat, slot) << kind_of(seat->card[slot]);
    return kinds;
}

static int points_of(const Tables *t, const Seat *seat) {
    int points = 0;
    for (int slot = 0; slot < seat->cards; slot++) points += t->card[kind_of(seat->card[slot])].points;
    return points;
}

static int affordable(const Tables *t, const State *s, const Seat *seat) { /* the kinds in stock that it can pay for */
    int kinds = 0;
    for (int kind = 0; kind < KINDS; kind++)
        kinds |= (seat->buys > 0 && s->left[kind] > 0 && t->card[kind].cost <= seat->coins) << kind;
    return kinds;
}

static int chooses(const Tables *t, const State *s, int seat) { /* what is asked at all, even with only one answer */
    const Seat *own = &s->seat[seat];
    if (!own->cards) return 0;
    if (s->phase == INVESTING) return 1;
    if (s->phase == BUYING) return own->buys > 0;
    if (s->phase == ATTACKING) return s->attacker_card ? seat != s->attacker && defenders(t, own) : seat == s->attacker;
    return 0;
}

static void conclude(const Tables *t, State *s, int seats) { /* the only one left, or the only one with most points */
    int left = 0, last = NOBODY, best = -1, leader = NOBODY;
    for (int seat = 0; seat < seats; seat++) {
        if (!s->seat[seat].cards) continue;
        left++, last = seat;
        int points = points_of(t, &s->seat[seat]);
        if (points > best) best = points, leader = seat;
        else if (points == best) leader = NOBODY;
    }
    int winner = left == 1 ? last : best >= POINTS_TO_WIN ? leader : NOBODY;
    if (winner != NOBODY) s->phase = END, s->winner = winner, s->attacker = NOBODY;
}

static void remove_card(Seat *seat, int slot) {
    memmove(&seat->card[slot], &seat->card[slot + 1], SLOTS - 1 - slot);
    seat->card[SLOTS - 1] = 0;
    seat->cards--;
}

static void end_attack(State *s, int seats) { /* all cards are untapped, and purchases follow */
    for (int seat = 0; seat < seats; seat++)
        for (int slot = 0; slot < s->seat[seat].cards; slot++) s->seat[seat].card[slot] &= 15;
    s->phase = BUYING, s->attacker = NOBODY;
}

static void bid(const Tables *t, State *s, int seats, const int32_t *bids) {
    int best = -1, winner = NOBODY;
    for (int seat = 0; seat < seats; seat++) {
        if (!s->seat[seat].cards) continue;
        s->seat[seat].coins -= bids[seat];
        if (bids[seat] > best) best = bids[seat], winner = seat;
        else if (bids[seat] == best) winner = NOBODY;
    }
    int attacks = winner != NOBODY && attackers(t, &s->seat[winner]);
    s->phase = attacks ? ATTACKING : BUYING;
    s->attacker = attacks ? winner : NOBODY;
}

static void fight(const Tables *t, State *s, int seats, const int32_t *slots) {
    Seat *own = &s->seat[s->attacker];
    Card attacking = t->card[kind_of(own->card[s->attacker_card])];
    int repelled = 0;
    for (int seat = 0; seat < seats; seat++) {
        Seat *rival = &s->seat[seat];
        if (seat == s->attacker || !rival->cards) continue;
        int slot = slots[seat];
        if (!slot || !may_defend(t, rival, slot)) {
            int type = rival->type;
            memset(rival, 0, sizeof *rival);
            rival->type = type;
            continue;
        }
        Card defending = t->card[kind_of(rival->card[slot])];
        rival->card[slot] += 16;
        rival->coins += defending.defence_income;
        repelled |= defending.attack > attacking.defence;
        if (defending.defence < attacking.attack) remove_card(rival, slot);
    }
    if (repelled) remove_card(own, s->attacker_card);
    s->attacker_card = 0;
    conclude(t, s, seats);
    if (s->phase == ATTACKING && !attackers(t, own)) end_attack(s, seats);
}

static void buy(const Tables *t, State *s, int seats, const int32_t *named) {
    int8_t wanted[KINDS] = {0};
    for (int seat = 0; seat < seats; seat++)
        if (s->seat[seat].buys > 0 && named[seat]) wanted[named[seat] - 1]++;
    for (int seat = 0; seat < seats; seat++) {
        Seat *own = &s->seat[seat];
        if (own->buys <= 0) continue;
        own->buys--;
        if (!named[seat]) continue;
        int kind = named[seat] - 1;
        own->coins -= t->card[kind].cost;
        if (wanted[kind] <= s->left[kind] && own->cards < SLOTS) own->card[own->cards++] = kind;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (wanted[kind]) s->left[kind] = wanted[kind] < s->left[kind] ? s->left[kind] - wanted[kind] : 0;
    conclude(t, s, seats);
}

static int is_night(const State *s, int seats) {
    if (s->phase != BUYING) return 0;
    for (int seat = 0; seat < seats; seat++)
        if (s->seat[seat].buys > 0) return 0;
    return 1;
}

static void dawn(const Tables *t, State *s, int seats) {
    s->day = s->day % 3 + 1;
    s->phase = INVESTING;
    for (int seat = 0; seat < seats; seat++) {
        Seat *own = &s->seat[seat];
        if (!own->cards) continue;
        own->buys = 1;
        for (int slot = 0; slot < own->cards; slot++) {
            const Card *card = &t->card[kind_of(own->card[slot])];
            own->buys += card->buys[s->day - 1];
            own->coins += card->income[s->day - 1];
            if (card->per_income) own->coins += own->coins / card->per_income;
        }
        if (own->coins > MOST_COINS) own->coins = MOST_COINS;
    }
}

/* Apply the choices of all seats that choose; `actions` of others do not count. A named card that nobody can answer
   fights at once. */
static void apply(const Tables *t, State *s, int seats, const int32_t *actions) {
    if (s->phase == INVESTING) bid(t, s, seats, actions);
    else if (s->phase == BUYING) buy(t, s, seats, actions);
    else if (s->attacker_card) fight(t, s, seats, actions);
    else if (!actions[s->attacker]) end_attack(s, seats);
    else {
        s->attacker_card = actions[s->attacker];
        s->seat[s->attacker].card[s->attacker_card] += 16;
        int answered = 0;
        for (int seat = 0; seat < seats; seat++) answered |= chooses(t, s, seat);
        const int32_t nothing[MAX_SEATS] = {0};
        if (!answered) fight(t, s, seats, nothing);
    }
    if (is_night(s, seats)) dawn(t, s, seats);
}

static void read_state(State *s, int seats, const int32_t *numbers) {
    memset(s, 0, sizeof *s); /* seats that are not there too: states are compared as bytes */
    s->day = *numbers++, s->phase = *numbers++, s->attacker = *numbers++, s->attacker_card = *numbers++;
    s->winner = *numbers++;
    for (int kind = 0; kind < KINDS; kind++) s->left[kind] = *numbers++;
    for (int seat = 0; seat < seats; seat++) {
        Seat *own = &s->seat[seat];
        own->type = *numbers++, own->coins = *numbers++, own->buys = *numbers++, own->cards = *numbers++;
        for (int slot = 0; slot < SLOTS; slot++) own->card[slot] = *numbers++;
    }
}

static void write_state(const State *s, int seats, int32_t *numbers) {
    *numbers++ = s->day, *numbers++ = s->phase, *numbers++ = s->attacker, *numbers++ = s->attacker_card;
    *numbers++ = s->winner;
    for (int kind = 0; kind < KINDS; kind++) *numbers++ = s->left[kind];
    for (int seat = 0; seat < seats; seat++) {
        const Seat *own = &s->seat[seat];
        *numbers++ = own->type, *numbers++ = own->coins, *numbers++ = own->buys, *numbers++ = own->cards;
        for (int slot = 0; slot < SLOTS; slot++) *numbers++ = own->card[slot];
    }
}

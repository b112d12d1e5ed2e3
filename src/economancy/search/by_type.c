/* Part of core.c: the players by rule, as tests/economancy/rivals/by_type.py has them. Where a rule leaves several
   choices, one is drawn. */

static int safe_against(const Tables *t, int kinds) { /* the kinds that beat all of these and survive */
    int attack = 0, defence = 0, safe = 0;
    for (int rest = kinds; rest; rest &= rest - 1) {
        const Card *card = &t->card[__builtin_ctz(rest)];
        if (card->attack > attack) attack = card->attack;
        if (card->defence > defence) defence = card->defence;
    }
    for (int kind = 0; kind < KINDS; kind++)
        safe |= (t->card[kind].attack > defence && t->card[kind].defence >= attack) << kind;
    return safe;
}

static int all_of(const Tables *t, const Seat *seat, int attacks) { /* its attacks, or defences, on a fresh day */
    int total = 0;
    for (int slot = 0; slot < seat->cards; slot++) {
        const Card *card = &t->card[kind_of(seat->card[slot])];
        total += attacks ? card->attacks : card->defences;
    }
    return total;
}

static int safe_kinds(const Tables *t, const State *s, int seats, int seat) { /* with which it attacks without risk */
    int safe = (1 << KINDS) - 1, attacks = all_of(t, &s->seat[seat], 1);
    for (int rival = 0; rival < seats; rival++)
        if (rival != seat && all_of(t, &s->seat[rival], 0) >= attacks)
            safe &= safe_against(t, defenders(t, &s->seat[rival]));
    return safe;
}

static int strongest(const Tables *t, int kinds, int attacks) { /* of these, by attack or by defence */
    int best = 0, found = 0;
    for (int rest = kinds; rest; rest &= rest - 1) {
        int kind = __builtin_ctz(rest), power = attacks ? t->card[kind].attack : t->card[kind].defence;
        if (power > best) best = power, found = 0;
        if (power == best) found |= 1 << kind;
    }
    return found;
}

static int attack_bid(const Tables *t, const State *s, int seats, int seat) {
    const Seat *own = &s->seat[seat];
    int usable = attackers(t, own), count = 0, bid = 0;
    if (!usable) return 0;
    int safe = safe_kinds(t, s, seats, seat);
    for (int slot = 1; slot < own->cards; slot++)
        count += may_attack(t, own, slot) && safe >> kind_of(own->card[slot]) & 1;
    for (int rival = 0; rival < seats; rival++)
        if (rival != seat && s->seat[rival].coins > bid) bid = s->seat[rival].coins;
    bid = bid < own->coins ? bid + 1 : own->coins;
    return count && (own->coins - bid > 1 || count > 1) ? bid : 0;
}

static int defensive_bid(const Tables *t, const State *s, int seats, int seat) { /* as much as who can beat all has */
    const Seat *own = &s->seat[seat];
    int held = 0, richest = 0;
    for (int slot = 0; slot < own->cards; slot++) {
        int kind = kind_of(own->card[slot]);
        if (t->card[kind].defences) held |= 1 << kind;
    }
    int dangers = safe_against(t, held);
    for (int rival = 0; rival < seats; rival++) {
        const Seat *other = &s->seat[rival];
        for (int slot = 0; rival != seat && slot < other->cards; slot++) {
            int kind = kind_of(other->card[slot]);
            if (kind < KINDS && t->card[kind].attacks && dangers >> kind & 1 && other->coins > richest)
                richest = other->coins;
        }
    }
    return richest < own->coins ? richest : own->coins;
}

static int bid_by_rule(const Tables *t, const State *s, int seats, int seat) {
    int type = s->seat[seat].type;
    if (type != ATTACK && type != DECENT) return 0;
    int bid = attack_bid(t, s, seats, seat), matching = type == DECENT ? defensive_bid(t, s, seats, seat) : 0;
    return bid > matching ? bid : matching;
}

static int attack_kinds(const Tables *t, const State *s, int seats, int seat) {
    int type = s->seat[seat].type, kinds = strongest(t, attackers(t, &s->seat[seat]), 1);
    if (type != ATTACK && type != DECENT) return kinds;
    kinds &= safe_kinds(t, s, seats, seat);
    if (type == ATTACK) return kinds;
    int lead = points_of(t, &s->seat[seat]), most = 0;
    for (int rival = 0; rival < seats; rival++) {
        int points = rival == seat ? 0 : points_of(t, &s->seat[rival]);
        if (points > most) most = points;
    }
    lead = lead < most ? 0 : lead - most;
    for (int kind = 0; kind < KINDS; kind++)
        if (t->card[kind].points > lead) kinds &= ~(1 << kind);
    return kinds;
}

static int points_aims(const Tables *t, const Seat *own, int available) {
    int cards = own->cards < AIMS ? own->cards : AIMS - 1, first = available & t->first_aim[cards];
    return first ? first : available & t->second_aim[cards];
}

static int attack_aims(const Tables *t, const Seat *own, int available) {
    int firsts = 0, aims = 0;
    for (int slot = 0; slot < own->cards; slot++) firsts += 1 << kind_of(own->card[slot]) == t->attack_aims[0];
    for (int place = firsts < 2 ? 0 : 1; place < 3 && !aims; place++) aims = available & t->attack_aims[place];
    return aims;
}

static int wanted_kinds(const Tables *t, const State *s, int seat) { /* to buy; empty only if it can buy none */
    const Seat *own = &s->seat[seat];
    int available = affordable(t, s, own), aims = 0;
    if (own->type == POINTS || own->type == DECENT) aims = points_aims(t, own, available);
    if (own->type == ATTACK || (own->type == DECENT && !aims)) aims = attack_aims(t, own, available);
    if (own->type == DECENT && !(available & (available - 1))) aims = available;
    return aims ? aims : available;
}

static int one_of(Random *r, int n) { return n > 1 ? random_below(r, n) : 0; }

static int any_kind(Random *r, int kinds) { /* 1 + one of these, or 0 */
    if (!kinds) return 0;
    for (int skipped = one_of(r, __builtin_popcount(kinds)); skipped; skipped--) kinds &= kinds - 1;
    return 1 + __builtin_ctz(kinds);
}

static int any_slot(const Tables *t, Random *r, const Seat *own, int kinds, int attacks) { /* of a usable card, or 0 */
    int slots[SLOTS], count = 0;
    for (int slot = 1; slot < own->cards; slot++)
        if (kinds >> kind_of(own->card[slot]) & 1 && (attacks ? may_attack : may_defend)(t, own, slot))
            slots[count++] = slot;
    return count ? slots[one_of(r, count)] : 0;
}

static void choose_by_rule(const Tables *t, const State *s, int seats, Random *r, int32_t *actions) {
    for (int seat = 0; seat < seats; seat++) {
        actions[seat] = 0;
        if (!chooses(t, s, seat)) continue;
        const Seat *own = &s->seat[seat];
        if (s->phase == INVESTING) actions[seat] = bid_by_rule(t, s, seats, seat);
        else if (s->phase == BUYING) actions[seat] = any_kind(r, wanted_kinds(t, s, seat));
        else if (s->attacker_card) actions[seat] = any_slot(t, r, own, strongest(t, defenders(t, own), 0), 0);
        else actions[seat] = any_slot(t, r, own, attack_kinds(t, s, seats, seat), 1);
    }
}

/* A player of Economancy. Think in bid, attack, defend and buy; the rest reads states and writes moves. */
#include <string.h>

#include "json.h"

static const struct card { const char *name; int cost, attack, defence; } CARDS[] = {
    {"Board of Monopoly", 2, 1, 1}, {"Incantation", 4, 1, 1}, {"Wall of Wealth", 1, 1, 2}, {"Worker", 1, 1, 2},
    {"Magic Bean Stock", 1, 1, 1}, {"Bubble", 2, 9, 2}, {"Ghost", 2, 3, 2}, {"Senior Worker", 2, 2, 2},
    {"Gold Fish", 3, 1, 2}, {"Apprentice", 3, 2, 1}, {"Thug", 3, 4, 4}, {"Shield of Greed", 4, 2, 7}, {"Golem", 5, 7, 7},
    {NULL, 99, 0, 0}, /* any other, and the Stipend */
};

static const struct card *card_named(const char *name) {
    const struct card *card = CARDS;
    while (card->name && strcmp(card->name, name)) card++;
    return card;
}

/* My strongest card that may still be used today, by its index; 0 if there is none. */
static int strongest(const struct json *cards, int attacking) {
    int best = 0, best_worth = attacking; /* who attacks with 1 kills nothing */
    for (int i = 1; i < cards->count; i++) {
        const struct card *card = card_named(json_get(cards->items[i], "name")->text);
        int worth = attacking ? card->attack : card->defence, most = 1;
        if (attacking && card->name && !strcmp(card->name, "Bubble")) most = 0;
        if (!attacking && card->name && !strcmp(card->name, "Wall of Wealth")) most = 2;
        if (card->name && json_get(cards->items[i], "uses")->number < most && worth > best_worth)
            best = i, best_worth = worth;
    }
    return best;
}

static double bid(double coins) { return (double)(long)(coins < 1e9 ? coins / 3 : 3e8); } /* who bids most attacks */
static int attack(const struct json *cards) { return strongest(cards, 1); }                /* 0 stops the attack */
static int defend(const struct json *cards) { return strongest(cards, 0); }

static const char *buy(const struct json *shop, double coins) {
    const struct card *best = NULL;
    for (int i = 0; i < shop->count; i++) {
        const struct card *card = card_named(shop->keys[i]);
        if (card->name && shop->items[i]->number > 0 && card->cost <= coins && (!best || card->cost > best->cost))
            best = card;
    }
    return best ? best->name : "Pass";
}

int main(void) {
    for (struct json *state; (state = json_read(stdin)); json_free(state)) {
        struct json *phase = json_get(state, "phase"), *number = json_get(state, "player");
        const char *name = phase ? json_get(phase, "name")->text : "";
        if (!strcmp(name, "end") || !strcmp(name, "fault")) return 0;
        if (!number) continue;
        struct json *me = json_get(state, "players")->items[(int)number->number], *cards = json_get(me, "cards");
        double coins = json_get(me, "coins")->number;
        if (!strcmp(name, "investing")) printf("[%.0f]\n", bid(coins));
        else if (!strcmp(name, "buy")) printf("[\"%s\"]\n", buy(json_get(state, "shop"), coins));
        else printf("[%d]\n", json_get(phase, "attacker")->number == number->number ? attack(cards) : defend(cards));
        fflush(stdout); /* to see what it thinks: fprintf(stderr, ...) */
    }
}

"""A player of Lost Cities, started with HOST and PORT. Think in `plays` and `draws`; the rest reads and answers."""

import socket
import sys

SUITS = ("Deserts", "Oceans", "Mountains", "Jungles", "Volcanoes")


def rank(value):
    return 0 if value == "Inv" else int(value)


def plays(hand, mine):
    """Return what I may lay, the best first: `4d` plays a card, `d4d` discards it."""
    found = []
    for card in hand:
        value, suit = card[:-1], card[-1]
        name = ("i" if value == "Inv" else value) + suit.lower()
        same = [rank(each[:-1]) for each in hand if each[-1] == suit]
        laid = [rank(each) for each in mine[suit]]
        fits = not any(laid) if value == "Inv" else rank(value) > max(laid, default=0)
        if fits:  # an expedition costs 20 points: begin one only with high cards behind it
            step = rank(value) - max(laid, default=0)
            found.append((20 - step if laid else sum(same) - 18 - step, name))
        found.append((-rank(value) - 5 * len(same) if fits else -1, f"d{name}"))
    return [name for _, name in sorted(found, reverse=True)]


def draws():
    """Return where I draw from, the best first: `n` is the deck, a suit's letter its discard pile."""
    return ["n", "d", "o", "m", "j", "v"]


def main():
    hand, mine, suit, over, answers = [], {}, "", False, iter(())
    with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as server:
        for line in server.makefile(encoding="utf-8"):
            text = line.strip()
            if text[:-1] in SUITS:
                suit = text[0]
            elif text.startswith("You:"):
                mine[suit] = text[4:].split("(")[0].split()
            elif text.startswith("Hand:"):
                hand = text[5:].split()
            over = over or text == "Game over."
            if text.endswith("?"):
                answers = iter(plays(hand, mine) if text.endswith("Your play?") else draws())
            if text.endswith("?") or text.startswith("Error:"):
                server.sendall(f"{next(answers)}\n".encode())  # to see what it thinks: print(...)
    return 0 if over else 1


sys.exit(main())

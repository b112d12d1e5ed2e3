"""The core where memory ends: every allocation is refused in turn."""

import shutil
import subprocess
from pathlib import Path

import pytest

from coinfight.search.core import SOURCE

PROGRAM = r"""
#include <stdlib.h>
static int left;
static void *refusing_malloc(size_t size) { return left-- > 0 ? malloc(size) : NULL; }
static void *refusing_calloc(size_t n, size_t size) { return left-- > 0 ? calloc(n, size) : NULL; }
static void *refusing_realloc(void *old, size_t size) { return left-- > 0 ? realloc(old, size) : NULL; }
#define malloc refusing_malloc
#define calloc refusing_calloc
#define realloc refusing_realloc
#include "core.c"

/* Whether a position that fits is refused; else how many moves are illegal: of those that are listed, and the chosen
   one. */
static int illegal(CoinFight *cf, int *values, int *table, int seats) {
    int counts[3 * MAX_FACES], moves[MAX_MOVES * (MAX_FACES + 1)] = {0}, wrong = 0, n;
    for (int p = 0; p <= seats; p++)
        for (int i = 0; i < 8; i++) counts[8 * p + i] = p ? 1 : table[i];
    if (cf_begin(cf, 8, values, seats, counts, 0)) return left > 0;
    Options options = {.explore = 0.7, .noise = 0.1, .rules = 1, .iterations = 20};
    n = cf_moves(cf, moves);
    cf_choose(cf, NULL, NULL, &options, moves + 9 * n);
    for (int k = 0; k <= n; k++) {
        int worth = 0, *move = moves + 9 * k;
        for (int i = 0; i < 8; i++) wrong += move[1 + i] > table[i], worth += move[1 + i] * values[i];
        wrong += worth >= values[move[0]];
    }
    return wrong + (n < 8);
}

int main(void) {
    int values[8] = {2, 3, 5, 7, 11, 40, 90, 200}, table[8] = {5, 5, 5, 5, 5, 4, 2, 2}, wrong = 0;
    for (int allowed = 0; allowed < 24; allowed++) {
        left = allowed;
        CoinFight *cf = cf_new();
        if (cf) wrong += illegal(cf, values, table, 2);
        cf_free(cf);
    }
    return wrong;
}
"""


@pytest.mark.skipif(not shutil.which("gcc"), reason="expected gcc")
def test_without_memory_every_move_is_legal_all_the_same(tmp_path: Path) -> None:
    source, program = tmp_path / "main.c", tmp_path / "main"
    source.write_text(PROGRAM)
    compiler = ["gcc", "-O1", "-std=gnu11", f"-I{SOURCE.parent}"]
    subprocess.run([*compiler, source, "-o", program, "-lm"], check=True)
    assert subprocess.run([program], check=False).returncode == 0

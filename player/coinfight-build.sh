#!/bin/sh
# coinfight-build.sh OUT: make the executable of Coin Fight. CC names the compiler (cc).
set -eu
out=${1:?usage: coinfight-build.sh OUT}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
make_it() { # with or without shared libraries
    # shellcheck disable=SC2086 # CC may have words
    ${CC:-cc} -O3 -std=gnu11 "-I$here/../src/coinfight/tables" "$@" -o "$out" "$here/coinfight.c" -lm
}
make_it -static 2>/dev/null || make_it # without shared libraries it starts in half the time
strip "$out" 2>/dev/null || true

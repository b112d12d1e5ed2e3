#!/bin/sh
# coinfight-build.sh OUT: make the executable of Coin Fight. CC names the compiler (cc); where there is none, OUT is a
# Python program with the same answers that needs a python3 on the machine it runs on.
set -eu
out=${1:?usage: coinfight-build.sh OUT}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
for static in -static ""; do # without shared libraries it starts in half the time
    # shellcheck disable=SC2086 # CC may have words, static may be nothing
    if ${CC:-cc} -O3 -std=gnu11 "-I$here/../src/coinfight/tables" $static -o "$out" "$here/coinfight.c" -lm 2>/dev/null; then
        strip "$out" 2>/dev/null || true
        exit 0
    fi
done
echo "coinfight-build.sh: no C compiler that works (CC=${CC:-cc}): packing the Python program" >&2
exec "${PYTHON:-python3}" "$here/coinfight_pack.py" "$out"

#!/usr/bin/env bash
# From a clean machine with Python 3.11+ and pip to the executable, the hand-in archive and a game.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
unset PYTHONPATH PYTHONHOME  # or what they point to gets into the executable

usage='usage: ./build.sh       make .venv, player/economancy and dist/economancy.tar.gz; play a game against decent
       ./build.sh test  build what is missing, then run everything that guards the project'
python=${PYTHON:-python3}
epoch=315532800  # 1980: two builds of the same source have the same bytes

die() {
    echo "build.sh: $*" >&2
    exit 1
}

environment() {  # .venv, brought up to date when pyproject.toml has changed
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        die "expected Python 3.11 or newer, got $("$python" --version 2>/dev/null || echo none): set PYTHON to another one"
    local stamp
    stamp=$({ cat pyproject.toml; echo "$PWD"; "$python" --version; } | sha256sum)
    [[ -x .venv/bin/economancy && $stamp == "$(cat .venv/stamp 2>/dev/null)" ]] && return
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        die "expected the modules venv and ensurepip beside $python (Debian and Ubuntu: apt install python3-venv)"
    echo "build.sh: making .venv"
    "$python" -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[tools,build,test]'
    echo "$stamp" >.venv/stamp
}

executable() {  # player/economancy, anew when what it is made from has changed
    local stamp
    stamp=$({ cat .venv/stamp; find src player -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' \
        ! -path player/economancy -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum)
    [[ -x player/economancy && $stamp == "$(cat build/stamp 2>/dev/null)" ]] && return
    .venv/bin/python -c 'from PyInstaller.depend import bindepend; bindepend.get_python_library_path()' 2>/dev/null ||
        die "expected a Python with a shared library, libpython3.X.so (Debian and Ubuntu: apt install libpython3-dev)"
    echo "build.sh: making player/economancy"
    stand_in_for_binutils
    PATH=$PATH:$PWD/build/binutils PYINSTALLER_CONFIG_DIR=$PWD/build PYI_LOG_LEVEL=ERROR \
        PYTHONHASHSEED=0 SOURCE_DATE_EPOCH=$epoch .venv/bin/python -m PyInstaller --noconfirm \
        --distpath build --workpath build/work player/economancy.spec
    mv build/economancy player/economancy
    echo "$stamp" >build/stamp
}

stand_in_for_binutils() {  # come last in PATH: PyInstaller needs no more than this of them
    mkdir -p build/binutils
    printf '%s\n' '#!/bin/sh' '# add the section pydata to a bootloader, which finds it at its end as well' \
        'cat "${2#pydata=}" >>"$3"' >build/binutils/objcopy
    printf '%s\n' '#!/bin/sh' '# confirm that a file that begins like ELF is ELF' >build/binutils/objdump
    chmod +x build/binutils/*
}

archive() {
    mkdir -p dist
    tar --create --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX-w \
        --exclude=__pycache__ --exclude='*.egg-info' --transform='s,^,economancy/,' \
        README.txt build.sh player pyproject.toml src tests traces | gzip --no-name >dist/economancy.tar.gz
    echo "build.sh: made dist/economancy.tar.gz"
}

game() {
    mkdir -p dist
    .venv/bin/economancy referee --seed 1 player/economancy decent >dist/game.json
    .venv/bin/economancy verify dist/game.json
    tail -n 1 dist/game.json | grep -q '"name":"end"' || die "the game ended with a fault"
}

case "$#:${1-}" in
    0:)
        environment
        executable
        archive
        game
        ;;
    1:test)
        environment
        executable
        .venv/bin/python -m ruff check
        .venv/bin/python -m ruff format --check
        .venv/bin/python -m mypy
        export ECONOMANCY_STRICT=1  # a bug of ours is to fail the tests, not to cost a good move
        .venv/bin/python -m pytest
        game
        ;;
    *)
        echo "$usage" >&2
        exit 2
        ;;
esac

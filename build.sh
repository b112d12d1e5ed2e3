#!/usr/bin/env bash
# From a clean machine with Python 3.11+ and pip to the executable, the hand-in archive and a game.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
unset PYTHONPATH PYTHONHOME  # or what they point to gets into the executable

usage='usage: ./build.sh           make .venv, the players of all games and dist/economancy.tar.gz; play a game by each
       ./build.sh portable  the same for any machine with glibc 2.17 or newer; the first time takes some minutes
       ./build.sh test      build what is missing, then run everything that guards the project
       ./build.sh again     make the executables and the archive once more; fail unless the bytes are the same
       ./build.sh portability FILE [VERSION]
                            fail if FILE needs a glibc above VERSION (2.17) or any other library of its host'
packed=(economancy santorini lost-cities)  # players that PyInstaller packs: Python programs with their interpreter
python=${PYTHON:-python3}
epoch=315532800  # 1980: two builds of the same source have the same bytes
glibc=2.17  # what the portable build may need: the oldest that the wheels of numpy and orjson ask for
no_sources=3  # the exit status when an interpreter for old machines cannot be had here

die() {
    echo "build.sh: $*" >&2
    exit "${status:-1}"
}

environment() {  # environment [test]: make .venv, again when pyproject.toml has changed; `test`: and what tests need
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        die "expected Python 3.11 or newer, got $("$python" --version 2>/dev/null || echo none): set PYTHON to another one"
    local stamp
    stamp=$({ cat pyproject.toml; echo "$PWD"; "$python" --version; } | sha256sum)
    if [[ ! -x .venv/bin/economancy || $stamp != "$(cat .venv/stamp 2>/dev/null)" ]]; then
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            die "expected the modules venv and ensurepip of $python (Debian and Ubuntu: apt install python3-venv)"
        "$python" -m venv --clear .venv
        rm -rf build/site
        extras build
        echo "$stamp" >.venv/stamp
    fi
    [[ ${1-} != test || -f .venv/stamp-test ]] || { extras test && touch .venv/stamp-test; }
}

extras() {  # extras NAMES: put these extras of pyproject.toml into .venv
    echo "build.sh: installing $1 into .venv"
    SECONDS=0
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[$1]"
    echo "build.sh: .venv takes $(du -sm .venv | cut -f1) MB now; this took $SECONDS s"
}

executables() {  # executables KIND: the players of all games, anew when their sources have changed; KIND may be `same`
    local kind=$1 game stamp
    [[ $kind != same ]] || { kind=$(cut -d' ' -f1 build/kind 2>/dev/null) && [[ $kind ]]; } || kind=host
    mkdir -p build
    for game in "${packed[@]}"; do
        stamp="$kind $({ cat .venv/stamp; sources "$game" | xargs -0 sha256sum; } | sha256sum)"
        if [[ ! -x player/$game || $stamp != "$(cat "build/stamp-$game" 2>/dev/null)" ]]; then
            echo "build.sh: making player/$game"
            rm -f "build/stamp-$game"
            pack "$game" "$kind" build
            mv "build/$game" "player/$game"
            echo "$stamp" >"build/stamp-$game"
        fi
        [[ $kind == host ]] || .venv/bin/python player/portability.py "player/$game" $glibc >/dev/null ||
            die "player/$game is not portable: ./build.sh portability player/$game says why"
        .venv/bin/python player/portability.py "player/$game"
    done
    one_file_players "$kind"
    echo "$kind" >build/kind
}

one_file_players() {  # one_file_players KIND: players that PyInstaller does not pack: a compiled program, JavaScript
    local cc=${CC:-cc}
    if [[ $1 == portable ]]; then
        compiler "${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/economancy"
        cc="$compiler/bin/python -m ziglang cc -target x86_64-linux-musl"  # static: it needs no glibc
    fi
    CC=$cc PYTHON=.venv/bin/python player/coinfight-build.sh player/coinfight
    .venv/bin/thud bundle player
}

sources() {  # sources GAME: the files that player/GAME is made from, each with a NUL behind it
    find src/gamekit "src/${1//-/_}" player -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' \
        ! -perm -u=x -print0 | LC_ALL=C sort -z
}

pack() {  # pack GAME KIND FOLDER: make FOLDER/GAME with the Python at hand (host) or one for old machines (portable)
    local game=$1 packer=$PWD/.venv/bin/python settings=()
    if [[ $2 == portable ]]; then
        interpreter
        packer=$interpreter/bin/python3
        settings=(LD_LIBRARY_PATH="$interpreter/lib" PYTHONPATH="$PWD/build/site")
    else
        "$packer" -c 'from PyInstaller.depend import bindepend; bindepend.get_python_library_path()' 2>/dev/null ||
            die "expected a Python with a shared library, libpython3.X.so (Debian and Ubuntu: apt install libpython3-dev)"
    fi
    stand_in_for_binutils
    core "$game" "$2"
    settings+=(PATH="$PATH:$PWD/build/binutils" PYINSTALLER_CONFIG_DIR="$PWD/build" PYI_LOG_LEVEL=ERROR
        PYINSTALLER_ZLIB_COMPRESSION_LEVEL=0  # unpacking modules takes longer than copying them (measured)
        PYTHONHASHSEED=0 SOURCE_DATE_EPOCH=$epoch GAME="$game" CORE="$PWD/build/cores/$game/core.so")
    blas "$2" env "${settings[@]}" "$packer"
    env "${settings[@]}" "$packer" -m PyInstaller --noconfirm --distpath build/packed --workpath "build/work-$game" \
        player/packed.spec
    mkdir -p "$3"
    sed "s/@GAME@/$game/g" player/launcher.sh >build/launcher
    {
        cat build/launcher
        head --bytes $((4096 - $(stat --format %s build/launcher))) /dev/zero | tr '\0' '\n'
        bare_tar --directory "build/packed/$game" .
    } >"$3/$game"
    chmod +x "$3/$game"
    env "${settings[@]}" "$packer" -c 'if True:
        from importlib.metadata import version
        from platform import python_version
        packages = [f"{name} {version(name)}" for name in ("numpy", "orjson", "PyInstaller")]
        print("# packed players: Python", ", ".join([python_version(), *packages]))' >build/versions.txt
    [[ $2 == host ]] || sed 's/^/# source: /' "$interpreter/sources" >>build/versions.txt
}

compile_for() {  # compile_for KIND: set `cc` to a C compiler, or to nothing if there is none here
    if [[ $1 == portable ]]; then
        compiler "${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/economancy"
        cc="$compiler/bin/python -m ziglang cc -target x86_64-linux-gnu.$glibc"
    else
        cc=${CC:-$(command -v cc || command -v gcc || true)}
    fi
}

core() {  # core GAME KIND: compile the game's core, if it has one and there is a compiler, to build/cores/GAME/core.so
    local source=src/${1//-/_}/search/core.c out=build/cores/$1/core.so cc
    rm -f "$out"
    [[ -f $source ]] || return 0
    compile_for "$2"
    [[ $cc ]] || { echo "build.sh: no C compiler here: player/$1 searches in plain Python" >&2; return 0; }
    .venv/bin/python -c 'import sys; from pathlib import Path; from gamekit.compiled import compile_library
compile_library(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))' "$cc" "$source" "$out"
}

blas() {  # blas KIND PYTHON...: compile what takes the place of OpenBLAS, for the numpy of this Python, to build/blas
    local kind=$1 cc
    shift
    rm -rf build/blas
    compile_for "$kind"
    [[ ! $cc ]] || "$@" player/blas.py "$cc" build/blas
}

interpreter() {  # set `interpreter` to one for old machines, kept by what it is made from; and build/site for it
    local cache=${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/economancy key
    key=$({ cat player/old-glibc/*; requirements portable | grep ziglang; "$python" --version; } |
        sha256sum | cut -c1-16)
    interpreter=$cache/python-$key
    if [[ ! -f $interpreter/sources ]]; then
        echo "build.sh: making an interpreter for glibc $glibc in $interpreter, which takes some minutes"
        mkdir -p "$cache"
        compiler "$cache"
        player/old-glibc/interpreter.sh "$interpreter" "$compiler/bin/python" >build/interpreter.log 2>&1 || {
            [[ $? == "$no_sources" ]] && status=$no_sources die "expected a network or apt to get the source of Python from"
            die "could not make it: build/interpreter.log says why"
        }
    fi
    if [[ ! -d build/site ]]; then
        requirements build >build/requirements.txt
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --target build/site.new \
            --platform manylinux2014_x86_64 --implementation cp --only-binary :all: --requirement build/requirements.txt
        mv build/site.new build/site
    fi
}

compiler() {  # compiler CACHE: set `compiler` to an environment, kept there, with a C compiler for any glibc
    local key
    key=$({ requirements portable; "$python" --version; } | sha256sum | cut -c1-16)
    compiler=$1/compiler-$key
    if [[ ! -f $compiler/complete ]]; then
        echo "build.sh: installing a C compiler into $compiler"
        "$python" -m venv --clear --without-pip "$compiler"
        requirements portable >build/requirements.txt
        .venv/bin/python -m pip --python "$compiler/bin/python" install --quiet --disable-pip-version-check \
            --requirement build/requirements.txt
        touch "$compiler/complete"
    fi
}

requirements() {  # requirements EXTRA: what an extra of pyproject.toml names; `build`: and what packed players carry
    .venv/bin/python - "$1" <<'END'
import sys
import tomllib
extra = sys.argv[1]
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
named = [line for line in project["dependencies"] if extra == "build" and line.startswith(("numpy==", "orjson=="))]
print(*named, *project["optional-dependencies"][extra], sep="\n")
END
}

bare_tar() {  # an archive with nothing in it of who made it, and when
    tar --create --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX-w "$@"
}

stand_in_for_binutils() {  # come last in PATH: PyInstaller needs no more than this of them
    mkdir -p build/binutils
    printf '%s\n' '#!/bin/sh' '# add the section pydata to a bootloader, which finds it at its end as well' \
        'cat "${2#pydata=}" >>"$3"' >build/binutils/objcopy
    printf '%s\n' '#!/bin/sh' '# confirm that a file that begins like ELF is ELF' >build/binutils/objdump
    chmod +x build/binutils/*
}

archive() {  # dist/economancy.tar.gz, with a manifest that `sha256sum --check` reads
    local files=(README.txt build.sh player pyproject.toml src tests traces)
    mkdir -p dist
    {
        echo "# The hand-in archive of the Economancy player; sha256sum --check MANIFEST.txt compares its files."
        git rev-parse --is-inside-work-tree >/dev/null 2>&1 && echo "# commit: $(git describe --always --dirty --abbrev=40)"
        cat build/versions.txt
        for game in "${packed[@]}"; do .venv/bin/python player/portability.py "player/$game" | sed 's/^/# /'; done
        find "${files[@]}" -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' -print0 |
            LC_ALL=C sort -z | xargs -0 sha256sum
    } >dist/MANIFEST.txt
    bare_tar --exclude=__pycache__ --exclude='*.egg-info' --transform='s,^dist/,,;s,^,economancy/,' \
        dist/MANIFEST.txt "${files[@]}" | gzip --no-name >dist/economancy.tar.gz
    echo "build.sh: made dist/economancy.tar.gz"
}

again() {  # the same bytes from the same source?
    local kind game
    kind=$(cat build/kind 2>/dev/null) || die "expected the players: ./build.sh makes them"
    archive
    mv dist/economancy.tar.gz dist/first.tar.gz
    for game in "${packed[@]}"; do
        rm -rf "build/work-$game" build/bincache*
        pack "$game" "$kind" build/again
        cmp "build/again/$game" "player/$game"
    done
    archive
    cmp dist/first.tar.gz dist/economancy.tar.gz
    rm -r build/again dist/first.tar.gz
    (cd player && sha256sum "${packed[@]}")
    sha256sum dist/economancy.tar.gz
    echo "build.sh: made again, the same bytes"
}

games() {  # a game by each executable
    mkdir -p dist
    game economancy player/economancy decent
    game santorini player/santorini greedy
    game coinfight player/coinfight greedy
    game lost-cities player/lost-cities simple
    game thud player/thud-dwarf.js player/thud-troll.js
}

game() {  # game NAME SEAT SEAT: a game that nobody forfeits, its trace verified
    ".venv/bin/$1" referee --seed 1 "$2" "$3" >"dist/game-$1.json" 2>dist/verdict.txt || die "no game of $1: $(<dist/verdict.txt)"
    cat dist/verdict.txt
    ".venv/bin/$1" verify "dist/game-$1.json"
    ! grep -q -e forfeits -e 'fault of' dist/verdict.txt || die "the game of $1 ended with a fault"
}

case "$#:${1-}" in
    0: | 1:portable)
        environment
        executables "${1-host}"
        archive
        games
        ;;
    1:test)
        environment test
        executables same
        .venv/bin/python -m ruff check
        .venv/bin/python -m ruff format --check
        .venv/bin/python -m mypy
        export {ECONOMANCY,SANTORINI,COINFIGHT,LOST_CITIES,THUD}_STRICT=1  # a bug of ours is to fail, not to cost a move
        .venv/bin/python -m pytest
        games
        ;;
    1:again)
        environment
        executables same
        again
        ;;
    2:portability | 3:portability)
        environment >&2
        .venv/bin/python player/portability.py "$2" "${3-$glibc}"
        ;;
    *)
        echo "$usage" >&2
        exit 2
        ;;
esac

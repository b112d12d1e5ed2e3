#!/usr/bin/env bash
# interpreter.sh FOLDER PYTHON: put an interpreter of PYTHON's version that needs no glibc newer than 2.17 into FOLDER,
# and the libraries that numpy's wheel expects of a host. PYTHON has the packages ziglang (a C compiler) and uv.
#
# The interpreter is a standalone one, if uv can fetch it; else CPython, compiled. All else is compiled as well, from the
# distribution's source packages, whose signatures apt checks. Exit status 3: they cannot be had here.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=$1 python=$2
work=$folder.work
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
zig=$("$python" -c 'import importlib.util; print(importlib.util.find_spec("ziglang").submodule_search_locations[0])')/zig

compiler() {  # as `cc`, `ar` and `ranlib`, in a folder for PATH
    mkdir "$work/bin"
    printf '#!/bin/sh\nexec "%s" cc -target x86_64-linux-gnu.2.17 -fPIC -fno-sanitize=undefined -w "$@"\n' "$zig" \
        >"$work/bin/cc"
    printf '#!/bin/sh\nexec "%s" ar "$@"\n' "$zig" >"$work/bin/ar"
    printf '#!/bin/sh\nexec "%s" ranlib "$@"\n' "$zig" >"$work/bin/ranlib"
    chmod +x "$work"/bin/*
    export PATH=$work/bin:$PATH CC=cc AR=ar RANLIB=ranlib SOURCE_DATE_EPOCH=315532800
}

standalone() {
    timeout 300 "$python" -m uv python install --no-bin --install-dir "$work/uv" "$version" &&
        (cd "$work/uv" && echo cpython-"$version".*/ >"$work/standalone" && mv cpython-"$version".*/ "$folder")
}

sources() {  # the original archives of source packages, into the working folder
    local lists=$work/apt file
    mkdir -p "$lists/parts" "$lists/lists/partial" "$lists/cache/archives/partial"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [[ ! -f $file ]] || sed -n 's/^deb /deb-src /p' "$file" >"$lists/parts/$(basename "$file" .list).list"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [[ ! -f $file ]] || sed 's/^Types:.*/Types: deb-src/' "$file" >"$lists/parts/$(basename "$file")"
    done
    local apt=(apt-get -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$lists/parts"
        -o "Dir::State::Lists=$lists/lists" -o "Dir::Cache=$lists/cache" -o APT::Sandbox::User=)
    "${apt[@]}" update && (cd "$work" && "${apt[@]}" source --download-only --tar-only "$@")
}

unpack() {  # unpack NAME: the one archive of that name; enter its folder
    mkdir "$work/$1"
    cd "$work/$1"
    tar --extract --file "$(echo "$work/$1"_*.orig.tar.*)" --strip-components 1
}

zlib() {
    unpack zlib
    ./configure --prefix="$work/static" --static
    make install
    cc -shared -s -o "$work/libz.so.1" -Wl,-soname,libz.so.1 -Wl,--whole-archive libz.a
}

libffi() {
    unpack libffi
    ./configure --prefix="$work/static" --disable-shared --disable-docs --disable-multi-os-directory \
        --disable-exec-static-tramp
    make install
}

from_source() {
    sources "python$version" libffi || exit 3
    (libffi)
    (cpython)
}

cpython() {  # with its C modules inside libpython, and no library of the host: not even its headers are looked for
    unpack "python$version"
    sed -i 's/-Wl,-h/-Wl,-soname,/' Makefile.pre.in  # zig knows the long name only
    sed -i 's/^#@MODULE__CTYPES_TRUE@//' Modules/Setup.stdlib.in  # 3.11 leaves it to setup.py,
    [[ ! -f setup.py ]] || : >setup.py  # which would take the host's headers
    ./configure --prefix="$folder" --enable-shared --without-ensurepip --disable-test-modules \
        MODULE_BUILDTYPE=static PKG_CONFIG_LIBDIR="$work/static/lib/pkgconfig" OPT="-DNDEBUG -fwrapv -O3" \
        CPPFLAGS="-I$work/static/include" LDFLAGS="-s -L$work/static/lib"
    grep -vE '^(nis|ossaudiodev|spwd|audioop|_codecs_|_multibytecodec|_crypt|_lsprof)|xx|_test' Modules/Setup.stdlib |
        sed 's/^_ctypes .*/& -lffi/' >Modules/Setup.local
    make -j"$(nproc)" PY3LIBRARY=
    make install PY3LIBRARY=
}

support() {  # what the wheels expect of a host beside glibc
    local unwind=${zig%/*}/lib/libunwind
    cc -shared -s -O2 -fno-exceptions -fno-rtti -funwind-tables -D_LIBUNWIND_IS_NATIVE_ONLY -nostdlib++ \
        -I"$unwind/include" -o "$folder/lib/libgcc_s.so.1" -Wl,-soname,libgcc_s.so.1 \
        -Wl,--version-script="$here/gcc_s.map" "$here/gcc_s.c" \
        "$unwind"/src/{libunwind.cpp,UnwindLevel1.c,UnwindLevel1-gcc-ext.c,gcc_personality_v0.c} \
        "$unwind"/src/{UnwindRegistersRestore.S,UnwindRegistersSave.S}
    cc -shared -s -O2 -o "$folder/lib/libstdc++.so.6" -Wl,-soname,libstdc++.so.6 \
        -Wl,--version-script="$here/stdcxx.map" "$here/stdcxx.c"
    cp "$work/libz.so.1" "$folder/lib"
}

rm -rf "$folder" "$work"
mkdir -p "$work"
compiler
sources zlib || exit 3
(zlib)
standalone || from_source
support
(cd "$work" && sha256sum -- *.orig.tar.* && cat standalone 2>/dev/null) >"$work/sources" || true
mv "$work/sources" "$folder/sources"  # the last thing: who finds it may use the folder
rm -rf "$work"

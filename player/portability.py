"""Which glibc, and what else of its host, an executable needs: a program, or player/economancy with what it unpacks.

portability.py FILE says so; portability.py FILE VERSION fails if that is a glibc above VERSION or any other library.
"""

import sys
import tarfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

USAGE = "usage: ./build.sh portability FILE [VERSION]      VERSION of glibc, such as 2.17"

LAUNCHER_BYTES = 4096
"""Where the archive begins that player/launcher.sh unpacks."""

OF_GLIBC = {
    f"lib{name}.so.{version}"
    for name, version in {"c": 6, "m": 6, "pthread": 0, "dl": 2, "rt": 1, "util": 1, "resolv": 2}.items()
} | {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}

OF_LIBDL = {"dladdr", "dlclose", "dlerror", "dlopen", "dlsym"}
"""What libc itself has from glibc 2.34 on, so that a binary finds it there without a word of where from."""

Symbol = tuple[str, str]
"""A symbol's name, and its version or ""."""


@dataclass(frozen=True)
class Binary:
    """An ELF file: the libraries it needs, and what it imports from each; with no version, from any (under "")."""

    name: str
    libraries: list[str]
    imports: dict[str, set[Symbol]] = field(default_factory=lambda: {"": set()})
    exports: set[Symbol] = field(default_factory=set)


@dataclass(frozen=True)
class Needs:
    """What an executable needs of its host: a glibc, for the symbol named; and faults, in words."""

    glibc: tuple[int, ...]
    reason: str
    faults: list[str]


def binaries_of(file: Path) -> list[Binary]:
    """Return the ELF files that a file is or unpacks. Raises OSError, ELFError, tarfile.TarError."""
    with file.open("rb") as content:
        if content.read(2) != b"#!":
            return [read_binary(file.name, file.read_bytes())]
        content.seek(LAUNCHER_BYTES)
        with tarfile.open(fileobj=content) as archive:
            members = [(member.name, archive.extractfile(member)) for member in archive if member.isfile()]
            contents = [(name.removeprefix("./"), member.read()) for name, member in members if member]
    binaries = [read_binary(name, content) for name, content in contents if content.startswith(b"\x7fELF")]
    if not binaries:
        raise tarfile.TarError("no program in it")
    return binaries


def read_binary(name: str, content: bytes) -> Binary:
    """Return what the dynamic linker would look at. Raises ELFError."""
    elf: Any = ELFFile(BytesIO(content))
    dynamic = elf.get_section_by_name(".dynamic")
    libraries = [tag.needed for tag in dynamic.iter_tags("DT_NEEDED")] if dynamic else []
    binary = Binary(name, libraries)
    needed = elf.get_section_by_name(".gnu.version_r")
    versions = {0: ("", "")}  # by their number in this file: the library, which is "" for this one, and the version
    for library, auxiliaries in needed.iter_versions() if needed else ():
        binary.imports[library.name] = set()
        versions |= {auxiliary["vna_other"]: (library.name, auxiliary.name) for auxiliary in auxiliaries}
    defined = elf.get_section_by_name(".gnu.version_d")
    for definition, auxiliaries in defined.iter_versions() if defined else ():
        versions[definition["vd_ndx"]] = "", next(auxiliaries).name
    numbers = elf.get_section_by_name(".gnu.version")
    symbols = elf.get_section_by_name(".dynsym")
    for index, symbol in enumerate(symbols.iter_symbols() if symbols else ()):
        library, version = versions[_number(numbers, index) if numbers else 0]
        if symbol["st_shndx"] != "SHN_UNDEF":
            binary.exports.add((symbol.name, version))
        elif symbol["st_info"]["bind"] != "STB_WEAK" and symbol.name:
            binary.imports[library].add((symbol.name, version))
    return binary


def _number(numbers: Any, index: int) -> int:
    """Return the number of a symbol's version in its file, or 0 for none; a mark of hidden versions is left out."""
    number = numbers.get_symbol(index)["ndx"]
    return number & 0x7FFF if isinstance(number, int) else 0


def needs(binaries: list[Binary]) -> Needs:
    """Return what binaries that come together need of their host."""
    bundled = {binary.name.rpartition("/")[2]: binary for binary in binaries}
    exported = {name for binary in binaries for name, _ in binary.exports} | {
        name for binary in binaries for symbols in binary.imports.values() for name, version in symbols if version
    }
    glibc: tuple[int, ...] = (0,)
    reason = "nothing"
    faults: list[str] = []
    loose: list[tuple[Binary, str]] = []
    for binary in binaries:
        faults += [
            f"{binary.name} needs {library} of its host"
            for library in binary.libraries
            if library not in OF_GLIBC and library not in bundled
        ]
        for library, symbols in binary.imports.items():
            for name, version in sorted(symbols):
                if not library:
                    loose.append((binary, name))
                elif library in bundled:
                    if (name, version) not in bundled[library].exports:
                        faults.append(f"{binary.name} needs {name}@{version}, which the {library} beside it lacks")
                elif version == "GLIBC_PRIVATE":
                    faults.append(f"{binary.name} needs {name}, which is private to one glibc")
                elif version.startswith("GLIBC_") and (number := parse(version[6:])) > glibc:
                    glibc, reason = number, f"{binary.name} needs {name}@{version}"
    if glibc >= (2, 34):
        exported |= OF_LIBDL
    faults += [
        f"{binary.name} needs {name}, which nothing beside it brings or gets of glibc"
        for binary, name in loose
        if name not in exported
    ]
    return Needs(glibc, reason, faults)


def described(file: Path, found: Needs) -> list[str]:
    """Return what a file needs, in lines."""
    glibc = ".".join(map(str, found.glibc))
    return [f"{file} needs glibc {glibc} or newer: {found.reason}", *(f"{file}: {fault}" for fault in found.faults)]


def parse(version: str) -> tuple[int, ...]:
    """Return a version as numbers, which compare. Raises ValueError."""
    return tuple(map(int, version.split(".")))


def main(arguments: list[str]) -> int:
    """Run the command; return the exit status: 1 if the file needs too much, 2 if the question makes no sense."""
    try:
        file = Path(arguments[0])
        most = parse(arguments[1]) if arguments[1:] else None
        found = needs(binaries_of(file))
    except (IndexError, ValueError):
        print(USAGE, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"portability: {error}", file=sys.stderr)
        return 2
    except (ELFError, tarfile.TarError):
        print(f"portability: expected a program or player/economancy, got something else in {file}", file=sys.stderr)
        return 2
    print(*described(file, found), sep="\n")
    if most is None or (found.glibc <= most and not found.faults):
        return 0
    print(f"portability: expected no more than glibc {arguments[1]} in {file}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

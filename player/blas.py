"""Makes the library that takes the place of OpenBLAS in the packed player: blas.c, by the names that numpy asks for.

blas.py COMPILER FOLDER makes it in FOLDER, under the name of numpy's own; nothing, with a line on standard error, if
numpy asks for another interface than the one that blas.c has.
"""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from portability import read_binary

ASKING = ("_core/_multiarray_umath*.so", "linalg/_umath_linalg*.so")
"""numpy's extension modules that import from its BLAS and LAPACK."""

OURS = re.compile(r"scipy_cblas_([sd](?:axpy|dot|gemm|gemv|syrk))64_")
"""Names of functions that blas.c has, as numpy's wheels ask for them; 64: with 64-bit integers."""

# as in gamekit.compiled, which the packing Python cannot import
FLAGS = ("-O3", "-std=gnu11", "-shared", "-fPIC")


def main() -> int:
    """Make the library; return the exit status."""
    compiler, folder = sys.argv[1].split(), Path(sys.argv[2])
    spec = find_spec("numpy")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    replaced = [path.name for path in package.parent.glob("numpy.libs/libscipy_openblas*")]
    names = {name for pattern in ASKING for file in package.glob(pattern) for name in _asked(file)}
    if len(replaced) != 1 or not any(map(OURS.fullmatch, names)):
        print("blas.py: expected numpy with OpenBLAS and 64-bit integers: it stays as it is", file=sys.stderr)
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    source, made = folder / "named.c", folder / replaced[0]
    lines = [f'#include "{Path(__file__).with_suffix(".c").resolve()}"']
    for name in sorted(names):
        found = OURS.fullmatch(name)
        original = found[1] if found else "unavailable"
        lines.append(f'extern __typeof__({original}) {name} __attribute__((alias("{original}")));')
    source.write_text("\n".join([*lines, ""]))
    subprocess.run([*compiler, *FLAGS, f"-Wl,-soname,{made.name}", "-o", made, source], check=True)
    return 0


def _asked(file: Path) -> list[str]:
    """Return the names of the BLAS and LAPACK functions that a library imports."""
    imports = read_binary(file.name, file.read_bytes()).imports
    return [name for symbols in imports.values() for name, _ in symbols if name.startswith("scipy_")]


if __name__ == "__main__":
    sys.exit(main())

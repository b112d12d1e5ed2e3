"""No word of a stranger becomes code: nothing of ours unpickles, evaluates, or hands a shell what others wrote."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "yaml", "xml", "code", "commands"}
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "getoutput", "getstatusoutput"}
FALSE = {"allow_pickle", "shell"}
"""Arguments that are always False."""


def dangers(tree: ast.AST) -> Iterator[str]:
    """Yield what in a module could run a stranger's words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.split(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from filter(lambda name: name.split(".")[0] in MODULES, [node.module or ""])
        elif isinstance(node, ast.Call):
            last = getattr(node.func, "attr", getattr(node.func, "id", ""))
            function = ast.unparse(node.func) if last in CALLS else ""
            if function.removeprefix("os.").removeprefix("subprocess.") in CALLS:
                yield function
            for each in node.keywords:
                if each.arg in FALSE and not (isinstance(each.value, ast.Constant) and each.value.value is False):
                    yield f"{each.arg}={ast.unparse(each.value)}"


def test_nothing_of_ours_unpickles_evaluates_or_asks_a_shell() -> None:
    found = {
        str(path.relative_to(SOURCES)): list(dangers(ast.parse(path.read_text("utf-8"))))
        for path in SOURCES.rglob("*.py")
    }
    assert {path: those for path, those in found.items() if those} == {}


def test_each_way_to_run_a_word_is_found() -> None:
    words = (
        "import pickle\nfrom yaml import load\neval(x)\nos.system(y)\nrun(z, shell=True)\nnp.load(f, allow_pickle=w)"
    )
    assert len(list(dangers(ast.parse(words)))) == 6

"""FIGURES.txt is read with a path and a line in every error; `figures` lists it and measures a figure again."""

import re
from pathlib import Path

import pytest

from gamekit.bench.figures import FiguresError, read_figures
from gamekit.bench.quantity import Quantity, agree, printed
from gamekit.commands.common.main import main
from tests.gamekit.nim import NIM

FIGURES = """\
Nim: figures

Ours against random play.
    run     nim print "this took hours"
    gives   nim       93.0 (90.0 to 95.0)  bar 90
    small   nim print "all games 8" "nim 8 92.5 (80.0 to 97.0)"
            "random 7.5"
    gives   random    7.5
    commit  0123456

A trace follows the rules.
    run     nim verify FILE
    small   nim verify FILE
    needs   FILE    a trace
    commit  0123456
"""

Capture = pytest.CaptureFixture[str]


def written(folder: Path, text: str) -> Path:
    path = folder / "FIGURES.txt"
    path.write_text(text)
    return path


def figures(path: Path, *words: str) -> int:
    return main(NIM, {"print": "tests.gamekit.printing"}, ["figures", "--file", str(path), *words])


def test_a_figure_has_a_title_two_commands_what_they_gave_and_a_commit(tmp_path: Path) -> None:
    figure, other = read_figures(written(tmp_path, FIGURES))
    assert (figure.title, figure.line, figure.commit) == ("Ours against random play.", 3, "0123456")
    assert figure.run.command == 'nim print "this took hours"'
    assert [(row.name, row.measured, row.note) for row in figure.run.rows] == [
        ("nim", Quantity(93.0, (90.0, 95.0), 1), "bar 90")
    ]
    assert figure.small.command == 'nim print "all games 8" "nim 8 92.5 (80.0 to 97.0)" "random 7.5"'
    assert [(row.name, row.measured) for row in figure.small.rows] == [("random", Quantity(7.5, None, 1))]
    assert other.needs == {"FILE": "a trace"}


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ("    run     nim p", "    runs    nim p", 4, "expected one of run, gives, small, needs, commit"),
        ("    run     nim p", "    run", 4, "expected one of"),
        ("93.0 (90.0 to", "93.0 (90.0 -> ", 5, "expected NAME  VALUE (LOW to HIGH)  NOTE"),
        ("nim       93.0", "nim 93.0", 5, "expected NAME  VALUE"),
        ("    commit  0123456\n\nA", "    commit  newest\n\nA", 3, "one `commit` with a hash"),
        ("    commit  0123456\n\nA", "\nA", 3, "got run, gives, small"),
        ("    commit  0123456\n\nA", "    commit  0123456\nA", 10, "expected an empty line before the next figure"),
        ("Ours against random play.\n", "", 3, "a line at the margin"),
        ("    small   nim p", "    run     nim p", 6, "`run` once"),
        ("    run     nim p", "    gives   nim p", 4, "expected `run` or `small` before `gives`"),
    ],
)
def test_an_error_has_the_path_and_the_line(before: str, after: str, line: int, said: str, tmp_path: Path) -> None:
    text = FIGURES
    assert before in text
    path = written(tmp_path, text.replace(before, after, 1))
    with pytest.raises(FiguresError) as caught:
        read_figures(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert said in str(caught.value)


def test_the_figures_are_listed_by_number(tmp_path: Path, capsys: Capture) -> None:
    assert figures(written(tmp_path, FIGURES)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  1  Ours against random play."
    assert lines[2].split() == ["nim", "93.0", "(90.0", "to", "95.0)", "bar", "90"]
    assert lines[3] == "  2  A trace follows the rules."


def test_a_figure_of_counted_play_holds_if_the_same_seed_gives_the_same_number(tmp_path: Path, capsys: Capture) -> None:
    assert figures(written(tmp_path, FIGURES), "1") == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "random: 7.5, now 7.5: holds",
        "figure 1: holds",
    ]


def test_a_stale_figure_is_the_exit_status_1(tmp_path: Path, capsys: Capture) -> None:
    assert figures(written(tmp_path, FIGURES.replace("random    7.5", "random    7.4")), "1") == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "random: 7.4, now 7.5: does not hold",
        "figure 1: does not hold",
    ]


@pytest.mark.parametrize(("measured", "status"), [("93.0 (90.0 to 95.0)", 0), ("20.0 (18.0 to 22.0)", 1)])
def test_elsewhere_it_holds_if_the_interval_of_the_difference_covers_0(
    measured: str, status: int, tmp_path: Path
) -> None:
    text = FIGURES.replace("    gives   random    7.5\n", "").replace(
        "nim       93.0 (90.0 to 95.0)", f"nim  {measured}"
    )
    assert figures(written(tmp_path, text), "1") == status


@pytest.mark.parametrize(("measured", "status"), [("1.2 (1.0 to 1.5)", 0), ("2.0 (1.7 to 2.5)", 1)])
def test_a_ratio_of_times_holds_if_it_lies_in_its_interval(measured: str, status: int, tmp_path: Path) -> None:
    text = FIGURES.replace("random    7.5", f"start  {measured}").replace('"random 7.5"', '"start: 1.41 times"')
    assert figures(written(tmp_path, text), "1") == status


def test_a_number_that_is_not_printed_does_not_hold(tmp_path: Path, capsys: Capture) -> None:
    assert figures(written(tmp_path, FIGURES), "1", "--whole") == 1
    assert "nim: 93.0 (90.0 to 95.0), now not printed: does not hold\n" in capsys.readouterr().out


@pytest.mark.parametrize(("status", "held"), [(1, True), (3, False)])
def test_a_bar_that_a_small_run_misses_does_not_count_but_a_fault_does(
    status: int, held: bool, tmp_path: Path, capsys: Capture
) -> None:
    text = FIGURES.replace("small   nim print", f"small   nim print --status {status}")
    assert figures(written(tmp_path, text), "1") == (0 if held else 1)
    assert f"exit status {status}: " in capsys.readouterr().out


def test_a_bar_that_the_whole_run_misses_does_not_hold(tmp_path: Path, capsys: Capture) -> None:
    text = FIGURES.replace('nim print "this took hours"', 'nim print --status 1 "nim 93.0 (90.0 to 95.0)"')
    assert figures(written(tmp_path, text), "1", "--whole") == 1
    assert "exit status 1: expected 0\n" in capsys.readouterr().out


def test_a_tournament_is_measured_again_by_its_scores(tmp_path: Path, capsys: Capture) -> None:
    text = FIGURES.replace("    gives   random    7.5\n", "").replace('            "random 7.5"\n', "")
    small = "nim tournament --games 2 --jobs 1 --openings 1 --seed 1 nim random"
    path = written(tmp_path, text.replace('nim print "all games 8" "nim 8 92.5 (80.0 to 97.0)"', small))
    assert figures(path, "1") == 0
    assert "nim: 93.0 (90.0 to 95.0), now 100.0 (" in capsys.readouterr().out


def test_a_command_that_fails_does_not_hold(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("[]\n")
    assert figures(written(tmp_path, FIGURES), "2", "--set", f"FILE={bad}") == 1


def test_a_figure_without_numbers_holds_by_the_exit_status_alone(tmp_path: Path, capsys: Capture) -> None:
    text = "Nothing is counted.\n    run     nim print a\n    small   nim print b\n    commit  0123456\n"
    assert figures(written(tmp_path, text), "1") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "figure 1: holds, by the exit status alone"


def test_what_a_command_needs_is_asked_for(tmp_path: Path, capsys: Capture) -> None:
    assert figures(written(tmp_path, FIGURES), "2") == 2
    assert capsys.readouterr().err == "nim figures: expected --set FILE=PATH, where FILE is a trace\n"


def test_a_number_that_there_is_not_is_wrong_usage(tmp_path: Path, capsys: Capture) -> None:
    assert figures(written(tmp_path, FIGURES), "3") == 2
    assert capsys.readouterr().err == "nim figures: expected a figure from 1 to 2, got 3\n"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ours: 0.505 (0.499-0.511)", Quantity(0.505, (0.499, 0.511), 3)),
        ("  ours  400  393  98.2 (96.0…99.0)  +5", Quantity(98.2, (96.0, 99.0), 1)),
        ("ours -4.5 (-9.0 to 0.5)", Quantity(-4.5, (-9.0, 0.5), 1)),
        ("ours won 49.5 % +- 1.5, margin 0", Quantity(49.5, (48.0, 51.0), 1)),
        ("ours, cells: 12,345", Quantity(12345, None, 0)),
        ("ours2 7", None),
        ("not ours 7", None),
    ],
)
def test_a_number_is_found_behind_its_name(line: str, found: Quantity | None) -> None:
    assert printed(f"other 3\n{line}\nmore 4", "ours") == found


def test_of_two_comparisons_each_may_differ_more() -> None:
    stated, found = Quantity(50, (40, 60), 0), Quantity(65, (55, 75), 0)
    assert not agree(stated, found)
    assert agree(stated, found, times=2)


def test_a_game_without_figures_says_where_they_would_be(capsys: Capture) -> None:
    assert main(NIM, {}, ["figures"]) == 2
    assert re.search(r"nothing was measured of nim: there is no .*FIGURES\.txt", capsys.readouterr().err)

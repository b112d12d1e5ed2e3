"""Short names of players."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gamekit.tournament.names import WIDTH, file_part, short_names

WORDS = st.sampled_from(
    ["python3", "-u", "a/bot.py", "b/bot.py", "/x/y/z/bot", "bot", "é" * 30, "漢" * 9, "-l", "7", "#2"]
)


@given(st.lists(st.lists(WORDS, min_size=1).map(" ".join), max_size=8), st.integers(6, WIDTH))
def test_short_names_fit_and_are_never_the_same(names: list[str], width: int) -> None:
    short = short_names(names, width)
    assert list(short) == list(dict.fromkeys(names))
    assert len(set(short.values())) == len(short)
    assert all(cell_len(text) <= width for text in short.values())


def test_folders_and_interpreters_go() -> None:
    assert short_names(["/usr/bin/python3.12 -u /home/me/a/bot.py 7", "player/economancy", "decent"]) == {
        "/usr/bin/python3.12 -u /home/me/a/bot.py 7": "bot.py 7",
        "player/economancy": "economancy",
        "decent": "decent",
    }


def test_as_many_folders_stay_as_tell_players_apart() -> None:
    names = ["/home/me/old/player/bot", "/home/me/new/player/bot", "/home/me/new/player/other"]
    assert list(short_names(names).values()) == ["old/player/bot", "new/player/bot", "other"]


def test_interpreters_stay_where_only_they_tell_players_apart() -> None:
    assert list(short_names(["python bot.py", "pypy bot.py"]).values()) == ["python bot.py", "pypy bot.py"]


def test_code_for_an_interpreter_stays_with_it() -> None:
    assert short_names(["sh -c 'exit 3'"]) == {"sh -c 'exit 3'": "sh -c 'exit 3'"}


def test_long_names_lose_their_middle_or_what_leaves_them_different() -> None:
    assert list(short_names(["x" * 30 + "1", "x" * 30 + "2"]).values()) == [
        "x" * 12 + "…" + "x" * 10 + "1",
        "x" * 12 + "…" + "x" * 10 + "2",
    ]
    middles = ["a" * 15 + number + "b" * 15 for number in "12"]
    first, second = short_names(middles).values()
    assert "1" in first
    assert "2" in second


def test_names_of_files_have_no_blanks_or_slashes() -> None:
    assert file_part("python3 a/bot.py --level 7") == "bot.py_level_7"


def test_what_is_no_path_keeps_its_slashes() -> None:
    names = ["<script>x</script>", "bots/<b>x</b>", "bot --level=a/b"]
    assert list(short_names(names).values()) == names


def test_chinese_characters_take_two_columns() -> None:
    (short,) = short_names(["漢" * 20], 10).values()
    assert short == "漢漢…漢漢"

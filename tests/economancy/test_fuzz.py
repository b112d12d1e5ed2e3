"""What the fuzzer (python -m tests.economancy.fuzz) asks of the reader and the decoder, asked of a few inputs."""

from hypothesis import given
from hypothesis import strategies as st

from tests.economancy.fuzz import fuzz_decoder, fuzz_reader


@given(st.binary(max_size=200) | st.text('"\\{}[],:01 \n', max_size=200).map(str.encode))
def test_a_stream_gives_the_same_items_however_it_is_cut(data: bytes) -> None:
    fuzz_reader(data)


@given(st.binary(min_size=1, max_size=13))
def test_a_state_with_odd_parts_is_refused_in_one_line_or_survives_the_wire(data: bytes) -> None:
    fuzz_decoder(data)

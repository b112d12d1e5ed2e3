import pytest

from coinfight.search.core import Core, core


@pytest.fixture(scope="module")
def compiled() -> Core:
    found = core()
    if found is None:
        pytest.skip("no C compiler here")
    return found

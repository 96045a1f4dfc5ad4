"""Whatever bytes come, a reader raises its documented error, soon and within bounds."""

import pytest

from tests.fuzz.readers import READERS, Reader, fuzz

EXAMPLES = 150


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_a_reader_raises_only_what_it_documents(reader: Reader) -> None:
    assert fuzz(reader, EXAMPLES, 1) >= EXAMPLES // 2

"""Streamed downloads."""

from __future__ import annotations

from views.web.downloads import CHUNK_SIZE, stream


def test_streaming_starts_within_the_request_and_continues_after_it(app):
    made = []

    def pieces():
        for number in range(3):
            made.append(number)
            yield str(number) * CHUNK_SIZE

    with app.test_request_context():
        answer = stream(pieces(), "text/plain")
        assert made == [0]
        assert answer.get_data(as_text=True) == "".join(str(number) * CHUNK_SIZE for number in range(3))


def test_an_empty_file_can_be_streamed(app):
    with app.test_request_context():
        assert stream(iter(()), "text/plain").get_data() == b""

"""Answers are packed where it is worth it, and never so that their length tells what is written in them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory

from club.compression import CompressionMiddleware

PACKED = {"Accept-Encoding": "gzip, deflate, br"}
LONG = "The same words again and again. " * 100


def answered(response: HttpResponseBase, **headers: str) -> Any:
    request = RequestFactory().get("/", headers=headers or PACKED)
    return CompressionMiddleware(lambda _request: response).process_response(request, response)


def test_a_page_is_packed_for_who_can_unpack_it(member_client: Client) -> None:
    plain = member_client.get("/about/")
    packed = member_client.get("/about/", headers=PACKED)
    assert not plain.has_header("Content-Encoding")
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content)
    assert len(packed.content) < len(plain.content) / 2
    assert b"</html>" in gzip.decompress(packed.content)
    assert "Accept-Encoding" in packed["Vary"] and "Accept-Encoding" in plain["Vary"]


def test_the_length_of_a_page_tells_nothing() -> None:
    """Equal pages differ in length, by up to the hundred random bytes: twenty in a row are equal once in 10^39."""
    lengths = {len(answered(HttpResponse(LONG)).content) for _ in range(20)}
    assert len(lengths) > 1
    assert max(lengths) - min(lengths) <= 100


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json", "image/svg+xml", "text/csv"])
def test_what_shrinks_is_packed(kind: str) -> None:
    assert answered(HttpResponse(LONG, content_type=kind))["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("kind", ["image/png", "image/webp", "application/pdf", "application/zip", "font/woff2"])
def test_what_is_packed_already_stays_as_it_is(kind: str) -> None:
    response = answered(HttpResponse(LONG, content_type=kind))
    assert not response.has_header("Content-Encoding")
    assert response.content == LONG.encode()


def test_a_file_that_is_written_while_it_is_sent_is_packed_on_the_way() -> None:
    response = answered(StreamingHttpResponse([LONG.encode()] * 3, content_type="text/csv"))
    assert response["Content-Encoding"] == "gzip"
    assert gzip.decompress(b"".join(response)) == LONG.encode() * 3


def test_events_are_not_held_back() -> None:
    def events() -> Iterator[bytes]:
        yield b"data: 1\n\n"
        yield b"data: 2\n\n"

    response = answered(StreamingHttpResponse(events(), content_type="text/event-stream"))
    assert not response.has_header("Content-Encoding")
    assert list(response) == [b"data: 1\n\n", b"data: 2\n\n"]


def test_who_asks_for_plain_text_gets_it() -> None:
    assert not answered(HttpResponse(LONG), **{"Accept-Encoding": "identity"}).has_header("Content-Encoding")


def test_short_answers_are_not_worth_it() -> None:
    assert not answered(HttpResponse("ok")).has_header("Content-Encoding")

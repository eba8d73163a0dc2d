"""What an operator finds in the log: one line for what was refused, a traceback for what the site got wrong."""

import logging
import sys
from collections.abc import Iterator
from io import StringIO

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils.log import log_response
from django.utils.module_loading import import_string


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the site's own handler writes."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    for name in settings.LOGGING["handlers"]["stderr"].get("filters", []):
        handler.addFilter(import_string(settings.LOGGING["filters"][name]["()"])())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize(
    ("address", "host", "said"),
    [
        ("/about/", "elsewhere.example", "Invalid HTTP_HOST header: 'elsewhere.example'"),
        ("/about/", "a b\tc", "Invalid HTTP_HOST header"),
        ("/about/?q=%00", "testserver", "a NUL in the address"),
        ("/about%00/%0aERROR", "testserver", "a NUL in the address"),
    ],
)
@pytest.mark.django_db
def test_what_is_refused_is_one_line(log: StringIO, address: str, host: str, said: str) -> None:
    assert Client(headers={"host": host}).get(address).status_code == 400
    [line] = log.getvalue().splitlines()
    assert said in line


def test_what_the_site_got_wrong_keeps_its_traceback(log: StringIO) -> None:
    try:
        raise KeyError("figure")
    except KeyError as error:
        log_response(
            "Internal Server Error: %s",
            "/x/",
            response=HttpResponse(status=500),
            request=HttpRequest(),
            exception=error,
        )
    assert "Traceback" in log.getvalue()
    assert "KeyError: 'figure'" in log.getvalue()


def test_what_was_caught_elsewhere_keeps_its_traceback(log: StringIO) -> None:
    try:
        raise KeyError("figure")
    except KeyError:
        logging.getLogger("campaigns.jobs").error("a job failed", exc_info=sys.exc_info())
    assert "Traceback" in log.getvalue()

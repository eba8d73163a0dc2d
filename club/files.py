"""Answers that are files to download."""

from __future__ import annotations

import msgspec
from django.http import HttpResponse
from django.utils.http import content_disposition_header


def file_headers(name: str, *, shown: bool = False) -> dict[str, str]:
    """Return the headers of an answer that the browser saves as the file ``name``, or shows first.

    No proxy may keep it: files hold what only their reader may see.
    """
    disposition = content_disposition_header(as_attachment=not shown, filename=name)
    return {"Content-Disposition": disposition or "inline", "Cache-Control": "private, no-cache"}


def receipt_answer(receipt: object, name: str) -> HttpResponse:
    """Return a proof of dice as the file ``name``, for ``python -m engines verify FILE``."""
    content = msgspec.json.format(msgspec.json.encode(receipt), indent=2)
    return HttpResponse(content, content_type="application/json", headers=file_headers(name))


def pdf_answer(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, and saves as the file ``name``."""
    return HttpResponse(content, content_type="application/pdf", headers=file_headers(name, shown=True))

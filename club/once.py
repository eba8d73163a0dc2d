"""Whatever a form makes, it makes once.

A form that makes something carries an id of its own (``{% once %}``, ``once=True`` of ``{% post_button %}``). Its view
stands under :func:`once` and makes the thing by :func:`made_once` or :func:`done_once`. The same form sent again, by a
double press, by Back or by a phone that lost the answer, leads where it led the first time, though it would be refused
by now. When both arrive at the same moment, the second waits for the first at the key of ``Submission``, which is
written in the transaction that makes the thing.

The same is what the same person sends to the same address with all fields alike. Whoever changes something in a form
sends another one; what was made of the first and is gone meanwhile is made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, Final
from uuid import uuid4

from django.apps import apps
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from club.models import Submission
from club.operations import for_update

FIELD: Final = "client_id"
REMEMBERED: Final = timedelta(days=400)
"""Longer than a phone lies in a drawer that sent a form and never heard that it had arrived (``static/js/outbox``)."""
NEVER_ALIKE: Final = frozenset({"csrfmiddlewaretoken"})
"""Fields that differ each time a form is drawn though it says the same."""


def new_id() -> str:
    """Return what a form is known by that is drawn now."""
    return str(uuid4())


def once[R: HttpRequest, **P](
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Lead a form that made something before to where it led then; stands behind the decorators that ask for log-in."""

    @wraps(view)
    def led(request: R, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST" or FIELD not in request.POST:
            return view(request, *args, **kwargs)
        sent = Submission.objects.filter(key=_key(request)).exclude(address="").first()
        if sent is not None and (not sent.model or _known(sent) is not None):
            return redirect(sent.address)
        answer = view(request, *args, **kwargs)
        address = answer.headers.get("Location", "")
        if address and getattr(request, "made_something", False):
            Submission.objects.filter(key=_key(request)).update(address=address)
        return answer

    led.makes_once = True  # type: ignore[attr-defined]  # tests look whether a view stands under this
    return led


def made_once[M: models.Model](request: HttpRequest, make: Callable[[], M]) -> M:
    """Return what ``make`` makes, or what it made when this very form was sent before.

    One transaction: where ``make`` raises, such as ``Refused``, nothing is remembered and the form may be sent again.
    """
    if FIELD not in request.POST:
        return make()
    with transaction.atomic():
        sent, new = _sent(request)
        known: Any = None if new else _known(sent)
        if known is not None:
            made: M = known
            return made
        made = make()
        sent.model, sent.row = made._meta.label, str(made.pk)
        sent.save(update_fields=["model", "row"])
        return made


def done_once(request: HttpRequest, do: Callable[[], object]) -> bool:
    """Do what leaves nothing to lead to; return False, and do nothing, when this very form was sent before."""
    if FIELD not in request.POST:
        do()
        return True
    with transaction.atomic():
        new = _sent(request)[1]
        if new:
            do()
        return new


def forget() -> None:
    """Forget forms sent long ago: nobody has them open any more."""
    Submission.objects.filter(at__lt=timezone.now() - REMEMBERED).delete()


def _sent(request: HttpRequest) -> tuple[Submission, bool]:
    """Return the form as it was sent before, or now for the first time; whoever sends it too waits here."""
    request.made_something = True  # type: ignore[attr-defined]
    return for_update(Submission.objects.all()).get_or_create(key=_key(request))


def _known(sent: Submission) -> models.Model | None:
    """Return what was made, as it is now; None where it is gone."""
    if not sent.model:
        return None
    rows: models.Manager[models.Model] = apps.get_model(sent.model)._default_manager
    return rows.filter(pk=sent.row).first()


def _key(request: HttpRequest) -> str:
    """Return what a form is remembered by: who sends what where."""
    digest = hashlib.sha256()

    def put(text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        digest.update(b"%d:" % len(data) + data)

    put(str(request.user.pk))
    put(request.get_full_path())
    for name, values in sorted(request.POST.lists()):
        if name not in NEVER_ALIKE:
            put(name)
            for value in values:
                put(value)
    for name, files in sorted(request.FILES.lists()):
        put(name)
        for file in files:
            put(file.name or "")
            for chunk in file.chunks():
                put(chunk)
            file.seek(0)
    return digest.hexdigest()

"""Hanging a portrait and taking it down."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _

from club.models import Member
from club.operations import Refused
from rosters.models import Portrait, Warband
from rosters.models.portrait import WHOLE
from rosters.operations import lock
from rosters.portraits.picture import small


def hang(*, warband: Warband, figure: int, file: BinaryIO, size: int, by: Member) -> Portrait:
    """Keep a picture as the portrait of a figure (``WHOLE``: of the warband), in place of an earlier one.

    Raises ``Refused`` for what is no fit picture, and for a figure that the warband never had.
    """
    picture = small(file, size)
    with transaction.atomic():
        locked = lock(warband, None)
        if figure != WHOLE and locked.roster.figure(figure) is None:
            raise Refused.because("no_such_figure", _("This warband has no such figure."), "picture")
        mark = hashlib.sha256(picture.content).hexdigest()[:16]
        portrait, _made = Portrait.objects.update_or_create(
            warband=locked,
            figure=figure,
            defaults={
                "content": picture.content,
                "mark": mark,
                "width": picture.width,
                "height": picture.height,
                "by": by,
            },
        )
        _list(locked, warband, {**locked.portraits_hung, str(figure): mark})
    return portrait


@transaction.atomic
def take_down(*, warband: Warband, figure: int) -> None:
    """Remove a portrait; nothing happens if there is none."""
    locked = lock(warband, None)
    Portrait.objects.filter(warband=locked, figure=figure).delete()
    _list(locked, warband, {number: mark for number, mark in locked.portraits_hung.items() if number != str(figure)})


def _list(locked: Warband, warband: Warband, hung: dict[str, str]) -> None:
    """Write the reading copy of whose portraits there are."""
    locked.portraits_hung = warband.portraits_hung = hung
    locked.save(update_fields=["portraits_hung", "changed"])


def pictures(warband: Warband) -> Mapping[int, bytes]:
    """Return the portraits of a warband as JPEGs, by figure; one query."""
    rows = Portrait.objects.filter(warband=warband).values_list("figure", "content")
    return {figure: bytes(content) for figure, content in rows}

"""A subject of the tests' own, and hooks that hear of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import get_language

from club.hooks import codes, happenings, operations, reach, sending
from club.hooks.codes import Event, Look, Notice
from club.hooks.operations import Said
from club.models import Member
from club.models.hook import Hook, HookDelivery, HookKind
from club.visibility import Visibility


@dataclass
class Thing:
    """What the tests' events are about."""

    scope: str = "club"
    audience: Visibility = Visibility.PUBLIC
    score: int = 0
    notices: list[str] = field(default_factory=list)


class Things:
    """The subjects ``thing:1``, ``thing:2``…"""

    def __init__(self) -> None:
        self.known: dict[int, Thing] = {}

    def look(self, number: int) -> Look | None:
        thing = self.known.get(number)
        return Look(thing.scope, thing.audience, {"score": thing.score}) if thing is not None else None

    def notice(self, number: int) -> Notice | None:
        thing = self.known.get(number)
        if thing is None:
            return None
        said = "Le score" if get_language() == "fr" else "The score"
        return Notice(f"Thing {number}", (f"{said}: {thing.score} <3",), f"/things/{number}/", "/card.png")


EVENTS = {code: Event(code, "thing") for code in ("thing.begun", "thing.changed", "thing.over")}


def registered() -> Things:
    """Let there be things, none so far."""
    things = Things()
    codes.register(EVENTS, {"thing": things})
    return things


def hook_at(url: str, kind: str = HookKind.WEBHOOK, *, author: Member | None = None, **more: Any) -> Hook:
    """Return a hook at an address, which hears of everything; ``token``, ``room`` and what else a hook has."""
    how = reach.Reach(url, more.pop("token", ""), more.pop("room", ""), more.pop("secrets", ()))
    if kind == HookKind.WEBHOOK and not how.secrets:
        how = reach.rotated(how, reach.new_secret())
    values: dict[str, Any] = {"scope": "club", "name": "Ours", "language": "en", "events": list(EVENTS)} | more
    return Hook.objects.create(kind=kind, host="x", sealed=reach.sealed(how), made_by=author, **values)


def happen(code: str, subject: str = "thing:1") -> None:
    """Let something happen, in a transaction of its own."""
    with transaction.atomic():
        happenings.happened(code=code, subject=subject)
    happenings._TOLD.clear()  # the test is one transaction: what was told in it would stay under way


def send(hook: Hook) -> datetime | None:
    """Send what is due."""
    return sending.send_due(hook.pk)


def said(**more: Any) -> Said:
    """Return what somebody types about a hook."""
    values: dict[str, Any] = {"name": "Ours", "language": "en", "events": ["thing.begun"]} | more
    return Said(**values)


def delivery(hook: Hook) -> HookDelivery:
    """Return the latest delivery to a hook."""
    return HookDelivery.objects.filter(hook=hook).order_by("-pk")[0]


__all__ = ["EVENTS", "delivery", "happen", "hook_at", "operations", "registered", "said", "send"]

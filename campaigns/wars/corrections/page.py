"""What the page of a correction shows: what is corrected, what follows for whom, what is still to be rolled."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import UNSET, Struct

from campaigns.wars.civilians.operations import course_of
from campaigns.wars.civilians.wording import name_of
from campaigns.wars.corrections.drafting import Look
from campaigns.wars.corrections.forms import answer, token
from campaigns.wars.corrections.wording import (
    difference_sentence,
    edit_sentences,
    line_of,
    missing_sentence,
    put_in_title,
    question_sentence,
    refusal_sentence,
    step_sentence,
)
from campaigns.wars.settings.operations import rules_of
from engines.musg.abducted import strays
from engines.musg.corrections.outcome import Keep


class Choice(Struct, frozen=True):
    """One line: what changes or cannot have been, since what, and what may be decided about it."""

    name: str
    sentence: str
    since: str
    token: str
    kept: bool
    can_be_kept: bool


class Part(Struct, frozen=True):
    """What follows for one warband; ``refusals`` cannot have been."""

    key: str
    name: str
    refusals: tuple[Choice, ...]
    differences: tuple[Choice, ...]


class Dice(Struct, frozen=True):
    """A roll still to be made, by whom, and where."""

    sentence: str
    warband: str
    address: str


class Asked(Struct, frozen=True):
    """Whether somebody was at a battle; ``answer`` is the one chosen, ``address`` where more can be told of it."""

    name: str
    sentence: str
    yes: str
    no: str
    answer: str
    address: str


class Preview(Struct, frozen=True):
    """A draft and all that follows from it; ``astray``: what battles say of civilians that no longer holds."""

    edits: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    dice: tuple[Dice, ...]
    lost: bool
    fingerprint: str
    changes: bool
    astray: tuple[str, ...] = ()
    questions: tuple[Asked, ...] = ()

    @property
    def unanswered(self) -> int:
        """How many questions have no answer yet."""
        return sum(not question.answer for question in self.questions)

    @property
    def ready(self) -> bool:
        """Whether it can be confirmed."""
        return self.changes and not self.dice and not self.lost and not self.unanswered


def preview(seen: Look) -> Preview:
    """Return what a referee sees of a draft."""
    parts = tuple(_parts(seen))
    return Preview(
        edits=tuple(edit_sentences(seen)),
        parts=parts,
        dice=tuple(_dice(seen)),
        lost=seen.lost,
        fingerprint=seen.fingerprint,
        changes=seen.changes,
        astray=tuple(_astray(seen)),
        questions=tuple(_questions(seen)),
    )


def _questions(seen: Look) -> Iterator[Asked]:
    """Yield of whom is asked whether they were at a battle that only the corrected past lets them fight."""
    for number, question in enumerate(seen.result.questions):
        battle = seen.past.battles.get(question.ref)
        yes, no = answer(question, fought=True), answer(question, fought=False)
        yield Asked(
            f"there-{number}",
            question_sentence(question, seen),
            yes,
            no,
            "" if question.fought is None else yes if question.fought else no,
            reverse("campaigns:correct_battle", args=[seen.correction.campaign.slug, battle.pk]) if battle else "",
        )


def _astray(seen: Look) -> Iterator[str]:
    """Yield what later battles say of civilians whom nobody would have kept any more (ruling M330)."""
    others = {battle.key: seen.result.battles[ref] for ref, battle in seen.past.battles.items() if ref in seen.changed}
    if not others:
        return
    instead = {key: fought.report.civilians if fought is not None else UNSET for key, fought in others.items()}
    campaign = seen.correction.campaign
    before, catalogue = strays(course_of(campaign)), rules_of(campaign).catalogue
    titles = {battle.key: battle.title for battle in seen.past.battles.values()}
    for key, civilian in strays(course_of(campaign, instead=instead)):
        if (key, civilian) not in before:
            said = _(
                "“%(title)s”: what it says about %(name)s is no longer valid, as the aliens were not holding it then."
            )
            yield said % {"title": titles.get(key, ""), "name": name_of(civilian, catalogue)}


def _parts(seen: Look) -> Iterator[Part]:
    numbered = iter(range(100_000))
    for key, warband in seen.past.warbands.items():
        roster = seen.result.old[key]
        refusals = tuple(
            Choice(
                f"line-{next(numbered)}",
                refusal_sentence(refusal, seen, roster),
                "",
                token(Keep(ref=refusal.ref)),
                refusal.kept,
                refusal.can_be_kept,
            )
            for refusal in seen.result.refusals
            if refusal.warband == key
        )
        differences = tuple(
            Choice(
                f"line-{next(numbered)}",
                difference_sentence(line_of(difference, seen), seen.past.catalogue),
                _since(seen, difference.since),
                token(Keep(key, difference.key.figure, difference.key.aspect.value)),
                difference.kept,
                difference.can_be_kept,
            )
            for difference in seen.result.differences
            if difference.warband == key
        )
        if refusals or differences:
            yield Part(key, warband.name, refusals, differences)


def _since(seen: Look, ref: str) -> str:
    battle, row = seen.past.battles.get(ref), seen.past.rows.get(ref)
    title = battle.title if battle is not None else put_in_title(seen, ref)
    if title:
        return title
    return step_sentence(row, seen.past) if row is not None else ""


def _dice(seen: Look) -> Iterator[Dice]:
    for missing in seen.result.missing:
        warband = seen.past.warbands[missing.warband]
        correction = seen.correction
        address = reverse("campaigns:correction_dice", args=[correction.campaign.slug, correction.pk, warband.pk])
        yield Dice(missing_sentence(missing, seen.result.new[missing.warband]), warband.name, address)

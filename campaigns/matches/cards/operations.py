"""Card sets: begun and filled card by card, or read from a file; changed, taken away."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from campaigns.matches.cards import files
from campaigns.matches.cards.kinds import COPIES, EMPTY, FACES, VICIOUS, CardData, Kind
from campaigns.matches.cards.play import PROBLEMS, UNFINISHED, readiness_problems
from campaigns.matches.cards.problems import EFFECTS, describe_problem
from campaigns.matches.cards.record import record
from campaigns.matches.cards.rights import may_change, owns
from campaigns.matches.cards.sets import CARDS, name_of, name_on
from campaigns.matches.cards.shape import shape_problems
from campaigns.matches.models.card_set import ScoreCards
from club.models import Member
from club.operations import Check, Objection, Refused, Stale, for_update
from engines.core.problems import Malformed, Problem
from engines.core.score import encode

TEXT_LIMIT: Final = 200_000
NAME_LIMIT: Final = 60
"""The characters a name may have in the engine."""
CODE_MOST: Final = 40
FIELDS: Final[Mapping[str, str]] = {
    "card_says_nothing": "name",
    "team_own_colour": "team__with",
    "defence_empty": "defence__melee",
    "hero_categories": "skills__melee",
    "label_long": "name",
    "label_unprintable": "name",
    "vicious_tokens": "clues_2",
}
"""Beside which field a problem of the engine is told."""
PROBLEMS_MOST: Final = 60
"""Of a file in which everything is wrong, so much is told at once."""


@transaction.atomic
def add_cards(*, game: str, text: str, author: Member) -> ScoreCards:
    """Read a card set from its file, TOML or JSON, and keep it, finished or not.

    Raises ``Refused`` with all that is wrong with it, each with its place; then nothing is kept.
    """
    _refuse_unknown(game)
    if len(text) > TEXT_LIMIT:
        raise Refused.because("text_long", _("This is too long for a card set."), "text")
    data = files.data_of(text, game)
    found = list(shape_problems(CARDS[game].kind, data))
    if found:
        raise Refused(_objections(found, data, text))
    cards = CARDS[game].read(data)
    problems = _problems(game, cards)
    wrong = [one for one in problems if one.code not in UNFINISHED]
    if wrong:
        raise Refused(_objections(wrong, data, text))
    name = name_of(cards).strip()[:80]
    if not name:
        raise Refused.because("cards_name", _("The set needs a name."), "text")
    kept = ScoreCards(game=game, name=name, data=encode(cards), ready=_suffices(game, cards), added_by=author)
    _store(kept, "text")
    record(kept, author, "taken_in")
    return kept


@transaction.atomic
def begin_cards(*, game: str, name: str, author: Member) -> ScoreCards:
    """Begin a card set in which no card is yet. Raises ``Refused``."""
    _refuse_unknown(game)
    data = {"name": _named(name), **EMPTY[game]}
    begun = ScoreCards(game=game, name=name.strip(), data=encode(CARDS[game].read(data)), ready=False, added_by=author)
    _store(begun, "name")
    record(begun, author, "begun")
    return begun


@transaction.atomic
def rename_cards(*, cards: ScoreCards, name: str, author: Member, check: Check | None = None) -> None:
    """Give a card set another name. Raises ``Refused``, and what ``check`` raises."""
    # All sets of the game, in one order: two that take each other's names would wait for each other.
    list(for_update(ScoreCards.objects.filter(game=cards.game)).order_by("pk").values_list("pk"))
    locked = lock(cards, author, owner=True)
    if check is not None:
        check()
    before = locked.name
    locked.data = {**locked.data, "name": _named(name)}
    locked.name = name.strip()
    _store(locked, "name")
    record(locked, author, "renamed", name=locked.name, before=before)


@transaction.atomic
def put_card(
    *, cards: ScoreCards, kind: Kind, row: CardData, author: Member, was: str = "", code: str = ""
) -> ScoreCards:
    """Add a card to a set, or put ``row`` in the place of the card ``code`` as it stood when its page was opened.

    ``row`` is the card as the engine's JSON has it, without a code; ``was`` the print of the card it replaces. Two who
    add at once both keep their cards. Raises ``Refused`` with everything wrong about the card, ``Stale``.
    """
    locked = lock(cards, author)
    old = _card(locked, kind, code, was) if code else None
    made = {**row, **kind.fixed, "code": code or free_code(kind, locked.data, str(row["name"]["fr"]))}
    there = locked.data.get(kind.place, [])
    others = [one for one in there if one is not old]
    left = kind.needs - kind.count({kind.place: others})
    if kind.times(made) > left and not kind.more:
        raise Refused.because("too_many", _too_many(kind, left), COPIES if kind.copied else "name")
    if any(face(one) == face(made) for one in others):
        raise Refused.because("card_known", _("This exact card is already in the set."), "name")
    rows = [made if one is old else one for one in there]
    told = str(row["name"]["fr"])
    change(locked, {kind.place: rows if old is not None else [*rows, made]}, made["code"], told, kind)
    if old is None:
        record(locked, author, "added", name=told)
    else:
        record(locked, author, "changed", name=told, card=dict(old))
    return locked


@transaction.atomic
def drop_card(*, cards: ScoreCards, kind: Kind, code: str, was: str, author: Member) -> str:
    """Take a card out of a set, as it stood when its page was opened; return its name.

    Raises ``Refused``, ``Stale``.
    """
    locked = lock(cards, author)
    old = _card(locked, kind, code, was)
    change(locked, {kind.place: [one for one in locked.data[kind.place] if one is not old]})
    name = str(old["name"]["fr"])
    record(locked, author, "dropped", name=name, card=dict(old))
    return name


@transaction.atomic
def put_vicious(
    *,
    cards: ScoreCards,
    rows: Iterable[CardData],
    author: Member,
    others: Mapping[str, int | None] | None = None,
    was: str = "",
) -> None:
    """Say what Vicious brings with each number of players; ``others`` is what else stands on his card.

    ``was`` is the print of his card as it was seen. Raises ``Refused`` with the fields concerned, ``Stale``.
    """
    locked = lock(cards, author)
    before = vicious_of(locked.data)
    _refuse_stale(before, was)
    change(locked, {VICIOUS: list(rows), **(others or {})}, VICIOUS)
    record(locked, author, "vicious", card=before)


@transaction.atomic
def put_faces(*, cards: ScoreCards, faces: Iterable[list[str]], author: Member, was: str = "") -> None:
    """Say what the faces of the armoury die show; ``was`` is their print as they were seen.

    Raises ``Refused``, ``Stale``.
    """
    locked = lock(cards, author)
    before = faces_of(locked.data)
    _refuse_stale(before, was)
    change(locked, {FACES: list(faces)}, FACES)
    record(locked, author, "faces", card=before)


def remove_cards(*, cards: ScoreCards, author: Member) -> None:
    """Take a card set away: who added it may, and club admins. Matches keep their copies."""
    if not owns(author, cards):
        raise Refused.because(
            "not_yours", _("Only the person who added this card set, or a club admin, may remove it.")
        )
    cards.delete()


def print_of(row: CardData) -> str:
    """Return what tells whether a card is still the one that was seen."""
    return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()[:16]


def vicious_of(data: CardData) -> dict[str, Any]:
    """Return what stands on Vicious's card."""
    return {name: value for name, value in data.items() if name.startswith(VICIOUS)}


def faces_of(data: CardData) -> dict[str, Any]:
    """Return what the faces of the die show."""
    return {FACES: data.get(FACES, [])}


def _refuse_stale(now: CardData, was: str) -> None:
    if was and print_of(now) != was:
        raise Stale(_("This card has changed since you opened the page. Nothing was saved; look at it again."))


def _refuse_unknown(game: str) -> None:
    if game not in CARDS:
        raise Refused.because("no_cards", _("The pads of this game check no cards."), "game")


def _named(name: str) -> dict[str, str]:
    name = name.strip()
    if not name:
        raise Refused.because("cards_name", _("The set needs a name."), "name")
    return {"fr": name, "en": name}


def lock(cards: ScoreCards, author: Member, *, owner: bool = False) -> ScoreCards:
    """Return a card set, locked, for who may change it; with ``owner`` for who added it. Raises ``Refused``."""
    locked = for_update(ScoreCards.objects.all()).filter(pk=cards.pk).first()
    if locked is None:
        raise Refused.because("cards_gone", _("Somebody has removed this card set."))
    if not (owns if owner else may_change)(author, locked):
        raise Refused.because("not_yours", _("You may not change this card set."))
    return locked


def _card(locked: ScoreCards, kind: Kind, code: str, was: str) -> CardData:
    found = next((row for row in kind.rows(locked.data) if row["code"] == code), None)
    if found is None or print_of(found) != was:
        raise Stale(_("This card has changed since you opened the page. Nothing was saved; look at it again."))
    return found


def free_code(kind: Kind, data: CardData, name: str) -> str:
    """Return a code for a card of that name that no other card has."""
    plain = slugify(name).replace("-", "_")[:CODE_MOST] or "card"
    taken, number, code = kind.codes(data), 1, plain
    while code in taken:
        number += 1
        code = f"{plain}_{number}"
    return code


def face(row: CardData) -> dict[str, Any]:
    """Return what stands on a card: equal cards are to be counted, not listed twice. What is nought is left out."""

    def trimmed(value: Any) -> Any:
        return {name: trimmed(one) for name, one in value.items() if one} if isinstance(value, Mapping) else value

    apart = ("code", COPIES)
    return {name: kept for name, value in row.items() if name not in apart and (kept := trimmed(value))}


def _too_many(kind: Kind, left: int) -> Any:
    if left < 1:
        return _("All %(needs)s of the box are there.") % {"needs": kind.needs}
    return _("The box has %(needs)s of these: at most %(left)s more.") % {"needs": kind.needs, "left": left}


def _problems(game: str, cards: Any) -> list[Problem]:
    """Return everything that keeps a set from being played, each once."""
    found: dict[str, Problem] = {}
    for problem in PROBLEMS[game](cards):
        found.setdefault(repr((problem.code, sorted(problem.params.items(), key=str))), problem)
    return list(found.values())


def _suffices(game: str, cards: Any) -> bool:
    """Tell whether a set has all that it needs to be offered."""
    return not any(True for _ in readiness_problems(game, cards))


def _objections(problems: Iterable[Problem], data: Mapping[str, Any], text: str) -> list[Objection]:
    """Say what is wrong with a file; a card is called by its name where that can be read."""
    rows = [row for there in data.values() if isinstance(there, list) for row in there if isinstance(row, Mapping)]
    names = {row["code"]: _name(row) for row in rows if isinstance(row.get("code"), str)}
    told = [(one, names.get(str(one.params.get("item", "")), "")) for one in problems]
    found = [Objection(one.code, describe_problem(one, name, text), "text") for one, name in told[:PROBLEMS_MOST]]
    if len(told) > PROBLEMS_MOST:
        more = _("Problems not listed here: %(count)s.") % {"count": len(told) - PROBLEMS_MOST}
        found.append(Objection("more", more, "text"))
    return found


def _name(row: CardData) -> str:
    name = row.get("name")
    known = isinstance(name, Mapping) and all(isinstance(name.get(code), str) for code in ("fr", "en"))
    return name_on(row) if known else ""


def change(locked: ScoreCards, change: CardData, code: str = "", name: str = "", kind: Kind | None = None) -> None:
    """Put something else into a set, unless that makes the card ``code`` wrong; cards may be missing."""
    try:
        made = CARDS[locked.game].read({**locked.data, **change})
    except Malformed as error:
        sentence = _("This cannot be read as a card. %(where)s") % {"where": error.where}
        raise Refused.because("unreadable", sentence) from error
    problems = _problems(locked.game, made)
    mine = [one for one in problems if one.code not in UNFINISHED and _about(one, code)]
    if mine:
        raise Refused(Objection(one.code, describe_problem(one, name), _field(one, kind)) for one in mine)
    locked.data = encode(made)
    locked.ready = _suffices(locked.game, made)
    locked.save(update_fields=["data", "ready"])


def _about(problem: Problem, code: str) -> bool:
    item = str(problem.params.get("item", code))
    return bool(code) and (item == code or (code == VICIOUS and item.startswith(VICIOUS)))


def _field(problem: Problem, kind: Kind | None) -> str | None:
    """Return beside which field of the card's form a problem is told."""
    if problem.code in EFFECTS:
        slots = kind.slots if kind else ()
        return next((slot.field for slot in slots if slot.code == problem.params.get("slot")), None)
    if problem.code == "card_number":
        item, name = str(problem.params["item"]), str(problem.params["field"])
        players = item.removeprefix(f"{VICIOUS}_")
        if players != item:
            return f"{name}_{players}"
        known = {one.path.replace(".", "_"): one.field for one in kind.figures} if kind else {}
        return next((field for path, field in known.items() if path == name or path.endswith(f"_{name}")), None)
    return FIELDS.get(problem.code)


def _store(cards: ScoreCards, field: str) -> ScoreCards:
    try:
        with transaction.atomic():
            cards.save()
    except IntegrityError as error:
        raise Refused.because("cards_twice", _("There is already a card set with this name."), field) from error
    return cards

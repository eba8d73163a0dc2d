"""Opening a campaign, changing its settings, its join code, closing it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from string import ascii_lowercase, digits
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import members_of
from campaigns.league.models import Campaign, JoinMode, Membership, Role, new_join_code
from campaigns.league.news import tell
from campaigns.league.settings_told import settings_of, tell_settings
from campaigns.league.terms import Terms, term_problems
from club.models import Member
from club.operations import ProblemLike, Refused, Stale, for_update
from club.visibility import Visibility

SLUG_LIMIT: Final = 60
SLUG_ATTEMPTS: Final = 4
RESERVED: Final = frozenset({"new", "join"})
"""Names that addresses use for something else."""

type Listener = Callable[[Campaign, str], None]
"""Is told, with who might read a campaign before (``Visibility``), that others may now; the campaign is locked."""
_READERS_CHANGED: Final[list[Listener]] = []


def on_readers_changed(listener: Listener) -> None:
    """Let another room keep what follows from who may read a campaign. Registering twice changes nothing."""
    if listener not in _READERS_CHANGED:
        _READERS_CHANGED.append(listener)


@transaction.atomic
def open_campaign(
    *, referee: Member, game: str, terms: Terms, rules: object = None, faults: Iterable[ProblemLike] = ()
) -> Campaign:
    """Open a campaign of a game, ``referee`` being its first referee.

    ``rules`` are the game's options as they are stored, ``faults`` what the caller found wrong with them. Raises
    ``Refused`` with all that is wrong.
    """
    refuse([*term_problems(terms), *faults])
    campaign = Campaign(game=game, rules=rules or {})
    write_terms(campaign, terms)
    _save_under_free_slug(campaign)
    Membership.objects.create(campaign=campaign, member=referee, role=Role.REFEREE)
    return campaign


@transaction.atomic
def change_terms(*, campaign: Campaign, terms: Terms, version: int | None = None, author: Member | None = None) -> None:
    """Change the settings; the passed campaign is brought up to date. Raises ``Refused`` or ``Stale``.

    The players are told what the ``author`` changed.
    """
    locked = lock_campaign(campaign, version)
    refuse(term_problems(terms))
    before, read_by = settings_of(locked), locked.visibility
    write_terms(locked, terms)
    save_changed(locked, campaign)
    if locked.visibility != read_by:
        for listener in _READERS_CHANGED:
            listener(locked, read_by)
    tell_settings(locked, before, author)


@transaction.atomic
def renew_join_code(*, campaign: Campaign) -> str:
    """Make the old code and link useless; return the new code."""
    locked = lock_campaign(campaign)
    locked.join_code = new_join_code()
    save_changed(locked, campaign)
    return locked.join_code


@transaction.atomic
def close_campaign(
    *, campaign: Campaign, closed: bool, version: int | None = None, author: Member | None = None
) -> None:
    """Declare the campaign over, or open it again. Nobody joins, enlists or schedules in one that is over."""
    locked = lock_campaign(campaign, version)
    changes = locked.closed != closed
    locked.closed = closed
    save_changed(locked, campaign)
    if changes:
        tell(
            campaign=locked,
            to=members_of(locked),
            code="campaign_closed" if closed else "campaign_reopened",
            address=locked.get_absolute_url(),
            by=author,
        )


def lock_campaign(campaign: Campaign, version: int | None = None) -> Campaign:
    """Return the campaign's row locked for this transaction; raise ``Stale`` if its settings moved on."""
    locked = for_update(Campaign.objects.all()).get(pk=campaign.pk)
    if version is not None and locked.version != version:
        raise Stale(_("Somebody else has changed this campaign since you opened the page. Nothing was saved."))
    return locked


def lock_running(campaign: Campaign) -> Campaign:
    """Return the campaign's row locked; refuse if the campaign is over."""
    locked = lock_campaign(campaign)
    if locked.closed:
        raise Refused.because("campaign_over", _("This campaign is over. A referee may open it again."))
    return locked


def refuse(problems: Sequence[ProblemLike]) -> None:
    """Raise ``Refused`` if there are any problems."""
    if problems:
        raise Refused(problems)


def write_terms(campaign: Campaign, terms: Terms) -> None:
    """Write what referees decided into a campaign's columns, without storing them."""
    campaign.name = terms.name.strip()
    campaign.description = terms.description.strip()
    campaign.visibility = Visibility(terms.visibility).value
    campaign.join_mode = JoinMode(terms.join_mode).value
    campaign.confirm_hours = terms.confirm_hours


def save_changed(locked: Campaign, campaign: Campaign) -> None:
    """Store the locked row and let the caller's object show the same."""
    locked.version += 1
    locked.save()
    if campaign is not locked:
        campaign.refresh_from_db()


def _save_under_free_slug(campaign: Campaign) -> None:
    """Store a new campaign; if somebody takes its address at the same moment, look for another one.

    Of many who open campaigns of one name at once, each round of looking lets one through: whoever lost some rounds
    takes an address that nobody else looks for.
    """
    for attempt in itertools.count():
        campaign.slug = _free_slug(campaign.name, at_random=attempt >= SLUG_ATTEMPTS)
        try:
            with transaction.atomic():
                campaign.save()
        except IntegrityError:
            if attempt == 2 * SLUG_ATTEMPTS:
                raise
        else:
            return


def _free_slug(name: str, *, at_random: bool = False) -> str:
    """Return a campaign's part of the address: its name in plain letters, numbered where it is taken."""
    plain = slugify(name)[: SLUG_LIMIT - 9].strip("-") or "campaign"
    if at_random:
        return f"{plain}-{get_random_string(8, ascii_lowercase + digits)}"
    taken = set(Campaign.objects.filter(slug__startswith=plain).values_list("slug", flat=True)) | RESERVED
    candidates = itertools.chain([plain], (f"{plain}-{number}" for number in itertools.count(2)))
    return next(slug for slug in candidates if slug not in taken)

"""The campaign's pool of characters for hire: who left a warband with everything learned."""

from __future__ import annotations

import msgspec

from campaigns.models import Enlistment, Hireable
from engines.musg.entries.people import character_for_hire
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Standing, Warband as Roster
from rosters.models import Warband


def offer_departed(*, warband: Warband, before: Roster) -> list[Hireable]:
    """Put those into the pool who became characters for hire since the state ``before``; return their rows.

    A warband that serves in no campaign has no pool. Runs inside the transaction of the step that made them leave.
    """
    known = {figure.id for figure in before.figures if figure.standing is Standing.FOR_HIRE}
    left = [f for f in warband.roster.figures if f.standing is Standing.FOR_HIRE and f.id not in known]
    enlistment = Enlistment.objects.filter(warband=warband).first() if left else None
    if enlistment is None:
        return []
    rows = []
    for figure in left:
        character = character_for_hire(figure)
        rows.append(
            Hireable(
                campaign_id=enlistment.campaign_id,
                origin=warband,
                number=figure.id,
                name=figure.name,
                legend=_is_legend(figure, warband.roster),
                price=character.price,
                data=msgspec.to_builtins(character),
            )
        )
    return Hireable.objects.bulk_create(rows)


def _is_legend(figure: Figure, roster: Roster) -> bool:
    """A leader who left with every box ticked (Musg, Utilisation de l'expérience)."""
    return figure.rank is Rank.LEADER and figure.experience >= roster.rules.boxes(Rank.LEADER)

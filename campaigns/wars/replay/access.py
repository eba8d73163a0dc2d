"""Who may look at a battle that the engine resolved."""

from __future__ import annotations

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.models.resolution import Resolution, ResolutionState
from club.access import User, not_found


def get_replay_for_reader(user: User, slug: str, pk: int) -> Resolution:
    """Return how a battle of a campaign the user may read was resolved; 404 also while it is not."""
    battle = get_battle_for_reader(user, slug, pk)
    resolution = Resolution.objects.filter(battle=battle, state=ResolutionState.DONE).first()
    if resolution is None:
        not_found()
    resolution.battle = battle
    return resolution


def get_replay_by_link(key: str) -> Resolution:
    """Return the resolved battle that a link shares; whoever holds the link needs no other right."""
    found = Resolution.objects.select_related("battle").filter(share=key, state=ResolutionState.DONE).first()
    return found if found is not None else not_found()

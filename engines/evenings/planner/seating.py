"""Who sits beside whom: newcomers beside somebody who explains the game."""

from __future__ import annotations

from engines.evenings.planner.state import Night, Sitting


def around(night: Night, group: Sitting) -> list[str]:
    """Return the people of a game in the order in which they sit around the table.

    The sides of a battle keep theirs. Each who explains has a newcomer on either side, as long as there are any; others
    follow.
    """
    if group.key:
        return list(group.people)
    comers = [night.comers[person] for person in group.people]
    explain = [comer.person for comer in comers if comer.can_explain(group.game)]
    new = [c.person for c in comers if c.is_new_to(group.game) and c.person not in explain]
    seats: list[str] = []
    for person in explain:
        left, new = new[:1], new[1:]
        right, new = new[:1], new[1:]
        seats += [*left, person, *right]
    seats += new
    return seats + [person for person in group.people if person not in seats]

"""What is news: kinds of journal entries that the chronicle looks at, and codes of their events that it tells."""

from __future__ import annotations

from typing import Final

DEEDS: Final = (
    *("muster", "learn", "replace_leader", "succeed", "fight", "recover", "accept", "take_part"),
    *("grant", "award", "bestow", "confiscate", "teach", "unlearn", "injure", "heal", "call_back", "hold", "exempt"),
)
COMINGS: Final = ("hire", "raise_zombie", "engage", "engage_again", "hire_character", "release", "dismiss")
"""Steps that are news only once the muster is closed."""

NEWS: Final = frozenset(
    {
        "mustered",
        "joined_heroes",
        "joined_villains",
        "became_tribe",
        "zombie_raised",
        "hired",
        "engaged",
        "engaged_again",
        "character_hired",
        "released",
        "dismissed",
        "learned",
        "became_leader",
        "went_for_hire",
        "legend",
        "promoted",
        "may_succeed",
        "heir_to_choose",
        "leader_to_hire",
        "lost_contact",
        "battle_won",
        "battle_drew",
        "battle_lost",
        "alone_won",
        "alone_drew",
        "alone_lost",
        "killed",
        "died",
        "returned",
        "accepted",
        "granted",
        "awarded",
        "bestowed",
        "confiscated",
        "taught",
        "unlearned",
        "injured",
        "healed",
        "called_back",
        "captive_home",
        "captive_lost",
        "pulp_legend",
        "captured",
        "rescued",
        "held_back",
        "let_go",
        "warband_held_back",
        "warband_let_go",
        "exempted",
        "exemption_lifted",
    }
)
"""A code that has no fact of its own (``facts``) is told by its sentence in the journal."""

HARMLESS: Final = frozenset({"back", "full_recovery", "quack_harmless", "quack", "reroll", "multiple"})
"""Results of the return tables that change nothing, or only lead to another roll."""

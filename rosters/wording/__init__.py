"""Sentences and names for what the engines say in codes: refusals, events and steps, in the reader's language."""

from __future__ import annotations

from rosters.wording.events import event_sentence, roll_sentence, stage_name, told
from rosters.wording.names import (
    characteristic_name,
    characteristic_short,
    exemption_name,
    injury_name,
    item_name,
    mercenary_name,
    part_code,
    part_name,
    race_name,
    rank_name,
    rule_name,
    skill_name,
    standing_name,
    target,
    vehicle_name,
    vehicle_side_name,
    with_ruling,
)
from rosters.wording.packs import (
    brought_along,
    house_names,
    item_told,
    marked,
    marked_in,
    marked_item,
    marked_race,
)
from rosters.wording.problems import field_of, problem_sentence, problem_sentences, refusal

__all__ = [
    "brought_along",
    "characteristic_name",
    "characteristic_short",
    "event_sentence",
    "exemption_name",
    "field_of",
    "house_names",
    "injury_name",
    "item_name",
    "item_told",
    "marked",
    "marked_in",
    "marked_item",
    "marked_race",
    "mercenary_name",
    "part_code",
    "part_name",
    "problem_sentence",
    "problem_sentences",
    "race_name",
    "rank_name",
    "refusal",
    "roll_sentence",
    "rule_name",
    "skill_name",
    "stage_name",
    "standing_name",
    "target",
    "told",
    "vehicle_name",
    "vehicle_side_name",
    "with_ruling",
]

"""Problems of a card set in English, for the shell. The site says them in its own words, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core.effects.places import line_of, parts
from engines.core.problems import Problem

SENTENCES: Final[Mapping[str, str]] = {
    "effect_verb_unknown": "unknown verb “{value}”",
    "effect_verb_missing": "a step needs “do”, the verb",
    "effect_key_unknown": "“{value}” is no key of “{verb}”",
    "effect_key_missing": "“{verb}” needs “{field}”",
    "effect_value": "“{value}” cannot be “{field}”: {expected}",
    "effect_value_unknown": "“{value}” cannot be “{field}”; there are {expected}",
    "effect_not_steps": "“{field}” is a list of steps, not “{value}”",
    "effect_no_steps": "“{field}” holds no step",
    "effect_who_unknown": "“{value}” is nobody: neither a word for seats nor a name made before",
    "effect_who_here": "“{value}” means nobody in this slot",
    "effect_name_unmade": "the name “{value}” is used before a step makes it",
    "effect_name_taken": "“{value}” cannot be made a name: it means something already",
    "effect_name_odd": "“{value}” cannot be a name: small letters, digits and underscores",
    "effect_name_kind": "the name “{value}” stands for a {found}, not for a {expected}",
    "effect_number": "{value} is out of range: {least} to {most}",
    "effect_count_unknown": "“{value}” cannot be counted",
    "effect_condition_unknown": "unknown condition “{value}”",
    "effect_condition_many": "one condition has one word: join several by “all”",
    "effect_verb_place": "“{value}” cannot act in this slot",
    "effect_too_many_steps": "up to {value} steps in one resolution, {most} are allowed",
    "effect_name_unused": "nobody uses the name “{value}”",
    "effect_text_number": "the text says {value}, no step does",
    "effect_text_word": "the text says “{value}”, no step does",
}
"""How each problem is said. A game adds its own."""


def place_in_words(problem: Problem, text: str = "") -> str:
    """Return the place of a problem in human words, with the line if it is found in the text of the file."""
    params = problem.params
    line = line_of(text, params) if text else None
    words = [f"line {line}"] if line is not None else []
    words.append(f"“{params.get('item', '')}”")
    if params.get("slot"):
        words.append(str(params["slot"]))
    words += [f"{what} {number}" for what, number in parts(str(params.get("step", "")))]
    return ", ".join(words)


def in_words(problem: Problem, text: str = "", more: Mapping[str, str] | None = None) -> str:
    """Return a problem as a sentence: ``"Toolbox", play, step 1: unknown verb "trahs"; did you mean "trash"?``."""
    sentence = (more or {}).get(problem.code) or SENTENCES.get(problem.code, problem.code)
    told = f"{place_in_words(problem, text)}: {sentence.format(**problem.params)}"
    near = problem.params.get("nearest")
    return f"{told}; did you mean “{near}”?" if near else told

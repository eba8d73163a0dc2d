"""What is asked for by its code is made then, once."""

import pytest

from club.on_demand import OnDemand


def test_a_value_is_made_when_it_is_asked_for_and_kept() -> None:
    made: list[str] = []

    def maker(code: str) -> object:
        made.append(code)
        return object()

    values = OnDemand({"a": lambda: maker("a"), "b": lambda: maker("b")})
    assert (list(values), len(values), "b" in values, "c" in values) == (["a", "b"], 2, True, False)
    assert made == [], "codes are known without"
    assert values["b"] is values["b"] is values.get("b")
    assert values.get("c") is None
    with pytest.raises(KeyError):
        values["c"]
    assert made == ["b"]
    values.load()
    assert sorted(made) == ["a", "b"]

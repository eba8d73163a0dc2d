"""The published schema of events is what the site sends, and the examples in the document are such events."""

import json
import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from campaigns.wars.hooked import BattleData
from club.hooks import codes

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "webhooks.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    loader = SourceFileLoader("webhook_schema", str(ROOT / "scripts" / "webhook_schema"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_the_schema_is_that_of_the_events(script: ModuleType) -> None:
    published = json.loads((ROOT / "docs" / "webhooks.schema.json").read_text(encoding="utf-8"))
    assert published == script.schema(), "run scripts/webhook_schema"


def test_every_event_is_in_schema_and_document(script: ModuleType) -> None:
    types = {
        definition["properties"]["type"]["enum"][0]
        for definition in script.schema()["$defs"].values()
        if "type" in definition["properties"]
    }
    assert types == set(codes.events())
    assert [code for code in codes.events() if f"`{code}`" not in DOCUMENT] == []


def test_the_example_is_an_event() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)
    event = json.loads(example)
    assert set(event) == {"type", "timestamp", "data"}
    assert event["type"] in codes.events()
    read = msgspec.convert(event["data"], BattleData)
    assert json.loads(msgspec.json.encode(read)) == event["data"]

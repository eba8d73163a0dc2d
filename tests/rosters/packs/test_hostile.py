"""Three hundred files that mean no good: each is refused in words, or is a pack; none takes long or much room."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable, Iterator

import pytest
import tomli_w
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from msgspec.structs import replace

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs import read_text, reading, row_of, text_of, words
from engines.musg.packs.reading import CHARACTERS_MOST, PROBLEMS_MOST
from rosters.models import Pack
from tests.engines.musg.packs.documents import FEN, random_document
from tests.factories.club import MemberFactory

FILES = 300
MEGABYTES_MOST = 200

SCRIPTS = (
    "Ζωή",
    "Пётр",
    "שלום",
    "مرحبا",
    "नमस्ते",
    "こんにちは",
    "안녕",
    "ไทย",
    "ሰላም",
    "<script>alert(1)</script>",
    "& ' \" {{ x }}",
)


def files() -> Iterator[str]:
    """Broken, deep, wide, long, strange, and random packs with some of their bytes exchanged."""
    yield from ("", "[", "=", "\x00", "\ufeff", "a" * CHARACTERS_MOST, "a" * (CHARACTERS_MOST + 1), "#" * 100_000)
    yield "a = " + "[" * 99 + "]" * 99
    yield "a = " + "{ b = " * 90 + "1" + " }" * 90
    yield ".".join("abcdefghijk") + " = 1"
    yield "\n".join(f"[races.r{n}]\nname = 'x'" for n in range(5_000))
    yield "\n".join(f"a{n}=0" for n in range(23_000))
    yield 'code = "fen"\nname = "Fen"\nraces = [' + "1," * 50_000 + "]"
    yield 'code = "fen"\nname = "' + "é" * 190_000 + '"'
    yield 'code = "fen"\nname = "Fen"\n[melee.x]\ncost = ' + "9" * 4_000
    for word in ("code", "name", "about", "version", "races"):
        yield f"{word} = 0x{'F' * 6_000}\n" + "".join(f'{one} = "fen"\n' for one in ("code", "name") if one != word)
    yield f'code = "fen"\nname = "Fen"\n[melee.x]\nname = "X"\nhands = 1\ndice = 1\nforce = 1\ncost = 0x{"F" * 6_000}'
    yield f'code = "fen"\nname = "Fen"\n[melee.x]\nname = [[0x{"F" * 6_000}]]\nnotes = [0o{"7" * 8_000}]'
    yield 'code = "fen"\nname = "Fen"\n[melee.x]\ncost = 1e400\ndice = nan\nhands = 1979-05-27T07:32:00Z'
    for script in SCRIPTS:
        yield tomli_w.dumps({**FEN, "name": script, "about": script})
        yield tomli_w.dumps({"code": script, "name": script, script: {script: script}})
    chance = random.Random(33)
    for number in range(FILES):
        text = tomli_w.dumps(random_document(number))
        places = sorted(chance.sample(range(len(text)), chance.randint(1, 30)))
        for place in places:
            text = text[:place] + chance.choice("[]{}=\"'\n.#\\é0-\x7f") + text[place + 1 :]
        yield text


def test_whatever_is_sent_in_is_refused_in_words_or_is_a_pack() -> None:
    tracemalloc.start()
    count = 0
    for text in files():
        found = read_text(text)
        assert bool(found.problems) is (found.pack is None)
        assert len(found.problems) <= PROBLEMS_MOST
        count += 1
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count >= FILES
    assert most < MEGABYTES_MOST * 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"a{n}=0" for n in range(23_000)),
        "[skills.dance]\nmodifiers=[{characteristic='toughness',amount=1,"
        + ",".join(f"a{n}=1" for n in range(9_000))
        + "}]",
    ],
    ids=["words", "words of a modifier"],
)
def test_of_thousands_of_unknown_words_a_few_are_compared(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Each took a third of a thousandth of a second: all of them eight seconds."""
    compared: list[str] = []

    def nearest(word: str, known: Iterable[str]) -> str:
        compared.append(word)
        return ""

    for module in (reading, words):
        monkeypatch.setattr(module, "nearest", nearest)
    found = read_text(text)
    assert len(found.problems) == PROBLEMS_MOST
    assert len(compared) <= PROBLEMS_MOST


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(4))
def test_no_page_breaks_on_them(client: Client, part: int) -> None:
    client.force_login(MemberFactory.create())
    for number, text in enumerate(files()):
        if number % 12 != part:
            continue
        answer = client.post(reverse("rosters:packs"), {"text": text})
        assert answer.status_code in (302, 422), (number, text[:80])


@pytest.mark.django_db
@pytest.mark.parametrize("script", SCRIPTS)
def test_names_of_every_script_stand_on_the_page_as_they_are(client: Client, script: str) -> None:
    client.force_login(MemberFactory.create())
    answer = client.post(reverse("rosters:packs"), {"text": tomli_w.dumps({**FEN, "name": script})})
    assert answer.status_code == 302
    page = client.get(Pack.objects.get().get_absolute_url()).content.decode()
    assert escape(script) in page
    assert "<script>alert" not in page


def compact(length: int) -> str:
    """A file of forty races with eight notes each, of so many characters in both languages, and no blank too many."""
    row = row_of("races", CATALOGUE.races["generic"])
    lines = ['code="big"', 'name="Big"']
    for number in range(40):
        lines += [f"[races.r{number:02}]", 'name="R"']
        lines += [f"{rank}={row[rank]}".replace(" ", "") for rank in ("leader", "lieutenant", "henchman")]
        lines.append(f"notes=[{','.join(f'{{fr="{"a" * length}",en="{"b" * length}"}}' for _ in range(8))}]")
    return "\n".join(lines)


@pytest.mark.django_db
def test_what_is_taken_in_can_be_read_again(client: Client) -> None:
    """A file of less than 200,000 characters may have more once it is written as packs are: it is not taken in."""
    client.force_login(MemberFactory.create())
    text = compact(295)
    found = read_text(text).pack
    assert found is not None
    assert len(text) <= CHARACTERS_MOST < len(text_of(found))
    answer = client.post(reverse("rosters:packs"), {"text": text}, headers={"accept-language": "en"})
    assert answer.status_code == 422
    assert f"has {len(text_of(replace(found, version=2**31 - 1)))} characters" in answer.content.decode()
    assert client.post(reverse("rosters:packs"), {"text": compact(260)}).status_code == 302
    assert Pack.objects.get().draft.pack is not None

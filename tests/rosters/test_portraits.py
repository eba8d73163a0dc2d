"""Portraits: what is taken in, what is kept of it, where it is shown, who sees it; and files that mean harm."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from club.models import Member
from club.operations import Refused
from club.visibility import Visibility
from engines.musg.entries import Rename
from rosters.models import Portrait, Warband
from rosters.operations import rebuild, take_step
from rosters.portraits.operations import hang, take_down
from rosters.portraits.picture import MOST_BYTES, SIDE, small
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.factories.pictures import picture

pytestmark = pytest.mark.django_db
HARMFUL = 300


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann of Brie", language="en")


@pytest.fixture
def desk(client: Client, owner: Member) -> Client:
    client.force_login(owner)
    return client


def address(warband: Warband, number: int = 1) -> str:
    return reverse("rosters:portrait", args=[warband.pk, number])


def send(client: Client, warband: Warband, content: bytes, *, number: int = 1, name: str = "x.jpg") -> int:
    return client.post(address(warband, number), {"picture": SimpleUploadedFile(name, content)}).status_code


def kept(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(small(io.BytesIO(content), len(content)).content))


def refused(content: bytes) -> str:
    with pytest.raises(Refused) as caught:
        small(io.BytesIO(content), len(content))
    return caught.value.codes[0]


class TestWhatIsKept:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_a_small_jpeg_of_any_kind(self, kind: str) -> None:
        image = kept(picture(1600, 1200, kind=kind))
        assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (SIDE, 360))

    def test_what_is_small_stays_small(self) -> None:
        assert kept(picture(60, 80)).size == (60, 80)

    def test_nothing_of_where_it_was_taken(self) -> None:
        exif = Image.Exif()
        exif[0x010F] = "Maker of cameras"
        exif[0x8825] = {1: "N", 2: (48.0, 51.0, 30.0)}
        content = picture(100, 100, kind="JPEG", exif=exif)
        assert b"Maker of cameras" in content
        made = small(io.BytesIO(content), len(content)).content
        assert b"Maker" not in made
        assert not Image.open(io.BytesIO(made)).getexif()

    def test_a_picture_held_sideways_stands_upright(self) -> None:
        """Orientation 6: the camera was turned a quarter; 100 by 60 as stored is 60 by 100 as seen."""
        exif = Image.Exif()
        exif[0x0112] = 6
        assert kept(picture(100, 60, kind="JPEG", exif=exif)).size == (60, 100)

    def test_what_is_clear_becomes_white(self) -> None:
        image = kept(picture(60, 60, mode="RGBA", colour=(0, 0, 0, 0)))
        pixel = image.getpixel((30, 30))
        assert isinstance(pixel, tuple)
        assert min(pixel) > 250

    @pytest.mark.parametrize("mode", ["L", "LA", "P", "I;16", "1"])
    def test_other_ways_to_keep_colours(self, mode: str) -> None:
        assert kept(picture(60, 60, mode=mode, colour=0)).mode == "RGB"

    def test_a_second_file_inside_does_not_survive(self) -> None:
        """A picture with a page of HTML and an archive behind it: only its pixels are kept."""
        content = picture(100, 100, kind="JPEG") + b"<script>alert(1)</script>PK\x03\x04"
        made = small(io.BytesIO(content), len(content)).content
        assert b"script" not in made
        assert b"PK\x03\x04" not in made


class TestWhatIsRefused:
    def test_too_many_bytes_are_not_read(self) -> None:
        class Untouched(io.BytesIO):
            def read(self, *_: object) -> bytes:
                raise AssertionError("read")

        with pytest.raises(Refused) as caught:
            small(Untouched(), MOST_BYTES + 1)
        assert caught.value.codes == ["picture_bytes"]

    def test_a_bomb_is_not_decoded(self) -> None:
        """A PNG of 60,000 by 60,000 pixels in a few hundred bytes would take ten gigabytes."""
        assert refused(bomb(60_000, 60_000)) == "picture_pixels"
        assert refused(bomb(2**31 - 1, 2**31 - 1)) in ("picture_pixels", "picture_broken")

    @pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM", "ICO"])
    def test_other_kinds(self, kind: str) -> None:
        assert refused(picture(64, 64, kind=kind)) == "picture_kind"

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            b"<!doctype html><script>alert(1)</script>",
            b"%PDF-1.7",
            b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(x) run",
            b"GIF89a/*",
        ],
    )
    def test_what_is_no_picture(self, content: bytes) -> None:
        assert refused(content) == "picture_kind"

    def test_half_a_picture(self) -> None:
        content = picture(300, 300, kind="PNG", mode="RGB")
        assert refused(content[: len(content) // 2]) == "picture_broken"

    def test_too_small_to_see(self) -> None:
        assert refused(picture(20, 300)) == "picture_small"


def bomb(width: int, height: int) -> bytes:
    """A PNG whose head promises that many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(5000))) + chunk(b"IEND", b"")
    )


def harmful() -> Iterator[bytes]:
    """Three hundred files: bombs, two kinds in one, cut short, bits turned over, heads that lie."""
    chance = random.Random(15)
    good = [picture(200, 150, kind=kind) for kind in ("JPEG", "PNG", "WEBP")]
    for number in range(HARMFUL):
        content = bytearray(good[number % 3])
        match number % 6:
            case 0:
                yield bomb(chance.randrange(1, 2**31), chance.randrange(1, 2**31))
            case 1:
                yield bytes(content[: chance.randrange(len(content))])
            case 2:
                for _ in range(chance.randrange(1, 40)):
                    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
                yield bytes(content)
            case 3:
                yield bytes(content[:40]) + chance.randbytes(500)
            case 4:
                yield b"GIF89a" + bytes(content) + b"<script>alert(1)</script>"
            case _:
                at = chance.randrange(8, len(content))
                yield bytes(content[:at] + good[(number + 1) % 3] + content[at:])


def test_three_hundred_files_that_mean_harm(desk: Client, owner: Member) -> None:
    """Each is taken as a small picture or refused in words; none is an error of the site."""
    warband = mustered(owner, "Owls")
    answers = [send(desk, warband, content) for content in harmful()]
    assert len(answers) == HARMFUL
    assert set(answers) <= {302, 422}
    assert answers.count(422) > HARMFUL / 3
    for portrait in Portrait.objects.all():
        image = Image.open(io.BytesIO(bytes(portrait.content)))
        assert image.format == "JPEG"
        assert max(image.size) <= SIDE


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read the peak from")
def test_memory_of_the_worst_that_is_taken(tmp_path: Path) -> None:
    """The largest pictures of each kind that are decoded, in a process of their own: below 200 MB in all."""
    program = """
import io, pathlib, sys
from django.conf import settings
settings.configure(USE_I18N=False)
import django; django.setup()
from rosters.portraits.picture import small
for path in sys.argv[1:]:
    content = pathlib.Path(path).read_bytes()
    assert max(small(io.BytesIO(content), len(content)).width, 1) == 480
peak = next(line for line in pathlib.Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak.split()[1]) // 1024)
"""
    files = []
    for kind, side, saved in (("JPEG", 5000, {"progressive": True}), ("PNG", 3400, {}), ("WEBP", 2400, {})):
        files.append(tmp_path / kind)
        files[-1].write_bytes(picture(side, side, kind=kind, **saved))
    command = [sys.executable, "-c", program, *(str(file) for file in files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 200


class TestOnTheSite:
    def test_hung_shown_and_taken_down(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        assert send(desk, warband, picture(100, 100)) == 302
        warband.refresh_from_db()
        shown = warband.portrait(1)
        assert shown.startswith(reverse("rosters:picture", args=[warband.pk, 1]))
        for page in (
            reverse("rosters:roster", args=[warband.pk]),
            reverse("rosters:figure", args=[warband.pk, 1]),
            reverse("rosters:sheet", args=[warband.pk]),
        ):
            assert shown in desk.get(page).content.decode()
        response = desk.get(shown)
        assert response["Content-Type"] == "image/jpeg"
        assert response["Cache-Control"] == "private, max-age=31536000, immutable"
        assert "Cookie" in response["Vary"], "for whoever else sits at the browser it is asked for again"
        desk.post(reverse("rosters:portrait_remove", args=[warband.pk, 1]))
        warband.refresh_from_db()
        assert warband.portrait(1) == ""
        assert desk.get(shown).status_code == 404

    def test_a_refusal_stands_beside_the_field(self, desk: Client, owner: Member) -> None:
        response = desk.post(address(mustered(owner, "Owls")), {"picture": SimpleUploadedFile("x.svg", b"<svg/>")})
        assert response.status_code == 422
        assert "Only JPEG, PNG and WebP pictures are accepted." in response.content.decode()

    def test_of_the_whole_warband(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        assert send(desk, warband, picture(100, 100), number=0) == 302
        warband.refresh_from_db()
        assert warband.portrait(0) in desk.get(warband.get_absolute_url()).content.decode()

    def test_initials_until_there_is_one(self, desk: Client, owner: Member) -> None:
        page = desk.get(reverse("rosters:figure", args=[mustered(owner, "Owls").pk, 1])).content.decode()
        assert '>OL<svg class="portrait__emblem"' in page

    def test_nobody_there(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        assert desk.get(address(warband, 99)).status_code == 404
        with pytest.raises(Refused):
            hang(warband=warband, figure=99, file=io.BytesIO(picture()), size=10, by=owner)

    def test_strangers_and_readers(self, owner: Member) -> None:
        warband = mustered(owner, "Owls", visibility=Visibility.PRIVATE)
        content = picture(100, 100)
        hang(warband=warband, figure=1, file=io.BytesIO(content), size=len(content), by=owner)
        other = Client()
        other.force_login(MemberFactory.create(username="bea"))
        assert other.get(warband.portrait(1)).status_code == 404
        assert other.get(address(warband)).status_code == 404
        Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.CLUB)
        assert other.get(warband.portrait(1)).status_code == 200
        assert other.get(address(warband)).status_code == 403
        assert send(other, warband, content) == 403

    def test_a_rebuild_keeps_it(self, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        content = picture(100, 100)
        hang(warband=warband, figure=1, file=io.BytesIO(content), size=len(content), by=owner)
        take_step(warband=warband, entry=Rename(figure=1, name="Grizel"), author=owner)
        shown = warband.portrait(1)
        rebuild(warband=warband)
        warband.refresh_from_db()
        assert warband.portrait(1) == shown != ""
        take_down(warband=warband, figure=1)
        assert not Portrait.objects.exists()

    def test_on_paper(self, desk: Client, owner: Member) -> None:
        """The picture is in both PDFs, and in none for who wants no portraits."""
        warband = mustered(owner, "Owls")
        content = picture(100, 100)
        hang(warband=warband, figure=1, file=io.BytesIO(content), size=len(content), by=owner)
        for name in ("sheet_pdf", "cards_pdf"):
            made = desk.get(reverse(f"rosters:{name}", args=[warband.pk])).content
            assert sum(len(page.images) for page in PdfReader(io.BytesIO(made)).pages) == 1
        wishes = {"size": "", "language": "", "rules": "figure", "next": "/"}
        desk.post(reverse("club:paper"), wishes)
        made = desk.get(reverse("rosters:sheet_pdf", args=[warband.pk])).content
        assert sum(len(page.images) for page in PdfReader(io.BytesIO(made)).pages) == 0


def test_the_limit_named_is_that_of_the_kind_of_picture() -> None:
    """Pillow gives up on 200 megapixels before it says what it opened."""
    frame = struct.pack(">HBHHB", 17, 8, 10_000, 20_000, 3) + b"\1\x11\0\2\x11\0\3\x11\0"
    scan = b"\xff\xda" + struct.pack(">HB", 12, 3) + b"\1\0\2\0\3\0\0\x3f\0"
    for content, most in ((bomb(20_000, 10_000), 12), (b"\xff\xd8\xff\xc0" + frame + scan, 26)):
        with pytest.raises(Refused) as caught:
            small(io.BytesIO(content), len(content))
        assert str(most) in str(caught.value.problems[0].message)

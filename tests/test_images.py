"""Image files: what is published is the picture, the whole picture and nothing but the picture."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms
from PIL.PngImagePlugin import PngInfo

from postil import images
from postil.problems import Checked

SECRET = b"SECRET-7ac1"
SUFFIXES = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp"}


def drawn(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """A picture without any symmetry."""
    bands = len(Image.new(mode, (1, 1)).getbands())
    data = bytes(
        (x * 7 + y * 13 + band * 50) % 256
        for y in range(height)
        for x in range(width)
        for band in range(bands)
    )
    return Image.frombytes(mode, (width, height), data)


def saved(picture: Image.Image, form: str, orientation: int = 1, profile: bytes | None = None) -> bytes:
    """A file with everything in it that could tell on somebody."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = SECRET.decode()
    made = BytesIO()
    text = PngInfo()
    text.add_text("Author", SECRET.decode())
    text.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    more: dict[str, dict[str, Any]] = {
        "JPEG": {"comment": SECRET, "xmp": SECRET, "quality": 80},
        "PNG": {"pnginfo": text},
        "WEBP": {"xmp": SECRET, "lossless": True},
    }
    picture.save(made, form, exif=exif, icc_profile=profile, **more[form])
    return made.getvalue() + SECRET


def wide_colours() -> bytes:
    """A colour profile that does not say it is that of sRGB."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace("sRGB".encode("utf-16-be"), "Wide".encode("utf-16-be"))


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def measured(form: str, data: bytes) -> Checked[tuple[int, int]]:
    return images.measured(f"content/media/a.{SUFFIXES[form]}", BytesIO(data))


def published(form: str, data: bytes) -> Checked[bytes]:
    return images.published(f"content/media/a.{SUFFIXES[form]}", data)


forms_and_modes = st.sampled_from(
    [
        ("JPEG", "L"),
        ("JPEG", "RGB"),
        ("PNG", "L"),
        ("PNG", "LA"),
        ("PNG", "RGB"),
        ("PNG", "RGBA"),
        ("WEBP", "RGB"),
        ("WEBP", "RGBA"),
    ]
)
sides = st.integers(1, 40)


@given(forms_and_modes, sides, sides)
def test_the_pixels_are_those_of_the_file_and_nothing_else_is_left(
    form_and_mode: tuple[str, str], width: int, height: int
) -> None:
    form, mode = form_and_mode
    data = saved(drawn(width, height, mode), form)
    made = published(form, data)
    assert made.problems == ()
    before, after = opened(data), opened(made.value)
    assert (after.mode, after.size, after.tobytes()) == (before.mode, before.size, before.tobytes())
    assert SECRET not in made.value
    assert not {"exif", "icc_profile", "xmp", "comment", "Author", "photoshop"} & after.info.keys()
    assert measured(form, data).value == (width, height)
    assert published(form, data) == made
    assert published(form, made.value) == made, "what is published would be published as it is"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", SUFFIXES)
def test_a_turned_picture_is_published_upright(form: str, orientation: int) -> None:
    data = saved(drawn(30, 20), form, orientation)
    made = published(form, data).value
    assert opened(made).size == measured(form, data).value
    assert opened(made).size == ((30, 20) if orientation < 5 else (20, 30))
    assert opened(made).getexif() == {}
    assert SECRET not in made
    if form == "PNG":
        turns = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_270, 8: Image.Transpose.ROTATE_90}
        if orientation in turns:
            assert opened(made).tobytes() == drawn(30, 20).transpose(turns[orientation]).tobytes()


@pytest.mark.parametrize("form", SUFFIXES)
def test_other_colours_become_those_of_the_web_and_no_profile_is_left(form: str) -> None:
    made = published(form, saved(drawn(30, 20), form, profile=wide_colours()))
    assert made.problems == ()
    assert "icc_profile" not in opened(made.value).info
    assert SECRET not in made.value


def test_inks_become_colours() -> None:
    assert opened(published("JPEG", saved(drawn(16, 16, "CMYK"), "JPEG")).value).mode == "RGB"


def test_a_palette_keeps_what_is_transparent_in_it() -> None:
    data = BytesIO()
    drawn(9, 9).quantize(8).save(data, "PNG", transparency=3)
    made = opened(published("PNG", data.getvalue()).value)
    assert made.convert("RGBA").tobytes() == opened(data.getvalue()).convert("RGBA").tobytes()


def test_what_stands_behind_the_pixels_in_their_own_chunk_is_cut_off() -> None:
    data = saved(drawn(8, 8), "PNG")
    at = data.index(b"IDAT") - 4
    (length,) = struct.unpack_from(">I", data, at)
    content = data[at + 8 : at + 8 + length] + SECRET
    longer = struct.pack(">I", len(content)) + b"IDAT" + content
    longer += struct.pack(">I", zlib.crc32(b"IDAT" + content))
    made = published("PNG", data[:at] + longer + data[at + 12 + length :])
    assert made.problems == ()
    assert SECRET not in made.value


# --- files that are none ----------------------------------------------------------------------------------------------


@given(st.sampled_from(sorted(SUFFIXES)), st.data())
def test_a_broken_file_is_published_readable_or_is_a_problem(form: str, data: st.DataObject) -> None:
    whole = bytearray(saved(drawn(20, 20), form))
    for at in data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=6)):
        whole[at] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    assert isinstance(measured(form, cut).value, tuple)
    made = published(form, cut)
    assert (made.value == b"") == bool(made.problems)
    if made.value:
        opened(made.value)
        assert SECRET not in made.value


@given(st.binary(max_size=300), st.sampled_from(["a.jpg", "a.png", "a.webp", "a.svg", "a", "a.b/c"]))
def test_no_bytes_raise(data: bytes, name: str) -> None:
    assert images.published(name, data).problems
    assert images.measured(name, BytesIO(data)).problems


def moving() -> bytes:
    made = BytesIO()
    drawn(5, 5).save(made, "PNG", save_all=True, append_images=[drawn(5, 5).rotate(90)], duration=90)
    return made.getvalue()


def huge() -> bytes:
    """A picture of 900 million pixels in 57 bytes."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    header = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("drawing.svg", b"<svg/>", "image-type"),
        ("old.gif", b"GIF89a", "image-type"),
        ("nothing", b"", "image-type"),
        ("really-png.jpg", saved(drawn(3, 3), "PNG"), "image-type"),
        ("text.png", b"Dear all,", "image-type"),
        ("moving.png", moving(), "image-type"),
        ("huge.png", huge(), "image-too-large"),
        ("cut.jpg", saved(drawn(40, 40), "JPEG")[:-90], "image-broken"),
        ("cut.png", saved(drawn(40, 40), "PNG")[:-200], "image-broken"),
    ],
)
def test_what_is_no_image_is_told(name: str, data: bytes, code: str) -> None:
    made = images.published(name, data)
    assert [problem.code for problem in made.problems] == [code]
    assert made.value == b""


def test_more_bytes_than_a_picture_may_have_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MOST_BYTES", 100)
    assert [one.code for one in published("PNG", saved(drawn(40, 40), "PNG")).problems] == ["image-too-large"]

"""The theme that comes with the engine, as templates and strings without assets."""

from pathlib import Path

import yaml

from postil.model.loaded import Strings, Theme
from postil.shipped import templates_dir


def shipped_theme() -> Theme:
    folder = templates_dir()
    return Theme(
        tuple((path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.html"))),
        (),
        tuple(strings_from(path) for path in sorted((folder / "strings").glob("*.yaml"))),
    )


def strings_from(path: Path) -> Strings:
    texts: dict[str, str] = {}
    for key, value in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        texts |= (
            {f"{key}.{one}": text for one, text in value.items()} if isinstance(value, dict) else {key: value}
        )
    return Strings(path.stem, tuple(sorted(texts.items())))

"""Edits, each made to the archive and to the project for Hugo alike: what an archivist does to files between two builds."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from beside import write_entity
from corpus import Corpus, Story

NAMED_IN = 50
"""Articles, about, that name the entity that is renamed."""

FOUND_IN = 10
"""Articles, about, in which the name of the new entity stands already."""

_LONG_WORD = re.compile(r"\b[a-z]{9,}\b")


class Edits:
    """Edits of one corpus, below two folders; each can be made once, in this order."""

    def __init__(self, archive: Path, project: Path, corpus: Corpus) -> None:
        self._archive = archive
        self._project = project
        named: Counter[str] = Counter()
        worded: Counter[str] = Counter()
        stories = list(corpus.stories())
        for story in stories:
            named.update({one.name.id for one in story.namings})
            worded.update({word for text in story.texts for word in _LONG_WORD.findall(text)})
        self._renamed = min(corpus.names, key=lambda one: (abs(named[one.id] - NAMED_IN), one.id))
        self._word = min(worded, key=lambda one: (abs(worded[one] - FOUND_IN), one))
        self._with_word = [one for one in stories if re.search(rf"\b{self._word}\b", "\n".join(one.texts))]
        self._story = stories[len(stories) // 2]
        self.named_in = named[self._renamed.id]

    def __iter__(self) -> Iterator[tuple[str, Callable[[], None]]]:
        yield "one body edit: a sentence without a name", self._a_sentence
        yield "one body edit: in a sentence with names", self._in_a_sentence
        yield "one title edit", self._a_title
        yield "one new article", self._an_article
        yield f"one new entity, named in {len(self._with_word)}", self._an_entity
        yield f"one entity renamed, named in {self.named_in}", self._a_rename
        yield "one template edited", self._a_template

    def _files(self, story: Story) -> tuple[Path, Path]:
        name = f"content/articles/{_id(story)}.md"
        return self._archive / name, self._project / name

    def _a_sentence(self) -> None:
        for path in self._files(self._story):
            path.write_text(f"{path.read_text('utf-8').rstrip()}\n\nNothing more was said.\n", "utf-8")

    def _in_a_sentence(self) -> None:
        sentence = _sentence(self._story)
        for path in self._files(self._story):
            _change(path, f"{sentence}.", f"{sentence}, it was added.")

    def _a_title(self) -> None:
        for path in self._files(self._story):
            _change(path, '\ntitle: "', '\ntitle: "Once more: ')

    def _an_article(self) -> None:
        notes = self._archive / "annotations" / "articles" / f"{_id(self._story)}.yaml"
        for path in (*self._files(self._story), notes):
            new = path.with_stem(f"{path.stem}-more")
            shutil.copyfile(path, new)
            if new.suffix == ".md":
                _change(new, '\ntitle: "', '\ntitle: "A new one: ')
                _change(new, self._story.url, f"{self._story.url}-more")

    def _an_entity(self) -> None:
        with (self._archive / "annotations" / "entities" / "places.yaml").open("a", encoding="utf-8") as file:
            file.write(f"{self._word}:\n  is: place\n  name: {self._word}\n")
        write_entity(self._project, self._word, self._word)
        for story in self._with_word:
            _change(self._files(story)[1], "\nentities: [", f'\nentities: ["{self._word}", ')

    def _a_rename(self) -> None:
        old, new = (json.dumps(name, ensure_ascii=False) for name in self._names())
        for path in sorted((self._archive / "annotations" / "entities").iterdir()):
            record = re.compile(
                rf"(?m)^({re.escape(self._renamed.id)}:\n  is: .*\n  name: ){re.escape(old)}\n  aliases: \["
            )
            text = path.read_text("utf-8")
            path.write_text(record.sub(lambda one: f"{one[1]}{new}\n  aliases: [{old}, ", text), "utf-8")
        _change(self._project / "content" / "entities" / self._renamed.id / "_index.md", old, new)

    def _names(self) -> tuple[str, str]:
        return self._renamed.name, f"{self._renamed.name} as it is called now"

    def _a_template(self) -> None:
        _change(self._archive / "templates" / "article.html", 'class="imprint"', 'class="imprint edited"')
        _change(self._project / "layouts" / "page.html", 'class="about"', 'class="about edited"')


def _id(story: Story) -> str:
    return f"{story.date.year}/{story.slug}"


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")


def _sentence(story: Story) -> str:
    """The last sentence, without its full stop, that has a name in it, and that no quote reaches into."""
    for text in reversed(story.texts):
        quoted = []
        for note in story.notes:
            whole = note.prefix + note.exact + note.suffix
            quoted += [(found.start(), found.end()) for found in re.finditer(re.escape(whole), text)]
        for found in re.finditer(r"(?:^|(?<=\. ))([^.]+)\.", text):
            is_named = any(one.name.name in found[1] for one in story.namings)
            is_quoted = any(start < found.end() and found.start() < end for start, end in quoted)
            if is_named and not is_quoted and story.body.count(f"{found[1]}.") == 1:
                return found[1]
    raise AssertionError(f"every sentence of {story.slug} with a name is quoted")

"""Aside: values that are made early and asked for late, out of memory until then.

They lie packed in a file without a name that goes with the build; few values never leave memory. What is asked for again
soon is not read twice. It promises that what it gives is equal to what was put, and refuses to know what its values mean.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Any, TypeVar

from postil import cache

T = TypeVar("T")

_IN_MEMORY = 1 << 22
"""Bytes up to which there is no file."""

_NEAR = 4
"""Values of each map that are held because they are asked for one after another."""


class Aside(AbstractContextManager["Aside"]):
    """A place for values, for as long as the context lasts."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(_IN_MEMORY, prefix="postil-")  # noqa: SIM115 - closed by `__exit__`
        self._ends = array("Q", [0])
        """Where each value ends; the first begins where nothing ends."""
        self._is_at_end = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def put(self, value: object) -> int:
        """The number of the value. Raises OSError where there is no room."""
        data = cache.packed(value)
        if not self._is_at_end:
            self._file.seek(self._ends[-1])
            self._is_at_end = True
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))
        return len(self._ends) - 2

    def get(self, number: int) -> Any:  # noqa: ANN401 - whatever was put
        """The value of a number, made anew."""
        begin, end = self._ends[number : number + 2]
        self._file.seek(begin)
        self._is_at_end = False
        return cache.unpacked(self._file.read(end - begin))


class Apart(Mapping[str, T]):
    """Values by name that lie aside, in the order in which they were put; each is put once."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self._numbers: dict[str, int] = {}
        self._near: dict[str, T] = {}

    def put(self, name: str, value: T) -> None:
        self._numbers[name] = self._aside.put(value)

    def __getitem__(self, name: str) -> T:
        if name not in self._near:
            value: T = self._aside.get(self._numbers[name])
            if len(self._near) == _NEAR:
                del self._near[next(iter(self._near))]
            self._near[name] = value
        return self._near[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

"""Another machine: folders are listed in another order, and it is another day. Python loads this when it starts.

Only where `ELSEWHERE` is set, to the number that the order hangs on.
"""

import os
import random
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

_NUMBER = os.environ.get("ELSEWHERE", "")
_YEARS = 7 * 365 * 86_400

_os, _time = dict(vars(os)), dict(vars(time))
"""What they were."""


def _shuffled(things: list[Any]) -> list[Any]:
    random.Random(_NUMBER).shuffle(things)
    return things


class _Scan(AbstractContextManager["_Scan"], Iterator[object]):
    def __init__(self, path: object) -> None:
        with _os["scandir"](path) as entries:
            self._entries = iter(_shuffled(sorted(entries, key=lambda entry: str(entry.name))))

    def __next__(self) -> object:
        return next(self._entries)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        pass

    def close(self) -> None:
        pass


if _NUMBER:
    vars(os).update(
        scandir=lambda path=".": _Scan(path), listdir=lambda path=".": _shuffled(sorted(_os["listdir"](path)))
    )
    vars(time).update(
        time=lambda: _time["time"]() + _YEARS, time_ns=lambda: _time["time_ns"]() + _YEARS * 1_000_000_000
    )

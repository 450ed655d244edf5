"""Standard output and error that never fail: what they refuse is lost, and the reason kept."""

import io
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from typing_extensions import Buffer as ReadableBuffer


class _Raw(io.RawIOBase):
    """The file below a stream; what it refuses is lost, and the first reason kept."""

    def __init__(self, file: io.FileIO) -> None:
        self._file = file
        self.fault: OSError | None = None

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._file.isatty()

    def fileno(self) -> int:
        return self._file.fileno()

    def write(self, data: "ReadableBuffer") -> int | None:
        if self.fault is None:
            try:
                return self._file.write(data)
            except OSError as error:
                self.fault = error
        return memoryview(data).nbytes


class _Output:
    """A stream of this process, and why it could not be written to, if so."""

    def __init__(self, stream: TextIO, raw: _Raw | None) -> None:
        self.stream = stream
        self._raw = raw

    @property
    def fault(self) -> OSError | None:
        self.stream.flush()
        return None if self._raw is None else self._raw.fault


def guarded(stream: TextIO | None) -> _Output:
    """A stream that never fails; one that goes nowhere where the process was given none."""
    if stream is None:
        return _Output(io.StringIO(), None)
    file = getattr(stream, "buffer", None)
    file = getattr(file, "raw", file)  # nothing lies between where Python runs unbuffered
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(file, io.FileIO):
        return _Output(stream, None)
    raw = _Raw(file)
    is_direct = stream.line_buffering or file.isatty()
    wrapped = io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=is_direct
    )
    return _Output(wrapped, raw)

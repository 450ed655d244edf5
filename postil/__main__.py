"""Where a run begins: `python -m postil`, the `postil` command, and an archive's `build.py`.

Ctrl-C ends it without a word from the first moment on, also while the rest is still being loaded.
"""

import sys
from typing import NoReturn


def run() -> NoReturn:
    """As `cli.main`."""
    try:
        from postil.cli import main  # noqa: PLC0415 - here, where Ctrl-C is heard

        main()
    except KeyboardInterrupt:
        sys.exit(130)  # as shells have it


if __name__ == "__main__":
    run()

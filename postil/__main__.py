"""Where a run begins: `python -m postil`, the `postil` command, and an archive's `build.py`.

Ctrl-C ends it with one word from the first moment on, also while the rest is still being loaded.
"""

import sys
from typing import NoReturn


def run() -> NoReturn:
    """As `cli.main`."""
    try:
        from postil.cli import main  # noqa: PLC0415 - here, where Ctrl-C is heard

        main()
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")  # as `cli.main` says it
        sys.exit(130)  # as shells have it


if __name__ == "__main__":
    run()

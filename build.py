"""Build this archive: `python build.py`, `python build.py check`, `python build.py import FILE`."""

from postil.__main__ import run

if __name__ == "__main__":
    run()

"""Build this archive: `python build.py`, `python build.py check`, `python build.py import FILE`."""

from postil.cli import main

if __name__ == "__main__":
    main()

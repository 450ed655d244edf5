"""Let `python -m postil` do what the `postil` command does."""

from postil.cli import main

if __name__ == "__main__":
    main()

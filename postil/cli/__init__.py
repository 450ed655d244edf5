"""The command line: `build` (when nothing else is said), and what each other verb is called by.

It promises the exit codes of `Exit`: 0 good, 1 problems in the archive, 2 wrong usage, 3 our fault, 130 interrupted.
Problems go to standard error, what was done to standard output. It refuses to know what a command does beyond whom to ask
and what to say. A module for the verbs of each kind, which is loaded when one of them is asked for.
"""

import errno
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

import click

from postil.cli.streams import guarded
from postil.cli.verbs import Exit, commands
from postil.messages import reason

__all__ = ["Exit", "commands", "main"]


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run a command and leave with its exit code; `args` without the program's name, else those of this process.

    What is told may not arrive, which changes nothing in what is done. A reader that left early is no problem; a full
    disk is.
    """
    out, err = guarded(sys.stdout), guarded(sys.stderr)
    sys.stdout, sys.stderr = out.stream, err.stream
    code = _run(args)
    for name, output in (("output", out), ("error", err)):
        fault = output.fault
        if fault is not None and fault.errno != errno.EPIPE:
            click.echo(f"standard {name} cannot be written: {reason(fault)}", err=True)
            code = max(code, Exit.PROBLEMS)
    sys.exit(code)


def _run(args: Sequence[str] | None) -> Exit:
    try:
        return Exit(commands.main(args, standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except (click.Abort, KeyboardInterrupt):
        # On a terminal over the `^C` that it shows itself.
        click.echo("\rstopped" if sys.stderr.isatty() else "stopped", err=True)
        return Exit.INTERRUPTED
    except Exception:  # noqa: BLE001 - the one place where a bug of ours is caught, to be told apart from bad input
        traceback.print_exc()
        click.echo("\nThis is a fault in Postil, not in the archive.", err=True)
        return Exit.OUR_FAULT

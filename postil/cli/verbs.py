"""What every verb stands on: the group that they are verbs of, its exit codes, and problems told to standard error."""

import sys
from collections.abc import Sequence
from enum import IntEnum
from importlib import import_module
from types import MappingProxyType

import click

from postil import __version__
from postil.problems import Problem, has_errors
from postil.report import print_problems

WHERE = MappingProxyType(
    {
        "build": "site",
        "check": "site",
        "find": "quotes",
        "import": "taking",
        "repair": "quotes",
        "revise": "sealing",
        "seal": "sealing",
        "serve": "site",
        "verify": "proving",
        "withdraw": "sealing",
    }
)
"""The module of each verb, in this package. It is loaded when the verb is asked for: what others stand on is dear."""


class Exit(IntEnum):
    GOOD = 0
    PROBLEMS = 1
    USAGE = 2
    OUR_FAULT = 3
    INTERRUPTED = 130  # as shells have it


class _BuildByDefault(click.Group):
    """A group that builds when no command is named: `build.py --strict` is `build.py build --strict`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        return sorted(WHERE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in WHERE:
            import_module(f"postil.cli.{WHERE[cmd_name]}")  # where it adds itself
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:  # which click would answer with an empty line
            raise click.Abort from interrupt

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ours = {option for param in self.get_params(ctx) for option in param.opts}
        if not args or (args[0].startswith("-") and args[0] not in ours):
            args = ["build", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_BuildByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="postil")
def commands() -> None:
    """Build a site from articles and what is said about them. Without a command: build."""


def exit_of(problems: Sequence[Problem]) -> Exit:
    return Exit.PROBLEMS if has_errors(problems) else Exit.GOOD


def told(problems: Sequence[Problem]) -> Exit:
    print_problems(problems, sys.stderr)
    return exit_of(problems)

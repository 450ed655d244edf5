"""The page on random archives, its figures taken from the logs of runs: `python tests/fuzz_report.py LOG...`.

Writes `docs/fuzzing.md` between its two marks, and beside it the logs.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
BEGIN, END = "<!-- figures of the last long run -->\n", "<!-- end of figures -->\n"


def figures(log: str) -> str:
    """The part between the marks."""
    lines = [json.loads(line) for line in log.splitlines()]
    first, last = lines[0], lines[-1]
    rounds = [line for line in lines if "round" in line]
    found = [line for line in lines if "found" in line]
    tried = last.get("tried", {})
    whole = sum(number for law, number in tried.items() if law not in ("body", "prose"))
    rows = [
        ("commit", f"`{first['commit'][:10]}`"),
        ("Python, Hypothesis", f"{first['python']}, {first['hypothesis']}"),
        (
            "seeds",
            f"{rounds[0]['seed']} to {rounds[-1]['seed']}, one for each round (`SEED={first['seed']}`)",
        ),
        ("time", f"{last['minutes']} minutes on one core that was shared with other work"),
        ("archives checked whole", f"{whole:,}"),
        (
            "of the first three laws' archives",
            f"{last['clean']:,} without a problem, {last['warned']:,} with warnings only",
        ),
        ("texts of Markdown", f"{tried['body'] + tried['prose']:,}"),
        ("codes of problems met", f"{len(last['codes'])}"),
        ("faults", f"{len(found)}"),
    ]
    parts = ["| | |\n| --- | --- |\n", *(f"| {name} | {value} |\n" for name, value in rows)]
    if found:
        parts += ["\nFound:\n\n", *(f"- {one['found']}, at seed {one['seed']}\n" for one in found)]
    codes = ", ".join(f"{code} {number}" for code, number in sorted(last["codes"].items()))
    parts.append(f"\nIn how many archives each code was met: {codes}.\n")
    return "".join(parts)


def main(paths: list[str]) -> None:
    logs = [Path(path).read_text("utf-8") for path in paths]
    page = DOCS / "fuzzing.md"
    text = page.read_text("utf-8")
    told = "\n".join(map(figures, logs))
    filled = re.sub(f"(?s){BEGIN}.*{END}", lambda _: f"{BEGIN}\n{told}\n{END}", text)
    page.write_text(filled, "utf-8")
    (DOCS / "fuzzing.log").write_text("".join(logs), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

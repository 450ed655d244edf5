"""What the search page answers to a question, asked in one page that stays open, and what is wrong with an answer.

Any browser can ask: it evaluates `WATCH`, then `ASK` in an open search page, with some questions, and gives what comes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from search_queries import Query

HARD_NAME = "Архів 100% #1 — до війни"
"""Of the folder that a site is opened from: each of its signs means something in an address."""

AT_ONCE = 40
"""Questions that are put in one go, so that none waits for long."""

WATCH = """
() => addEventListener("securitypolicyviolation", ({ violatedDirective }) => console.error(violatedDirective))
"""

ASK = """
async (questions) => {
  const root = new URL("./", location.href).pathname;
  const status = document.getElementById("search-count");
  const out = document.getElementById("search-results");
  const shown = (one) => one !== null && !one.hidden;

  // What is found is busy until it is all there, and said.
  function told() {
    return new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        if (out.ariaBusy === "true") return;
        watch.disconnect();
        resolve();
      });
      watch.observe(out, { attributeFilter: ["aria-busy"] });
    });
  }

  function address(link) {
    const { pathname, hash } = new URL(link.href);
    return "/" + decodeURIComponent(pathname.slice(root.length)) + decodeURIComponent(hash);
  }

  function groupOf(section) {
    const entries = [...section.querySelectorAll("li.found")].map((entry) => ({
      page: address(entry.querySelector("h3 a")),
      hits: [...entry.querySelectorAll("a.hit")].map(address),
    }));
    return [section.dataset.kind, { count: section.querySelector(".count").textContent, entries }];
  }

  const answers = [];
  for (const question of questions) {
    history.replaceState(null, "", location.pathname + "?" + new URLSearchParams(question));
    const isTold = told();
    const begun = performance.now();
    dispatchEvent(new PopStateEvent("popstate"));
    await isTold;
    const also = document.getElementById("search-also");
    const sections = [...document.querySelectorAll("#search-results section")].filter(shown);
    answers.push({
      status: status.textContent,
      groups: Object.fromEntries(sections.map(groupOf)),
      also: shown(also) ? also.querySelector(".spellings").textContent : "",
      elsewhere: shown(document.getElementById("search-elsewhere")),
      milliseconds: performance.now() - begun,
    });
  }
  return answers;
}
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A page and its sentences, as addresses from the root of the site."""

    page: str
    hits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page showed: `groups` by kind, each with its entries in order; `counts` as the page has them."""

    status: str
    groups: Mapping[str, tuple[Entry, ...]]
    counts: Mapping[str, int]
    also: str
    elsewhere: bool


def answer_from(said: Mapping[str, Any]) -> Answer:
    groups = {
        kind: tuple(Entry(one["page"], tuple(one["hits"])) for one in group["entries"])
        for kind, group in said["groups"].items()
    }
    counts = {
        kind: int("".join(filter(str.isdecimal, group["count"])) or "0")
        for kind, group in said["groups"].items()
    }
    return Answer(said["status"], groups, counts, said["also"], said["elsewhere"])


def faults(query: Query, answer: Answer, dates: Mapping[str, tuple[str, str]]) -> list[str]:
    """What is not as it should be, in words."""
    found = []
    for kind, right in query.first.items():
        entries = answer.groups.get(kind, ())
        if not entries:
            found.append(f"nothing in the group {kind}; right were {_few(right)}")
        elif right.isdisjoint((entries[0].page, *entries[0].hits[:1])):
            found.append(f"the first of {kind} is {entries[0]}; right were {_few(right)}")
    for kind, pages in query.order.items():
        shown = tuple(entry.page for entry in answer.groups.get(kind, ()))
        if shown != pages:
            found.append(f"the order of {kind} is {shown}; right was {pages}")
    if query.counts is not None and answer.counts != query.counts:
        found.append(f"counted were {answer.counts}; right was {query.counts}")
    if query.nothing and (answer.groups or not answer.elsewhere):
        found.append(f"something was found, or no other way was offered: {answer}")
    if query.also and not answer.also:
        found.append("it is not said that other spellings were searched")
    if query.dated:
        in_order = [dates[entry.page] for entry in answer.groups.get("article", ())]
        if not in_order or in_order != sorted(in_order, reverse=query.dated == "newest"):
            found.append(f"the dates of what is found are {in_order}")
    return [f"{query.name}: {fault}" for fault in found]


def _few(right: frozenset[str]) -> list[str]:
    return sorted(right)[:3]

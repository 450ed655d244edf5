// Follows the server that the page came from: reloads the page, and keeps its place, when the site has changed; shows the
// problems that keep it from changing. It asks again and again. A page that is seen lets its question be held until there is
// news, for a second at most: a browser allows few connections for all its tabs together, and none survives a laptop's sleep.
(function () {
  "use strict";

  const SOON = 200; // milliseconds between two questions of a page that nobody sees
  const LATER = 2000; // the same while nobody answers
  const PATIENCE = 15000; // milliseconds after which an answer is not waited for
  const PLACE = "postil-serve-place";
  const TURNED = "postil-serve-turned";

  const site = document.currentScript.dataset.site;
  const waiting = document.querySelector("body.waiting main");
  let seen = "";
  let told = null;
  let misses = 0;
  let timer = 0;
  let isAsking = false;
  let isLeaving = false;

  // --- what outlives a reload; where the browser keeps nothing, only comfort is lost ---------------------------------

  function kept(name) {
    try {
      return JSON.parse(sessionStorage.getItem(name));
    } catch {
      return null;
    }
  }

  function keep(name, value) {
    try {
      sessionStorage.setItem(name, JSON.stringify(value));
    } catch {
      // as if nothing had been kept
    }
  }

  // --- the place ------------------------------------------------------------------------------------------------------

  function reload() {
    isLeaving = true;
    const opened = Array.from(folds(), (fold) => fold.open);
    keep(PLACE, { path: location.pathname, x: scrollX, y: scrollY, opened });
    location.reload();
  }

  // What a reader has opened (a notice before a text, a folded list) gives the page its height.
  function folds() {
    return document.querySelectorAll("details");
  }

  function toPlace() {
    const place = kept(PLACE);
    if (place?.path !== location.pathname) return;
    if (place.opened.length === folds().length) folds().forEach((fold, at) => { fold.open = place.opened[at]; });
    const go = () => scrollTo({ left: place.x, top: place.y, behavior: "instant" });
    go();
    // Once more when all that takes room has come, unless the reader has moved on.
    const y = scrollY;
    addEventListener("load", () => { if (Math.abs(scrollY - y) < 2 || scrollY === 0) go(); }, { once: true });
    keep(PLACE, null);
  }

  // --- asking ---------------------------------------------------------------------------------------------------------

  async function ask() {
    if (isAsking || isLeaving) return;
    isAsking = true;
    clearTimeout(timer);
    try {
      const held = document.hidden ? "" : "&hold=1";
      const answer = await fetch("/~postil/state?seen=" + encodeURIComponent(seen) + held, {
        cache: "no-store",
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (!answer.ok) throw new Error(answer.statusText);
      const wasLost = misses > 1;
      misses = 0;
      if (answer.status === 200) {
        told = await answer.json();
        seen = told.key;
        if (told.site !== site) return reload();
        show();
      } else if (wasLost) {
        show();
      }
    } catch {
      misses += 1;
      if (misses === 2 && !isLeaving) show();
    } finally {
      isAsking = false;
    }
    timer = setTimeout(ask, misses ? LATER : document.hidden ? SOON : 0);
  }

  // --- the panel: in a tree of its own, so that neither the site's style nor this one reaches the other -----------------

  const host = document.createElement("div");
  const panel = host.attachShadow({ mode: "open" });
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/~postil/serve.css";
  style.addEventListener("load", () => { host.hidden = false; raise(); aim(); });
  panel.append(style);
  host.hidden = true;

  const details = made("details", "panel");
  const summary = made("summary");
  const list = made("div", "list");
  list.tabIndex = 0;
  list.setAttribute("role", "region");
  list.setAttribute("aria-label", "Problems of the archive");
  details.append(summary, list);
  const line = made("p", "line");
  line.setAttribute("role", "status");
  let listed = "";

  summary.addEventListener("click", () => keep(TURNED, { of: listed, open: !details.open }));
  details.addEventListener("toggle", aim);

  function made(tag, name, text) {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text) element.textContent = text;
    return element;
  }

  function show() {
    const isLost = misses > 1;
    const isBad = Boolean(told && (told.errors || told.fault));
    const hasList = Boolean(told && (told.problems.length || told.fault));
    const words = isLost ? "The server has stopped: this page follows nothing" : told?.building ? "Building…" : "";
    line.textContent = words;
    if (!hasList && !words) {
      host.remove();
      listed = "";
      return;
    }
    panel.replaceChildren(style, ...(hasList ? [details] : []), ...(words ? [line] : []));
    if (hasList) fill(isBad);
    if (!host.isConnected) (waiting ?? document.body).append(host);
    waiting?.querySelector("pre")?.remove();
    host.classList.toggle("whole", Boolean(waiting));
    raise();
  }

  // Above everything, a note that is open included, where the browser can do that.
  function raise() {
    if (waiting || host.hidden || !host.isConnected || !host.showPopover) return;
    host.popover = "manual";
    if (!host.matches(":popover-open")) host.showPopover();
  }

  function fill(isBad) {
    details.classList.toggle("bad", isBad);
    const now = JSON.stringify([told.fault, told.problems]);
    if (now === listed) return;
    listed = now;
    const count = made("b", "", told.fault ? "A fault in Postil" : told.summary);
    summary.replaceChildren(count, ...(isBad && !waiting ? [made("span", "", "the site is as it was before")] : []));
    list.replaceChildren(
      ...(told.fault ? [made("p", "fault", told.fault), made("p", "", "The terminal shows where.")] : []),
      ...told.problems.map(problem),
      ...(told.more ? [made("p", "more", told.more)] : []),
    );
    const turned = kept(TURNED);
    details.open = waiting ? true : turned?.of === now ? turned.open : isBad;
    aim();
  }

  function problem(one) {
    const item = made("article", one.severity);
    const what = made("p", "what");
    what.append(made("b", "", `${one.severity}[${one.code}]`), ": ", made("bdi", "", one.message));
    item.append(what);
    if (one.place) item.append(made("p", "place", one.place));
    if (one.excerpt) {
      const lines = made("pre", "", one.excerpt);
      lines.tabIndex = 0;
      lines.setAttribute("role", "group");
      lines.setAttribute("aria-label", "The line in the file");
      item.append(lines);
    }
    for (const [name, texts] of [["note", one.notes], ["help", one.help]]) {
      for (const text of texts) {
        const said = made("p", name);
        said.append(made("b", "", name + ":"), " ", made("bdi", "", text));
        item.append(said);
      }
    }
    return item;
  }

  // A long line is moved until its caret is seen.
  function aim() {
    for (const lines of list.querySelectorAll("pre")) {
      const [first, second = ""] = lines.textContent.split("\n");
      const caret = second.indexOf("^");
      const letter = lines.scrollWidth / Math.max(first.length, second.length, 1);
      if (caret > 0 && lines.scrollWidth > lines.clientWidth) lines.scrollLeft = Math.max(0, (caret - 6) * letter);
    }
  }

  addEventListener("pagehide", () => { isLeaving = true; });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    isLeaving = false;
    ask();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  addEventListener("online", ask);

  toPlace();
  ask();
})();

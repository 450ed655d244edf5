// The search page: the question in the address is asked, its answer shown in groups: first the best, then numbers, then the rest.
(function () {
  "use strict";

  const { nearest, question } = window.postilAsk;
  const { addressWith, asked, filtersIn, fromForm, input, names, setOptions, toForm } = window.postilAddress;
  const { find, pause } = window.postilFind;
  const { READ, STEP, feedOf, groupOf } = window.postilGroups;
  const { entryOf, make, number, words } = window.postilShow;

  const form = document.getElementById("search");
  const out = document.getElementById("search-results");
  const status = document.getElementById("search-count");
  const also = document.getElementById("search-also");
  const elsewhere = document.getElementById("search-elsewhere");
  const ways = document.getElementById("search-groups");
  const narrow = document.getElementById("search-narrow");

  const sections = [...out.querySelectorAll("section")];

  const REST = 250; // milliseconds without a key before what is typed is asked
  const READING = 1500; // milliseconds without a key after which an answer counts as read
  const FEW = 5; // entries of a group at first, where there are others
  const SAID = 6; // other spellings shown before the rest is asked for

  if (!window.postilSearch.isThere) {
    document.getElementById("search-from-folder").hidden = false;
    form.hidden = narrow.hidden = true;
    return;
  }

  // --- what was found, in numbers ----------------------------------------------------------------------------------

  function setCounts(groups, only) {
    const told = [];
    const links = [make("a", { href: addressWith({ kind: "" }), "aria-current": only ? "" : "true" }, words.all)];
    for (const group of groups) {
      const count = group.count();
      const heading = group.section.querySelector("h2");
      heading.querySelector(".count").textContent = count;
      const isAsked = only === group.kind;
      const isLooking = group.isLooking();
      const isOpen = count || (isLooking && (isAsked || group.kind === "article"));
      group.section.hidden = !isOpen || (only && !isAsked);
      const label = heading.querySelector(".label").textContent;
      if (!count && !isAsked && !isLooking) continue;
      if (isAsked || (!only && isOpen)) told.push(isLooking ? `${label}: ${group.looked()}` : `${label} ${count || 0}`);
      const current = isAsked ? "true" : "";
      const link = make("a", { href: addressWith({ kind: group.kind }), "aria-current": current }, label, " ");
      link.append(make("span", { class: "count" }, count));
      links.push(link);
    }
    ways.replaceChildren(...links.map((link) => make("li", {}, link)));
    ways.closest("nav").hidden = links.length < 3 && !only;
    say(told.join(", "), "unseen"); // the headings say the same
    return groups.some((group) => !group.section.hidden);
  }

  // --- a search ----------------------------------------------------------------------------------------------------

  let turn = 0; // an answer that comes after the next question is dropped
  let isFailed = false;

  function say(text, how = "") {
    status.className = how;
    if (status.textContent !== text) status.textContent = text;
  }

  // `least`: kind -> entries that are to stand there, where more than at first.
  async function search(least = new Map()) {
    const mine = ++turn;
    const run = {
      isSpoilt: false,
      isWanted: () => mine === turn,
      spoil(fault) {
        run.isSpoilt = true;
        if (run.isWanted()) sayFailed(fault);
      },
    };
    const now = asked();
    const put = question(now.get("q") ?? "");
    const filters = filtersIn(now);
    const only = now.get("kind") ?? "";
    const isNarrow = Object.keys(filters).length > 0;
    isFailed = false;
    say("", status.className); // or who hears the page would not hear the same numbers again
    out.setAttribute("aria-busy", "true");
    const isAny = put.text || isNarrow || only;
    const slow = setTimeout(() => isAny && run.isWanted() && say(words.working), REST);
    try {
      if (!isAny) {
        clear();
        const totals = await (await window.postilSearch()).totals();
        if (!run.isWanted()) return;
        setOptions(totals, totals);
        say("");
        return;
      }
      const order = new Map([["newest", "desc"], ["oldest", "asc"]]).get(now.get("sort"));
      const isExact = now.get("exact") === "1";
      const found = await find(put, { filters, kind: only, order, isExact, isWanted: run.isWanted });
      if (run.isWanted()) await show(found, { put, only, isExact, isRanked: put.text && !order, isNarrow, least }, run);
    } catch (fault) {
      if (!run.isWanted()) return;
      isFailed = true;
      clear();
      sayFailed(fault);
      elsewhere.hidden = false;
    } finally {
      clearTimeout(slow);
      if (run.isWanted()) out.removeAttribute("aria-busy");
    }
  }

  // What could not be read is never told as if it were not there.
  function sayFailed(fault) {
    say(words.failed);
    reportError(fault);
  }

  function clear() {
    for (const section of sections) section.hidden = true;
    ways.closest("nav").hidden = also.hidden = true;
    clearElsewhere();
  }

  // First what stands at the top of each group for what was typed; then the same with other spellings, and numbers; at last what
  // takes long: notes, and sentences to be counted.
  async function show(found, { put, only, isExact, isRanked, isNarrow, least }, run) {
    out.querySelector('[data-kind="article"] .label')?.replaceChildren(put.text ? words.sentences : words.articles);
    clearElsewhere();
    let answer = answerOf(found.byKind, { put, only, isRanked, least }, run);
    await answer.begin();
    let isFound = answer.groups.some(({ shown }) => shown);
    try {
      const rest = await found.rest();
      if (!run.isWanted()) return;
      if (rest.byKind) {
        const held = heldIn(answer.groups);
        const there = new Map(answer.groups.map(({ kind, shown }) => [kind, Math.max(shown, least.get(kind) ?? 0)]));
        if (held.pressed) there.set(held.pressed, held.shown + STEP);
        answer.end();
        answer = answerOf(rest.byKind, { put, only, isRanked, least: there }, run);
        await answer.begin();
        if (!out.contains(document.activeElement)) takeUp(held);
      }
      const { groups, shown, feeds, step } = answer;
      // The others only have their counts to say, which takes the first pages of each.
      await Promise.all([...feeds.values()].map((feed) => feed.ready.length || feed.isDone || feed.fill()));
      if (!run.isWanted()) return;
      setOptions(rest.counts, rest.totals);
      sayAlso(rest, isExact);
      const told = () => (isFound = setCounts(groups, only));
      if (only !== "note") told();
      await readOn(shown, feeds.get("article"), put, { step, told }, run);
      if (!run.isWanted()) return;
      if (!told()) await sayNothing(put, isNarrow || only, run);
    } catch (fault) {
      if (!isFound) throw fault;
      run.spoil(fault); // what is there stays
    }
  }

  // What the reader is at, while the answer changes under it: a link, "Show more", or what it was pressed for.
  function heldIn(groups) {
    const at = document.activeElement;
    const { kind: pressed = "", shown = 0 } = groups.find(({ isPressed }) => isPressed()) ?? {};
    if (!out.contains(at)) return { pressed, shown };
    return { pressed, shown, link: at.href, more: at.matches(".more-found") ? at.closest("section") : null };
  }

  function takeUp({ pressed, shown, link, more }) {
    const entries = (section) => [...section.querySelectorAll("li.found h3 a")];
    const isShown = (one) => one && !one.hidden;
    let next = link && [...out.querySelectorAll("a")].find(({ href }) => href === link);
    if (more) next = [more.querySelector(".more-found"), entries(more).at(-1)].find(isShown);
    if (pressed) next = entries(out.querySelector(`[data-kind="${pressed}"]`))[shown] ?? next;
    next?.focus();
  }

  // The groups of some pages: { groups, shown: those that are asked for, feeds by kind, step(group), begin(): puts what stands at
  // the top of each group there, the first group before the others, end(): nothing of it is put anywhere any more }.
  function answerOf(byKind, { put, only, isRanked, least }, run) {
    const feeds = new Map();
    const groups = [];
    let isOver = false;
    const own = {
      get isSpoilt() {
        return run.isSpoilt;
      },
      isWanted: () => run.isWanted() && !isOver,
    };
    const on = { step: () => isOver || setCounts(groups, only), fault: run.spoil, again: askAgain };
    for (const section of sections) {
      const { kind } = section.dataset;
      const source = kind === "note" ? "article" : kind;
      const isDeep = isRanked && source === "article" && put.strand.words.length > 1;
      if (!feeds.has(source)) feeds.set(source, feedOf(byKind[source] ?? [], { isRanked, isDeep }, own));
      if (kind === "note" && !put.text && only !== kind) continue; // no note is found where nothing is sought
      groups.push(groupOf(section, feeds.get(source), put, own, on));
    }
    const shown = groups.filter(({ kind }) => !only || only === kind);
    const step = (group) => {
      const few = only ? 2 * STEP : group.kind === "article" ? STEP : FEW;
      const by = Math.max(few, least.get(group.kind) ?? 0);
      return group.step(by, Math.max(by, READ));
    };
    const place = async (group) => {
      await step(group);
      if (!own.isWanted()) return;
      group.section.querySelector("h2 .count").textContent = group.count();
      group.section.hidden = !group.shown;
    };
    async function begin() {
      const now = shown.filter(({ kind }) => kind !== "note"); // notes come last, and what stands there is of another answer
      for (const section of sections) if (!now.some((group) => group.section === section)) section.hidden = true;
      const [first, ...others] = now;
      if (first) await place(first);
      await Promise.all(others.map(place));
    }
    return { groups, shown, feeds, step, begin, end: () => (isOver = true) };
  }

  // Notes, and the sentences of the first articles, to be counted. Where none of these answers, the next are looked through: a
  // phrase of common words may stand in the last.
  async function readOn(shown, articles, put, { step, told }, run) {
    for (const group of shown) if (group.kind === "note") await step(group);
    if (!put.text || !articles) return;
    while (!articles.isDone && articles.taken < READ && run.isWanted()) await articles.fill();
    const group = shown.find(({ kind }) => kind === "article");
    while (group?.isLooking() && run.isWanted()) {
      told();
      await group.step(STEP, articles.taken + READ);
    }
  }

  // After a failure, what was read before it is of no use any more: all is asked once more, and the reader led on to what is new.
  async function askAgain(kind, number) {
    await search(new Map([[kind, number]]));
    const entries = out.querySelectorAll(`[data-kind="${kind}"] li.found h3 a`);
    if (!isFailed) entries[Math.min(number - STEP, entries.length - 1)]?.focus();
  }

  function sayAlso({ pages, others, left }, isExact) {
    also.hidden = others.length === 0;
    if (also.hidden) return;
    const links = pages.map((page) => entryOf("entity", { data: page, shown: {} }, []).querySelector("a"));
    also.querySelector(".meant").replaceChildren(...links.flatMap((link, at) => (at ? [", ", link] : [link])));
    also.querySelector(".spellings").textContent = others.slice(0, SAID).join(", ");
    const rest = others.slice(SAID);
    const more = also.querySelector("details");
    more.hidden = !rest.length;
    more.querySelector("summary").textContent = "+\u00a0" + number(rest.length);
    more.querySelector("bdi").textContent = rest.join(", ");
    also.querySelector(".left").hidden = !left || isExact;
    also.querySelector(".left span").textContent = number(left);
    also.querySelector(".with").hidden = isExact;
    also.querySelector(".without").hidden = !isExact;
    also.querySelector(".with > a").href = addressWith({ exact: "1" });
    also.querySelector(".without > a").href = addressWith({ exact: "" });
  }

  function clearElsewhere() {
    elsewhere.hidden = true;
    for (const one of elsewhere.querySelectorAll("[data-way]")) one.hidden = true;
  }

  async function sayNothing(put, isNarrow, run) {
    say(put.text && !put.strand.term ? words.signs : words.nothing);
    elsewhere.hidden = false;
    const way = (name, address) => {
      const one = elsewhere.querySelector(`[data-way="${name}"]`);
      one.hidden = !address;
      if (address) one.querySelector("a").href = address;
      return one;
    };
    way("unquoted", put.phrases.length ? addressWith({ q: put.strand.words.join(" ") }) : "");
    way("wide", isNarrow && put.text ? location.pathname + "?" + new URLSearchParams({ q: put.text }) : "");
    const near = await nearest(put.text, names, () => pause().then(run.isWanted));
    if (!run.isWanted()) return;
    const links = near.map((name) => make("a", { href: addressWith({ q: name, kind: "" }) }, make("bdi", {}, name)));
    const list = elsewhere.querySelector('[data-way="names"]');
    list.hidden = !links.length;
    list.querySelector(".names").replaceChildren(...links.flatMap((link, at) => (at ? [", ", link] : [link])));
  }

  // --- what the reader does ------------------------------------------------------------------------------------------

  let typing; // the timer of what is being typed
  let reading; // the timer of an answer that is being read
  let isSettled = true; // the question in the address was meant: the next one gets an entry of its own in the history

  function ask(address, store) {
    clearTimeout(typing);
    if (address !== location.pathname + location.search) store.call(history, null, "", address);
    toForm();
    search();
  }

  const settle = () => (isSettled = true);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(fromForm(), isSettled ? history.pushState : history.replaceState);
    settle();
  });

  input.addEventListener("input", () => {
    clearTimeout(typing);
    clearTimeout(reading);
    typing = setTimeout(() => {
      const address = fromForm();
      if (address === location.pathname + location.search) return;
      ask(address, isSettled ? history.pushState : history.replaceState);
      isSettled = false;
      reading = setTimeout(settle, READING);
    }, REST);
  });

  // Walking through a list with the arrow keys leaves no trail to go back over: one entry for each visit to it.
  let visited = null;
  for (const select of document.querySelectorAll("select[form='search']")) {
    select.addEventListener("change", () => {
      ask(fromForm(), visited === select ? history.replaceState : history.pushState);
      visited = select;
      settle();
    });
    select.addEventListener("blur", () => (visited = null));
  }

  document.querySelector("main").addEventListener("click", (event) => {
    if (event.target.closest("a[href]")) settle();
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a[href]");
    if (!link || link.pathname !== location.pathname || link.hash || link.host !== location.host) return;
    event.preventDefault();
    ask(link.pathname + link.search, history.pushState);
    status.scrollIntoView({ block: "nearest" });
  });

  // Arrow keys walk from the field through what is found; Escape leads back.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const at = document.activeElement;
    const isInside = out.contains(at);
    if (event.key === "Escape" && isInside) input.focus();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (isInside || at === input)) {
      if (at === input && event.key === "ArrowUp") return;
      const stops = [...out.querySelectorAll("section:not([hidden]) :is(h3 a, a.hit, button:not([hidden]))")];
      const isAt = (side) => (one) => at.compareDocumentPosition(one) & side;
      const isDown = event.key === "ArrowDown";
      const after = stops.find(isAt(Node.DOCUMENT_POSITION_FOLLOWING));
      const before = stops.findLast(isAt(Node.DOCUMENT_POSITION_PRECEDING));
      (isDown ? after ?? at : before ?? input).focus();
    } else return;
    event.preventDefault();
  });

  addEventListener("popstate", () => {
    clearTimeout(typing);
    settle();
    toForm();
    search();
  });

  addEventListener("online", () => isFailed && search());

  if (matchMedia("(min-width: 60rem)").matches) narrow.open = true;
  toForm();
  search();
})();

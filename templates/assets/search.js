// The search page: the question stands in the address, which is the only state there is; answers come in groups, by steps.
(function () {
  "use strict";

  const { nearest, question } = window.postilAsk;
  const { find, pause } = window.postilFind;
  const { READ, STEP, feedOf, groupOf } = window.postilGroups;
  const { entryOf, make, number, words } = window.postilShow;

  const form = document.getElementById("search");
  const input = document.getElementById("q");
  const out = document.getElementById("search-results");
  const status = document.getElementById("search-count");
  const also = document.getElementById("search-also");
  const elsewhere = document.getElementById("search-elsewhere");
  const ways = document.getElementById("search-groups");
  const selects = [...document.querySelectorAll("select[data-filter]")];
  const narrow = document.getElementById("search-narrow");

  const sections = [...out.querySelectorAll("section")];
  const aside = sections.map(({ dataset }) => dataset.kind).filter((kind) => kind !== "article" && kind !== "note");

  const REST = 250; // milliseconds without a key before what is typed is asked
  const READING = 1500; // milliseconds without a key after which an answer counts as read
  const FEW = 5; // entries of a group at first, where there are others
  const OFFERED = 60; // names in a menu
  const SAID = 6; // other spellings shown before the rest is asked for

  if (!window.postilSearch.isThere) {
    document.getElementById("search-from-folder").hidden = false;
    form.hidden = narrow.hidden = true;
    return;
  }

  // --- the address and the form ----------------------------------------------------------------------------------

  const offered = new Map(selects.map((select) => [select, [...select.options].map(({ value, text }) => ({ value, text }))]));
  const names = (offered.get(selects.find(({ name }) => name === "entity")) ?? []).slice(1).map(({ value }) => value);

  // What is in the address. The box holds all that is searched, so what is more than it can hold is not.
  function asked() {
    const now = new URLSearchParams(location.search);
    const q = now.get("q") ?? "";
    if (q.length > input.maxLength) now.set("q", q.slice(0, input.maxLength));
    return now;
  }

  function addressWith(changes) {
    const now = asked();
    for (const [name, value] of Object.entries(changes)) {
      if (value) now.set(name, value);
      else now.delete(name);
    }
    const text = now.toString();
    return location.pathname + (text ? "?" + text : "");
  }

  function fromForm() {
    const said = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
    // Another question is one of its own: what was said of the spellings of the last one is not said of it.
    if (said.q !== (asked().get("q") ?? "")) said.exact = "";
    return addressWith(said);
  }

  function toForm() {
    const now = asked();
    for (const field of form.elements) {
      if (!field.name) continue;
      const value = now.get(field.name) ?? "";
      if (field !== document.activeElement || field.value.trim() !== value) field.value = value;
      if (!(field instanceof HTMLSelectElement) || field.selectedIndex >= 0) continue;
      // A value that a filter does not offer still counts, or the page would show what was not asked. There is no other order.
      if (field.dataset.filter) field.add(new Option(value, value, true, true));
      else field.selectedIndex = 0;
    }
  }

  // What the filters leave, with their numbers; where these are not known, what most pages have.
  function setOptions(counts, totals) {
    for (const select of selects) {
      const found = counts?.[select.dataset.filter];
      const weighed = found ?? totals[select.dataset.filter] ?? {};
      const { value } = select;
      let options = offered.get(select).filter((one) => !found || !one.value || one.value === value || found[one.value]);
      if (options.length > OFFERED) {
        const by = (one) => weighed[one.value] ?? 0;
        const most = new Set([...options].sort((a, b) => by(b) - by(a)).slice(0, OFFERED));
        options = options.filter((one) => !one.value || one.value === value || most.has(one));
      }
      const label = ({ value: one, text }) => (found && one ? `${text} (${number(found[one] ?? 0)})` : text);
      const isThere = options.some((one) => one.value === value);
      select.replaceChildren(...options.map((one) => new Option(label(one), one.value)));
      if (!isThere) select.add(new Option(value, value));
      select.value = value;
    }
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
      group.section.hidden = only ? !isAsked || (!count && !group.mayHaveMore()) : !count;
      const label = heading.querySelector(".label").textContent;
      if (!count && !isAsked && !group.mayHaveMore()) continue;
      if (isAsked || (!only && count)) told.push(`${label} ${count || 0}`);
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
    const run = { isWanted: () => mine === turn, isSpoilt: false };
    const now = asked();
    const put = question(now.get("q") ?? "");
    const filters = {};
    for (const { name, dataset } of selects) if (now.get(name) && dataset.filter) filters[dataset.filter] = now.get(name);
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
        const { totals } = await window.postilSearch();
        if (!run.isWanted()) return;
        setOptions(totals, totals);
        say("");
        return;
      }
      const order = new Map([["newest", "desc"], ["oldest", "asc"]]).get(now.get("sort"));
      const isExact = now.get("exact") === "1";
      const found = await find(put, { filters, kind: only, order, isExact, aside, isWanted: run.isWanted });
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

  // First what stands at the top of each group, then numbers, and at last what takes long: notes, and sentences to be counted.
  async function show(found, { put, only, isExact, isRanked, isNarrow, least }, run) {
    const feeds = new Map();
    const groups = [];
    let isFound = false;
    const on = {
      step: () => setCounts(groups, only),
      fault(fault) {
        run.isSpoilt = true;
        if (run.isWanted()) sayFailed(fault);
      },
      again: askAgain,
    };
    for (const section of sections) {
      const { kind } = section.dataset;
      const source = kind === "note" ? "article" : kind;
      const isDeep = isRanked && source === "article" && put.strand.words.length > 1;
      if (!feeds.has(source)) feeds.set(source, feedOf(found.byKind[source] ?? [], { isRanked, isDeep }, run));
      if (kind === "note" && !put.text && only !== kind) continue; // no note is found where nothing is sought
      groups.push(groupOf(section, feeds.get(source), Boolean(put.text), run, on));
    }
    out.querySelector('[data-kind="article"] .label')?.replaceChildren(put.text ? words.sentences : words.articles);
    const step = (group) => {
      const few = only ? 2 * STEP : group.kind === "article" ? STEP : FEW;
      return group.step(Math.max(few, least.get(group.kind) ?? 0));
    };
    const shown = groups.filter(({ kind }) => !only || only === kind);
    for (const group of shown) if (group.kind !== "note") await step(group);
    // The others only have their counts to say, which takes the first pages of each.
    for (const feed of feeds.values()) if (!feed.ready.length && !feed.isDone) await feed.fill();
    if (!run.isWanted()) return;
    setOptions(found.counts, found.totals);
    sayAlso(found, isExact);
    clearElsewhere();
    isFound = setCounts(groups, only);
    for (const group of shown) if (group.kind === "note") await step(group);
    const articles = feeds.get("article");
    while (put.text && articles && !articles.isDone && articles.taken < READ && run.isWanted()) await articles.fill();
    if (!run.isWanted()) return;
    isFound = setCounts(groups, only);
    if (!isFound) await sayNothing(put, isNarrow || only, run);
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

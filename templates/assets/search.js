// The search page: the question stands in the address, which is the only state there is; answers come in groups, by steps.
(function () {
  "use strict";

  const { nearest, question } = window.postilAsk;
  const { answersOf, find, pause } = window.postilFind;
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

  const REST = 250; // milliseconds without a key before what is typed is asked
  const BATCH = 20; // pages taken apart at once; the best of them come first
  const COUNTED = 100; // pages of articles that are taken apart so that their sentences are counted
  const STEP = 10;
  const FIRST = { article: STEP }; // entries of a group at first; of the others fewer
  const FEW = 5;
  const NAMES = 60; // names offered at once
  const SPELLINGS = 6; // shown before the rest is asked for

  if (!window.postilSearch.isThere) {
    document.getElementById("search-from-folder").hidden = false;
    form.hidden = narrow.hidden = true;
    return;
  }

  // --- the address and the form ----------------------------------------------------------------------------------

  const offered = new Map(selects.map((select) => [select, [...select.options].map(({ value, text }) => ({ value, text }))]));
  const names = (offered.get(selects.find(({ name }) => name === "entity")) ?? []).slice(1).map(({ value }) => value);

  const asked = () => new URLSearchParams(location.search);

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
      // A value that the list does not offer still counts, or the page would show what was not asked.
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.add(new Option(value, value, true, true));
    }
  }

  function setOptions(counts) {
    for (const select of selects) {
      const found = counts?.[select.dataset.filter];
      const value = select.value;
      let options = offered.get(select);
      if (found) {
        options = options.filter((one) => !one.value || one.value === value || found[one.value]);
        if (options.length > NAMES) {
          const most = [...options].sort((a, b) => (found[b.value] ?? 0) - (found[a.value] ?? 0)).slice(0, NAMES);
          options = options.filter((one) => !one.value || one.value === value || most.includes(one));
        }
      }
      const label = ({ value: one, text }) => (found && one ? `${text} (${number(found[one] ?? 0)})` : text);
      const isThere = options.some((one) => one.value === value);
      select.replaceChildren(...options.map((one) => new Option(label(one), one.value)));
      if (!isThere) select.add(new Option(value, value));
      select.value = value;
    }
  }

  // --- groups ------------------------------------------------------------------------------------------------------

  let turn = 0; // an answer that comes after the next question is dropped

  // Pages taken apart batch by batch. `isRanked`: those with a sentence that has all the words come first in their batch, and
  // before others those that have them as they were typed.
  function feedOf(pages, isRanked, mine) {
    const feed = { ready: [], taken: 0, refused: 0, fill };
    let filling = null;
    async function next() {
      const batch = await Promise.all(pages.slice(feed.taken, feed.taken + BATCH).map(answersOf));
      if (mine !== turn) return;
      const good = batch.filter(Boolean);
      if (isRanked) good.sort((a, b) => best(b, "share") - best(a, "share") || best(b, "near") - best(a, "near"));
      feed.taken += batch.length;
      feed.refused += batch.length - good.length;
      feed.ready.push(...good);
    }
    function fill() {
      filling ??= next().finally(() => (filling = null));
      return filling;
    }
    Object.defineProperty(feed, "isDone", { get: () => feed.taken >= pages.length });
    Object.defineProperty(feed, "size", { get: () => pages.length - feed.refused });
    return feed;
  }

  const best = ({ hits }, what) => hits[0]?.[what] ?? 0;
  const isNote = ({ id }) => id.startsWith("note-");

  function groupOf(kind, feed, isWords) {
    const section = out.querySelector(`[data-kind="${kind}"]`);
    const list = section.querySelector("ol");
    const more = section.querySelector(".more-found");
    const hitsOf = ({ hits }) => hits.filter((hit) => isNote(hit) === (kind === "note"));
    // What is found by its title alone has no hit at all, and is an article.
    const isIn = (answer) => hitsOf(answer).length > 0 || (kind !== "note" && !answer.hits.length);
    const entries = () => feed.ready.filter(isIn);
    const group = { kind, section, shown: 0, step, count };
    list.replaceChildren();

    async function step(by, mine, isAsked) {
      while (entries().length < group.shown + by && !feed.isDone && mine === turn) await feed.fill();
      if (mine !== turn) return;
      const fresh = entries().slice(group.shown, group.shown + by);
      const items = [];
      for (const answer of fresh) {
        items.push(entryOf(kind, answer, hitsOf(answer)));
        if (items.length % FEW === 0) await pause();
        if (mine !== turn) return;
      }
      list.append(...items);
      group.shown += fresh.length;
      more.hidden = feed.isDone && group.shown >= entries().length;
      if (isAsked) items[0]?.querySelector("a").focus();
    }

    // In words: sentences where all are known, else how many articles they are in.
    function count() {
      if (kind === "note") {
        const found = feed.ready.reduce((sum, answer) => sum + hitsOf(answer).length, 0);
        return found ? number(found) + (feed.isDone ? "" : "+") : "";
      }
      if (kind !== "article" || !isWords) return feed.size ? number(feed.size) : "";
      if (!feed.isDone) return `${words.articles.toLowerCase()}: ${number(feed.size)}`;
      const found = entries().reduce((sum, answer) => sum + Math.max(1, hitsOf(answer).length), 0);
      return found ? number(found) : "";
    }

    more.onclick = () => step(STEP, turn, true);
    return group;
  }

  function setCounts(groups, only) {
    const told = [];
    const links = [make("a", { href: addressWith({ kind: "" }), "aria-current": only ? "" : "true" }, words.all)];
    for (const group of groups) {
      const count = group.count();
      const heading = group.section.querySelector("h2");
      heading.querySelector(".count").textContent = count;
      group.section.hidden = !count || (only && only !== group.kind);
      const label = heading.querySelector(".label").textContent;
      if (!count && only !== group.kind) continue;
      if (!only || only === group.kind) told.push(`${label} ${count || 0}`);
      const current = only === group.kind ? "true" : "";
      const link = make("a", { href: addressWith({ kind: group.kind }), "aria-current": current }, label, " ");
      link.append(make("span", { class: "count" }, count));
      links.push(link);
    }
    ways.replaceChildren(...links.map((link) => make("li", {}, link)));
    ways.closest("nav").hidden = links.length < 3 && !only;
    const text = told.join(", ");
    status.className = "unseen"; // the headings say the same
    if (status.textContent !== text) status.textContent = text;
    return groups.some((group) => !group.section.hidden);
  }

  // --- a search ----------------------------------------------------------------------------------------------------

  async function search() {
    const mine = ++turn;
    const now = asked();
    const isWanted = () => mine === turn;
    const put = question(now.get("q") ?? "");
    const filters = {};
    for (const { name, dataset } of selects) if (now.get(name) && dataset.filter) filters[dataset.filter] = now.get(name);
    const only = now.get("kind") ?? "";
    const isAny = put.text || Object.keys(filters).length > 0 || only;
    if (!isAny) {
      clear();
      status.textContent = "";
      return window.postilSearch().then((api) => api.filters()).then((counts) => isWanted() && setOptions(counts));
    }
    const slow = setTimeout(() => isWanted() && (status.textContent = words.working), REST);
    try {
      const order = new Map([["newest", "desc"], ["oldest", "asc"]]).get(now.get("sort"));
      const isExact = now.get("exact") === "1";
      const found = await find(put, { filters, kind: only, order, isExact });
      if (!isWanted()) return;
      await show(found, { put, only, mine, isExact, isRanked: put.text && !order, isNarrow: Object.keys(filters).length > 0 });
    } catch (fault) {
      if (!isWanted()) return;
      clear();
      status.textContent = words.failed;
      elsewhere.hidden = false;
      throw fault;
    } finally {
      clearTimeout(slow);
    }
  }

  function clear() {
    status.className = "";
    for (const section of out.querySelectorAll("section")) section.hidden = true;
    ways.closest("nav").hidden = also.hidden = elsewhere.hidden = true;
  }

  async function show(found, { put, only, mine, isExact, isRanked, isNarrow }) {
    const feeds = new Map();
    const groups = [];
    for (const section of out.querySelectorAll("section")) {
      const { kind } = section.dataset;
      const source = kind === "note" ? "article" : kind;
      if (!feeds.has(source)) feeds.set(source, feedOf(found.byKind[source] ?? [], isRanked, mine));
      if (kind === "note" && !put.text && only !== kind) continue; // no note is found where nothing is sought
      groups.push(groupOf(kind, feeds.get(source), Boolean(put.text)));
    }
    out.querySelector('[data-kind="article"] .label').textContent = put.text ? words.sentences : words.articles;
    for (const group of groups) {
      if (only && only !== group.kind) continue;
      await group.step(only ? 2 * STEP : (FIRST[group.kind] ?? FEW), mine, false);
      if (mine !== turn) return;
    }
    // The others only have their counts to say, which takes the first pages of each.
    const articles = feeds.get("article");
    for (const feed of feeds.values()) if (!feed.ready.length && !feed.isDone) await feed.fill();
    if (mine !== turn) return;
    setOptions(found.counts);
    sayAlso(found, isExact);
    clearElsewhere();
    let isFound = setCounts(groups, only);
    while (put.text && !articles.isDone && articles.taken < COUNTED && mine === turn) await articles.fill();
    if (mine !== turn) return;
    isFound = setCounts(groups, only);
    if (!isFound) await sayNothing(put, isNarrow || only, mine);
  }

  function sayAlso({ pages, others }, isExact) {
    also.hidden = others.length === 0;
    if (also.hidden) return;
    const links = pages.map((page) => entryOf("entity", { data: page, shown: {} }, []).querySelector("a"));
    also.querySelector(".meant").replaceChildren(...links.flatMap((link, at) => (at ? [", ", link] : [link])));
    also.querySelector(".spellings").textContent = others.slice(0, SPELLINGS).join(", ");
    const rest = others.slice(SPELLINGS);
    const more = also.querySelector("details");
    more.hidden = !rest.length;
    more.querySelector("summary").textContent = "+\u00a0" + number(rest.length);
    more.querySelector("bdi").textContent = rest.join(", ");
    also.querySelector(".with").hidden = isExact;
    also.querySelector(".without").hidden = !isExact;
    also.querySelector(".with > a").href = addressWith({ exact: "1" });
    also.querySelector(".without > a").href = addressWith({ exact: "" });
  }

  function clearElsewhere() {
    elsewhere.hidden = true;
    for (const one of elsewhere.querySelectorAll("[data-way]")) one.hidden = true;
  }

  async function sayNothing(put, isNarrow, mine) {
    status.className = "";
    status.textContent = words.nothing;
    elsewhere.hidden = false;
    const way = (name, address) => {
      const one = elsewhere.querySelector(`[data-way="${name}"]`);
      one.hidden = !address;
      if (address) one.querySelector("a").href = address;
      return one;
    };
    way("unquoted", put.phrases.length ? addressWith({ q: put.strand.term }) : "");
    way("wide", isNarrow && put.text ? location.pathname + "?" + new URLSearchParams({ q: put.text }) : "");
    const near = await nearest(put.text, names, () => pause().then(() => mine === turn));
    if (mine !== turn) return;
    const links = near.map((name) => make("a", { href: addressWith({ q: name, kind: "" }) }, make("bdi", {}, name)));
    const list = elsewhere.querySelector('[data-way="names"]');
    list.hidden = !links.length;
    list.querySelector(".names").replaceChildren(...links.flatMap((link, at) => (at ? [", ", link] : [link])));
  }

  // --- what the reader does ------------------------------------------------------------------------------------------

  let typing; // the timer of what is being typed
  let isSettled = true; // the question in the address was meant: the next one gets an entry of its own in the history

  function ask(address, store) {
    clearTimeout(typing);
    if (address !== location.pathname + location.search) store.call(history, null, "", address);
    toForm();
    search();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(fromForm(), isSettled ? history.pushState : history.replaceState);
    isSettled = true;
  });

  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => {
      const address = fromForm();
      if (address === location.pathname + location.search) return;
      ask(address, isSettled ? history.pushState : history.replaceState);
      isSettled = false;
    }, REST);
  });

  // Walking through a list with the arrow keys leaves no trail to go back over: one entry for each visit to it.
  let visited = null;
  for (const select of document.querySelectorAll("select[form='search']")) {
    select.addEventListener("change", () => {
      ask(fromForm(), visited === select ? history.replaceState : history.pushState);
      visited = select;
      isSettled = true;
    });
    select.addEventListener("blur", () => (visited = null));
  }

  document.querySelector("main").addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a[href]");
    if (!link || link.pathname !== location.pathname || link.hash || link.host !== location.host) return;
    event.preventDefault();
    ask(link.pathname + link.search, history.pushState);
    isSettled = true;
    status.scrollIntoView({ block: "nearest" });
  });

  // Arrow keys walk from the field through what is found; Escape leads back.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const at = document.activeElement;
    const isInside = out.contains(at);
    if (event.key === "Escape" && isInside) input.focus();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (isInside || at === input)) {
      const links = [...out.querySelectorAll("section:not([hidden]) :is(h3 a, a.hit, button:not([hidden]))")];
      const to = links.indexOf(at) + (event.key === "ArrowDown" ? 1 : -1);
      if (at === input && event.key === "ArrowUp") return;
      (links[to] ?? (to < 0 ? input : at)).focus();
    } else return;
    event.preventDefault();
  });

  addEventListener("popstate", () => {
    clearTimeout(typing);
    isSettled = true;
    toForm();
    search();
  });

  if (matchMedia("(min-width: 60rem)").matches) narrow.open = true;
  toForm();
  search();
})();

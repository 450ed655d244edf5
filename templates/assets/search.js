// The search page. A classic script, so that it can also run where modules cannot: from a folder it says what it lacks.
// The question stands in the address (q, outlet, year, kind, entity, lang, sort), which is the only state there is.
(function () {
  "use strict";

  const root = new URL("../", document.currentScript.src);
  const form = document.getElementById("search");
  const count = document.getElementById("search-count");
  const list = document.getElementById("search-results");
  const more = document.getElementById("search-more");
  const elsewhere = document.getElementById("search-elsewhere");
  const FILTERS = { outlet: "outlet", year: "year", kind: "kind", entity: "entity", lang: "language" };
  const PAGES = 10;
  const SENTENCES = 5;

  if (location.protocol === "file:") {
    document.getElementById("search-from-folder").hidden = false;
    form.hidden = true;
    return;
  }

  const kindWords = new Map(list.dataset.kinds.split(";").filter(Boolean).map((pair) => pair.split("=")));

  // Words of the outlet, the date and the type are shown with a page and weigh nothing: they would find all pages.
  const OPTIONS = { ranking: { metaWeights: { outlet: 0, date: 0, is: 0 } } };
  let loading = null;

  function pagefind() {
    loading ??= import(new URL("pagefind/pagefind.js", root).href).then(async (loaded) => {
      await loaded.options(OPTIONS);
      await loaded.filters(); // without them, a list of all that a filter leaves is empty
      return loaded;
    });
    return loading;
  }

  // --- the address and the form ---------------------------------------------------------------------------------

  function formToAddress() {
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value.trim()) asked.append(name, value.trim());
    const question = asked.toString();
    return location.pathname + (question ? "?" + question : "");
  }

  function addressToForm() {
    const asked = new URLSearchParams(location.search);
    for (const field of form.elements) if (field.name) field.value = asked.get(field.name) ?? "";
    // A value that the list does not offer still counts, or the page would show what was not asked.
    for (const [name, value] of asked) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.add(new Option(value, value, true, true));
    }
    for (const field of form.querySelectorAll("select")) if (field.selectedIndex < 0) field.selectedIndex = 0;
  }

  // --- sentences ------------------------------------------------------------------------------------------------

  // Pagefind finds pages. Each page lists the elements that have an id and the positions of the words found; a hit
  // belongs to the last element that begins at or before it.
  function sentencesOf(data) {
    const anchors = [...data.anchors].sort((a, b) => a.location - b.location);
    const found = new Map();
    for (const hit of data.weighted_locations) {
      const next = anchors.findIndex((anchor) => anchor.location > hit.location);
      const at = next < 0 ? anchors.length - 1 : next - 1;
      if (at < 0) continue;
      const end = next < 0 ? data.word_count : anchors[next].location;
      const sentence = found.get(at) ?? { anchor: anchors[at], end, words: new Set(), score: 0 };
      sentence.words.add(hit.location - anchors[at].location);
      sentence.score += hit.balanced_score;
      found.set(at, sentence);
    }
    // Those with most of the words asked for, then in reading order.
    return [...found.values()]
      .sort((a, b) => b.score - a.score)
      .slice(0, SENTENCES)
      .sort((a, b) => a.anchor.location - b.anchor.location);
  }

  function withMarks(element, sentence) {
    const words = sentence.anchor.text.split(/\s+/u).filter(Boolean);
    const aligned = words.length === sentence.end - sentence.anchor.location;
    words.forEach((word, at) => {
      if (at) element.append(" ");
      if (aligned && sentence.words.has(at)) {
        const [, before, core, after] = word.match(/^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su);
        element.append(before, make("mark", core), after);
      } else element.append(word);
    });
    return element;
  }

  // --- results --------------------------------------------------------------------------------------------------

  function make(tag, text, attributes) {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
    return element;
  }

  function excerpt(html) {
    // Pagefind's excerpt is text with <mark>; it is taken apart without ever being set as HTML of this page.
    const shown = make("span");
    for (const node of new DOMParser().parseFromString(html, "text/html").body.childNodes) {
      shown.append(node.nodeName === "MARK" ? make("mark", node.textContent) : node.textContent);
    }
    return shown;
  }

  function resultFrom(data) {
    const lang = data.filters.language?.[0] ?? "";
    const address = new URL(data.raw_url.replace(/^\//, ""), root).href;
    const result = make("li");
    const heading = make("h2");
    const link = make("a", "", { href: address });
    link.append(make("bdi", data.meta.title, lang ? { lang } : {}));
    heading.append(link);
    result.append(heading);
    const kind = data.filters.kind?.[0];
    const about = [data.meta.outlet, data.meta.date, kind === "article" && data.meta.outlet ? "" : kindWords.get(kind)];
    const facts = make("p", "", { class: "aside" });
    about.filter(Boolean).forEach((fact, at) => facts.append(at ? " · " : "", make("bdi", fact)));
    result.append(facts);
    const sentences = sentencesOf(data);
    const hits = make("ul");
    for (const sentence of sentences) {
      const hit = make("li");
      hit.append(withMarks(make("q", "", { dir: "auto", ...(lang ? { lang } : {}) }), sentence), " ");
      const way = make("a", "", { href: address + "#" + sentence.anchor.id, class: "to-sentence" });
      if (sentence.anchor.id.startsWith("note-")) way.append(list.dataset.note);
      else way.append(make("span", list.dataset.sentence + " ", { class: "unseen" }), sentence.anchor.id);
      hit.append(way);
      hits.append(hit);
    }
    if (!sentences.length && data.excerpt) {
      const whole = make("li");
      whole.append(excerpt(data.excerpt));
      hits.append(whole);
    }
    if (hits.childElementCount) result.append(hits);
    return result;
  }

  // --- a search -------------------------------------------------------------------------------------------------

  // A page is found by its text or its title. Sorted by date, a score says nothing of this.
  function isFound(result) {
    return result.words.length > 0 || (result.matchedMetaFields ?? []).includes("title");
  }

  let turn = 0; // an answer that comes after the next question is dropped

  async function search() {
    const mine = ++turn;
    const asked = new URLSearchParams(location.search);
    const words = asked.get("q") || null;
    const filters = {};
    for (const [name, filter] of Object.entries(FILTERS)) if (asked.get(name)) filters[filter] = asked.get(name);
    list.replaceChildren();
    more.hidden = elsewhere.hidden = true;
    count.textContent = "";
    if (!words && !Object.keys(filters).length) return;
    count.textContent = count.dataset.working;
    const order = { newest: "desc", oldest: "asc" }[asked.get("sort")];
    let results;
    try {
      const answer = await (await pagefind()).search(words, { filters, ...(order ? { sort: { date: order } } : {}) });
      results = answer.results.filter((result) => !words || isFound(result));
    } catch {
      if (mine === turn) {
        count.textContent = count.dataset.failed;
        elsewhere.hidden = false;
      }
      return;
    }
    if (mine !== turn) return;
    count.textContent = results.length ? count.dataset.found + " " + results.length : count.dataset.nothing;
    elsewhere.hidden = results.length > 0;
    let shown = 0;
    async function next(focus) {
      const batch = await Promise.all(results.slice(shown, shown + PAGES).map((result) => result.data()));
      if (mine !== turn) return;
      shown += batch.length;
      const items = batch.map(resultFrom);
      list.append(...items);
      more.hidden = shown >= results.length;
      if (focus) items[0]?.querySelector("a").focus();
    }
    more.onclick = () => next(true);
    await next(false);
  }

  function ask(store) {
    const address = formToAddress();
    if (address !== location.pathname + location.search) store.call(history, null, "", address);
    search();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(history.pushState);
  });
  // A choice takes effect at once, and walking through a list with the arrow keys leaves no trail to go back over.
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement) ask(history.replaceState);
  });
  window.addEventListener("popstate", () => {
    addressToForm();
    search();
  });
  addressToForm();
  search();
})();

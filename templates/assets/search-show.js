// How what is found is shown: an entry a page, with the sentences that answer, who speaks, hedges, and what denies them.
// Its words stand in the page's markup. It asks nothing.
(function () {
  "use strict";

  const root = new URL("../", document.currentScript.src);
  const words = document.getElementById("search-results")?.dataset;
  if (!words) return;

  const HITS = 3; // sentences of one page, until more are asked for
  const AROUND = 90; // characters before the first word found, where a page is found as a whole
  const LONGEST = 260;
  const LINE = " · "; // between the lines of a record (postil/index)
  const MARKS = 6; // words that an address carries

  const { folded } = window.postilAsk;
  const number = (n) => n.toLocaleString(document.documentElement.lang);
  const pairs = (text) => new Map(text.split(";").filter(Boolean).map((pair) => pair.split("=")));
  const types = pairs(words.types);
  const states = pairs(words.states);

  function make(tag, attributes, ...content) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) if (value) element.setAttribute(name, value);
    element.append(...content.filter((one) => one !== ""));
    return element;
  }

  const addressOf = (path) => new URL(path.replace(/^\//, ""), root).href;

  function withMarks(element, text, spans) {
    let done = 0;
    for (const [from, to] of spans) {
      element.append(text.slice(done, from), make("mark", {}, text.slice(from, to)));
      done = to;
    }
    element.append(text.slice(done));
    return element;
  }

  // Facts in one line, between middle dots.
  function line(facts) {
    const element = make("p", { class: "aside" });
    for (const fact of facts.filter(Boolean)) element.append(element.childNodes.length ? " · " : "", make("bdi", {}, fact));
    return element;
  }

  // --- what stands with words ---------------------------------------------------------------------------------------

  function denialsOf(denials) {
    const list = make("ul", { class: "ties" });
    for (const [kind, isIncoming, who, quoted, lang, href] of denials) {
      const label = words[kind + (isIncoming ? "In" : "Out")];
      const said = make("a", { href: addressOf(href) }, quoted ? make("q", { lang, dir: "auto" }, quoted) : who);
      const name = quoted ? [" ", make("bdi", {}, who), ": "] : [" "];
      const tie = make("span", { class: "tie denial" }, make("span", { class: "tie-kind" }, label), ...name, said);
      list.append(make("li", {}, tie));
    }
    return list;
  }

  // Who speaks, how it is hedged, and what is said against it.
  function saidWith({ voices = [], hedges = [], denials = [] }) {
    const parts = [];
    if (voices.length || hedges.length) {
      const said = make("p", { class: "aside said-by" });
      if (voices.length) said.append(words.voice, " ", make("bdi", {}, voices.join(", ")));
      if (hedges.length) {
        const hedge = make("span", { class: "hedge" }, words.hedge, " ", make("bdi", {}, hedges.join(", ")));
        said.append(voices.length ? " · " : "", hedge);
      }
      parts.push(said);
    }
    if (denials.length) parts.push(denialsOf(denials));
    return parts;
  }

  // --- sentences ------------------------------------------------------------------------------------------------------

  // The address of a sentence, or of what is found as a whole, carries the words found, so that the page can mark them there.
  function addressOfHit(path, { id, text, spans }) {
    const address = new URL(addressOf(path));
    const found = new Set(spans.map(([from, to]) => text.slice(from, to)));
    for (const one of [...found].slice(0, MARKS)) address.searchParams.append("mark", one);
    address.hash = id;
    return address.href;
  }

  function hitOf(answer, hit) {
    const { data, shown } = answer;
    const item = make("li");
    const isSource = !/^(note|position)-/.test(hit.id);
    const lang = isSource ? data.filters.language?.[0] : "";
    const link = make("a", { class: "hit", href: addressOfHit(data.raw_url, hit), dir: "auto" });
    link.append(withMarks(make(isSource ? "q" : "span", { lang }), hit.text, hit.spans));
    if (isSource) {
      const name = make("span", { class: "address" }, make("span", { class: "unseen" }, words.sentence + " "), hit.id);
      link.append(" ", name);
    }
    const said = shown.at?.[hit.id] ?? {};
    // What is said against a claim stands below all its positions, once.
    const denials = hit.id.startsWith("position-") ? said.denials?.filter(([, isIncoming]) => !isIncoming) : said.denials;
    item.append(link, ...saidWith({ ...said, denials }));
    return item;
  }

  function hitsOf(answer, hits) {
    const list = make("ul", { class: "hits" });
    list.append(...hits.slice(0, HITS).map((hit) => hitOf(answer, hit)));
    const rest = hits.slice(HITS);
    if (!rest.length) return [list];
    const more = make("button", { type: "button", class: "more-here" }, words.moreHere + " " + number(rest.length));
    more.addEventListener("click", () => {
      const items = rest.map((hit) => hitOf(answer, hit));
      list.append(...items);
      more.remove();
      items[0].querySelector("a").focus();
    });
    return [list, more];
  }

  // The lines of a record that were found, each around its first words. Its title stands above them already, and with it the
  // other names of what has several.
  function excerptsOf({ text, spans }, title, names) {
    const lines = [];
    let start = 0;
    for (const one of text.split(LINE)) {
      const end = start + one.length;
      const inside = spans.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from - start, to - start]);
      if (inside.length) lines.push({ text: one, spans: inside, name: folded(one) });
      start = end + LINE.length;
    }
    const called = new Set([title, ...names].map(folded));
    const isCalled = ({ name }) => called.has(name);
    const others = lines.filter((one) => !isCalled(one));
    const isInTitle = lines.some(({ name }) => name === folded(title));
    return [...(isInTitle ? [] : lines.filter(isCalled).slice(0, 1)), ...others.slice(0, 2)].map(excerptOf);
  }

  function excerptOf({ text, spans }) {
    let from = Math.max(0, spans[0][0] - AROUND);
    if (from) from = text.indexOf(" ", from) + 1;
    let to = from + LONGEST;
    if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), spans[0][1]);
    const inside = spans.filter((span) => span[0] >= from && span[1] <= to).map(([a, b]) => [a - from, b - from]);
    const shown = withMarks(make("p", { class: "excerpt", dir: "auto" }), text.slice(from, to), inside);
    if (from) shown.prepend("… ");
    if (to < text.length) shown.append(" …");
    return shown;
  }

  // --- an entry ----------------------------------------------------------------------------------------------------------

  function factsOf(kind, { data, shown }) {
    if (kind === "article" || kind === "note") return [data.filters.outlet?.[0], shown.date];
    if (kind === "claim") return [states.get(shown.state)];
    return [shown.is && (types.get(shown.is) ?? shown.is), shown.date];
  }

  // `hits` are those of the group that the entry stands in.
  function entryOf(kind, answer, hits) {
    const { data, shown } = answer;
    const lang = data.filters.language?.[0];
    const whole = hits.find(({ id }) => !id);
    const href = whole ? addressOfHit(data.raw_url, whole) : addressOf(data.raw_url);
    const title = make("a", { href }, make("bdi", { lang }, data.meta.title));
    const entry = make("li", { class: "found" }, make("h3", {}, title));
    const facts = line(factsOf(kind, answer));
    if (facts.childNodes.length) entry.append(facts);
    if (shown.notice) entry.append(make("p", { class: "aside" }, words.notice, " ", make("bdi", { lang }, shown.notice)));
    if (whole) entry.append(...excerptsOf(whole, data.meta.title, shown.names ?? []));
    const inside = hits.filter(({ id }) => id);
    if (inside.length) entry.append(...hitsOf(answer, inside));
    if (shown.denials) entry.append(denialsOf(shown.denials));
    return entry;
  }

  window.postilShow = { entryOf, make, number, words };
})();

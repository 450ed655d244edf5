// What is found: a question put to Pagefind, and its pages taken apart into the sentences that answer. It shows nothing.
(function () {
  "use strict";

  const { fold, isAlike, namesIn, nearness, otherwise, spansOf } = window.postilAsk;

  const OTHERWISE = 24; // ways to ask with other spellings
  const BEARERS = 12; // pages in which the names that a question has are looked up
  const JOINER = "\u2060"; // after what is none of the text's (postil/index)
  const UNSEEN = ["\u2061", "\u2062"]; // around what is found and not shown (postil/model/indexed.py)
  const EVERY = "\ua78f"; // stands in every page (postil/index/views.py)
  const TOGETHER = "\u200b"; // between words where they are written without spaces

  // --- pages -----------------------------------------------------------------------------------------------------------

  // What a page is: the end of the name of its fragment (postil/index/shard.py).
  const kindOf = ({ id }) => id.slice(id.lastIndexOf("-") + 1);

  const busy = new Map(); // page -> what is being read of it

  // A text without what is only there to be found.
  const seen = (text) => text.replace(/\s*\u2061[^\u2062]*\u2062/gu, "");

  // Pagefind keeps one object for a page, and writes the places of the words into it: each answer takes a copy, in turn.
  function dataOf(result) {
    const before = busy.get(result.id) ?? Promise.resolve();
    const mine = before.then(async () => {
      const data = await result.data();
      return { ...data, meta: { ...data.meta, title: seen(data.meta.title) } };
    });
    const last = mine.catch(() => {}).then(() => busy.get(result.id) === last && busy.delete(result.id));
    busy.set(result.id, last);
    return mine;
  }

  // The names of which some terms are a part, [{ id, page, names }]: first those with the most of them.
  async function bearersOf(ask, terms) {
    const scores = new Map();
    for (const term of terms) {
      const { results } = await ask(term, { filters: { kind: { any: ["entity", "place"] } } });
      for (const result of results) {
        const one = scores.get(result.id) ?? { result, score: 0 };
        one.score += result.score;
        scores.set(result.id, one);
      }
    }
    const best = [...scores.values()].sort((a, b) => b.score - a.score).slice(0, BEARERS);
    const pages = await Promise.all(best.map(({ result }) => dataOf(result)));
    return pages.map((page, at) => ({ id: best[at].result.id, page, names: shownOf(page).names ?? [] }));
  }

  // Who bears the names that stand in a question, and the question with other spellings of them: { meant: ids of pages whose name
  // is all of it, pages, strands, others, left }.
  async function spellingsOf(ask, { words, term }) {
    const isWhole = ({ from, to }) => to - from === words.length;
    const single = [...new Set(term.split(" "))];
    const isShort = words.length > 1 && single.length <= BEARERS;
    const places = namesIn(words, await bearersOf(ask, isShort ? [term, ...single] : [term]));
    const bearers = places.flatMap((place) => [...place.bearers]);
    const meant = new Set(places.some(isWhole) ? bearers.map(({ id }) => id) : []);
    return { meant, pages: bearers.map(({ page }) => page), ...otherwise(words, places, OTHERWISE) };
  }

  // Pages of several strands, each once: what was typed before what only other spellings of it find, and then the best score
  // first. (With an order, Pagefind's scores are places in it, and nothing comes before.)
  function joined(answers, { sort }) {
    const pages = new Map();
    for (const { strand, answer } of answers) {
      const { isOther = false } = strand;
      for (const result of answer.results) {
        const page = pages.get(result.id) ?? { id: result.id, score: result.score, isOther, parts: [] };
        if (page.isOther) page.score = Math.max(page.score, result.score);
        page.parts.push({ strand, result });
        pages.set(result.id, page);
      }
    }
    const found = [...pages.values()];
    if (answers.length < 2) return found;
    return found.sort((a, b) => (sort ? 0 : a.isOther - b.isOther) || b.score - a.score);
  }

  // Pages by kind. Who is called so comes before those in whose names the words stand too.
  function grouped(answers, options, meant) {
    const byKind = {};
    for (const page of joined(answers, options)) (byKind[kindOf(page)] ??= []).push(page);
    const isMeant = ({ id }) => meant.has(id);
    if (!options.sort) for (const pages of Object.values(byKind)) pages.sort((a, b) => isMeant(b) - isMeant(a));
    return byKind;
  }

  const NONE = { meant: new Set(), pages: [], strands: [], others: [], left: 0 };

  // First, and soon: { byKind: pages of what was typed, rest }. Then, from rest(): { byKind: the same with what other spellings
  // find, or null where that is no other, counts of filters or null, totals: those without a question, other spellings }.
  // Without words, all that the filters leave, or their notes. It fails where nobody waits any more.
  async function find(asked, { filters, kind, order, isExact, isWanted }) {
    const api = await window.postilSearch();
    const ask = (term, options) => (isWanted() ? api.search(term, options) : Promise.reject(new Error("nobody waits for this")));
    const options = { filters, ...(order ? { sort: { date: order } } : {}) };
    const answers = [];
    const answer = async (strand) => answers.push({ strand, answer: await ask(strand.term, options) });
    if (!asked.text) await answer({ words: [], loose: [], phrases: [], term: EVERY, isNotes: kind === "note" });
    else if (asked.strand.term) await answer(asked.strand); // signs alone find nothing

    async function rest() {
      const isNamed = asked.text && answers.length && !asked.phrases.length;
      const other = isNamed ? await spellingsOf(ask, asked.strand) : NONE;
      if (!isExact) for (const strand of other.strands) await answer({ ...strand, isOther: true });
      const isMore = answers.length > 1 || other.meant.size;
      const totals = await api.totals();
      const byKind = isMore ? grouped(answers, options, other.meant) : null;
      return { byKind, counts: await counts(ask, answers, options, kind), totals, ...other };
    }

    return { byKind: grouped(answers, options, NONE.meant), rest };
  }

  // How many pages each value of a filter would leave. A filter that is set does not narrow its own values.
  async function counts(ask, answers, options, kind) {
    if (answers.length !== 1) return null; // pages that several spellings find would count several times
    const [{ strand }] = answers;
    const narrow = kind ? { kind: kind === "note" ? "article" : kind } : {};
    const all = await ask(strand.term, { filters: { ...options.filters, ...narrow } }); // now that all filters are there
    const found = { ...all.filters };
    for (const name of Object.keys(options.filters)) {
      const { [name]: _, ...filters } = options.filters;
      found[name] = (await ask(strand.term, { filters: { ...filters, ...narrow } })).filters[name];
    }
    return found;
  }

  // --- sentences -------------------------------------------------------------------------------------------------------

  // What is shown with a page and found by nothing: the id of an element without words.
  function shownOf(data) {
    const anchor = data.anchors.find(({ id }) => id.startsWith("{"));
    return anchor ? JSON.parse(anchor.id) : {};
  }

  // Pagefind gives signs of less and more as they stand in markup; what stands so in the text has a joiner in it (postil/index).
  const asWritten = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">");

  // [{ token, seen: where the token stands that is shown for it }]. What is found and not shown follows the word it stands for.
  function tokensOf(data) {
    const text = asWritten(data.raw_content).normalize("NFC");
    const tokens = text.includes(TOGETHER) ? text.split(TOGETHER) : text.split(/\s+/u).filter(Boolean);
    let last = 0;
    let isOpen = false;
    return tokens.map((token, at) => {
      isOpen ||= token.includes(UNSEEN[0]);
      if (!isOpen) last = at;
      isOpen &&= !token.includes(UNSEEN[1]);
      return { token, seen: last };
    });
  }

  // A token as the text has it.
  const cleanOf = (token) => token.replaceAll("\u2019" + JOINER, "\u02bc").replaceAll(JOINER, "");

  // The text of some tokens, and where each begins in it; `from` is where the first of them stands.
  function textOf(tokens, from, isTogether) {
    const starts = [];
    let text = "";
    for (const [at, { token, seen }] of tokens.entries()) {
      const isShown = seen === from + at;
      if (isShown && text && !isTogether && !token.startsWith(JOINER)) text += " ";
      starts.push(text.length);
      if (isShown) text += cleanOf(token);
    }
    return { text, starts };
  }

  // Stretches of a page, each from one id to the next; the first has none.
  function stretchesOf(data) {
    const anchors = data.anchors.filter(({ id }) => !id.startsWith("{")).sort((a, b) => a.location - b.location);
    const borders = [{ id: "", location: 0 }, ...anchors];
    return borders.map(({ id, location }, at) => ({ id, from: location, to: borders[at + 1]?.location ?? Infinity }));
  }

  // The words of a token without the signs around them: [from, to) in the text.
  function coreOf(token, start) {
    const [, before, core] = cleanOf(token).match(/^([^\p{L}\p{M}\p{N}]*)(.*?)[^\p{L}\p{M}\p{N}]*$/su);
    return [start + before.length, start + before.length + core.length];
  }

  function merged(spans) {
    const out = [];
    for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
      if (out.length && from <= out.at(-1)[1]) out.at(-1)[1] = Math.max(to, out.at(-1)[1]);
      else out.push([from, to]);
    }
    return out;
  }

  // Every stretch that is a note, as a hit without words.
  function notesIn(stretches) {
    const notes = [...stretches.entries()].filter(([, { id }]) => id.startsWith("note-"));
    return new Map(notes.map(([at]) => [at, { spans: [], words: new Map(), share: 1 }]));
  }

  // The stretches in which a strand is found: Map of stretch -> { spans, share: how much of what was asked stands there, words:
  // those asked that do, and how near they come }. Null where the page does not answer it after all: a word was stretched too
  // far, or a phrase stands in no sentence.
  function hitsOfStrand(strand, data, tokens, stretches, textAt) {
    const found = new Map();
    const met = new Set(strand.words.filter((word) => data.meta.title.split(/\s+/u).some((one) => isAlike(one, word))));
    let at = 0;
    for (const { location } of [...data.weighted_locations].sort((a, b) => a.location - b.location)) {
      const { seen: place, token } = tokens[tokens[location]?.seen] ?? { token: "" };
      const words = strand.words.filter((word) => isAlike(token, word));
      if (!words.length) continue;
      while (place >= stretches[at].to) at++;
      const hit = found.get(at) ?? { spans: [], words: new Map(), share: 0 };
      const { starts } = textAt(at);
      const isLoose = words.some((word) => strand.loose.includes(word)); // of a phrase, the whole is marked below
      if (isLoose) hit.spans.push(coreOf(token, starts[place - stretches[at].from]));
      for (const word of words) {
        met.add(word);
        hit.words.set(word, Math.max(hit.words.get(word) ?? 0, nearness(token, word)));
      }
      found.set(at, hit);
    }
    if (strand.words.some((word) => !met.has(word))) return null;
    const unmet = new Set(strand.phrases);
    for (const [place, hit] of found) {
      const view = strand.phrases.length ? fold(textAt(place).text) : null;
      const spans = strand.phrases.map((phrase) => [phrase, spansOf(phrase, view)]).filter(([, one]) => one.length);
      for (const [phrase, some] of spans) {
        unmet.delete(phrase);
        hit.spans.push(...some);
      }
      if (strand.phrases.length && !spans.length) found.delete(place);
      const loose = strand.loose.filter((word) => hit.words.has(word));
      hit.share = (loose.length + spans.length) / (strand.loose.length + strand.phrases.length);
    }
    const inTitle = fold(data.meta.title.normalize("NFC"));
    for (const phrase of unmet) if (spansOf(phrase, inTitle).length) unmet.delete(phrase);
    return unmet.size ? null : found;
  }

  // A page with what answers: { data, shown, hits: [{ id, text, spans, share, near, place }] }, best hits first; null if nothing
  // does. `share` is how much of what was asked stands there, `near` whether it does so word for word.
  async function answersOf(page) {
    const found = new Map();
    let first = null;
    for (const { strand, result } of page.parts) {
      const data = await dataOf(result);
      await pause();
      const tokens = tokensOf(data);
      const stretches = stretchesOf(data);
      const isTogether = data.raw_content.includes(TOGETHER);
      const texts = new Map();
      const textAt = (at) => {
        if (!texts.has(at)) {
          const { from, to } = stretches[at];
          texts.set(at, textOf(tokens.slice(from, to), from, isTogether));
        }
        return texts.get(at);
      };
      const all = strand.isNotes ? notesIn(stretches) : new Map();
      const hits = strand.term === EVERY ? all : hitsOfStrand(strand, data, tokens, stretches, textAt);
      if (!hits) continue;
      first ??= { data, shown: shownOf(data) };
      for (const [place, { spans, words, share }] of hits) {
        const { id } = stretches[place];
        const hit = found.get(place) ?? { id, text: textAt(place).text, place, spans: [], share: 0, near: 0 };
        hit.spans.push(...spans);
        hit.share = Math.max(hit.share, share);
        // Another spelling is not what was typed, but what was meant: nearer than a word that only begins alike.
        const near = [...words.values()].reduce((sum, one) => sum + one, 0);
        hit.near = Math.max(hit.near, strand.isOther ? 0.5 : near);
        found.set(place, hit);
      }
    }
    if (!first) return null;
    const hits = [...found.values()].map((hit) => ({ ...hit, spans: merged(hit.spans) }));
    hits.sort((a, b) => b.share - a.share || b.near - a.near || a.place - b.place);
    // Where sentences have all that is asked, those with a part of it are left out.
    return { ...first, hits: hits.filter(({ share }) => share === 1 || hits[0].share < 1) };
  }

  // Gives way to what the reader does: one page is taken apart in a task of its own.
  function pause() {
    return globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
  }

  window.postilFind = { answersOf, find, pause };
})();

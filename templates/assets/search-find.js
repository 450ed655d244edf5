// What is found: a question put to Pagefind, and its pages taken apart into the sentences that answer. It shows nothing.
(function () {
  "use strict";

  const { fold, folded, isAlike, nearness, spansOf, spelling } = window.postilAsk;

  const ASIDE = ["claim", "entity", "place", "event", "page"]; // kinds of pages that are no article's
  const SPELLINGS = 24;
  const JOINER = "\u2060"; // after what is none of the text's (postil/index)
  const TOGETHER = "\u200b"; // between words where they are written without spaces

  // --- pages -----------------------------------------------------------------------------------------------------------

  let kinds = null; // page -> kind; the others are articles

  async function kindsFrom(api) {
    const found = new Map();
    for (const kind of ASIDE) {
      const { results } = await api.search(null, { filters: { kind } });
      for (const { id } of results) found.set(id, kind);
    }
    return found;
  }

  const busy = new Map(); // page -> what is being read of it

  // Pagefind keeps one object for a page, and writes the places of the words into it: each answer takes a copy, in turn.
  function dataOf(result) {
    const before = busy.get(result.id) ?? Promise.resolve();
    const mine = before.then(async () => ({ ...(await result.data()) }));
    busy.set(result.id, mine.catch(() => {}));
    return mine;
  }

  // Who bears a name that was asked for, and its other spellings: { meant: ids of pages, pages, others }.
  async function spellingsOf(api, asked) {
    const { results } = await api.search(asked.strand.term, { filters: { kind: { any: ["entity", "place"] } } });
    const pages = await Promise.all(results.slice(0, 8).map(dataOf));
    const want = folded(asked.text);
    const known = pages.map((page, at) => ({ id: results[at].id, page, names: shownOf(page).names ?? [] }));
    const meant = known.filter(({ names }) => names.some((name) => folded(name) === want));
    const others = new Map();
    for (const { names } of meant) for (const name of names) if (folded(name) !== want) others.set(folded(name), name);
    return {
      meant: new Set(meant.map(({ id }) => id)),
      pages: meant.map(({ page }) => page),
      others: [...others.values()].slice(0, SPELLINGS),
    };
  }

  // Pages of several strands, each once: by date as the index has them; else what was typed before other spellings of it,
  // and the best score first.
  async function joined(api, answers, options) {
    const pages = new Map();
    for (const { strand, answer } of answers) {
      for (const result of answer.results) {
        const page = pages.get(result.id) ?? { id: result.id, score: 0, parts: [] };
        page.score = Math.max(page.score, result.score);
        page.parts.push({ strand, result });
        pages.set(result.id, page);
      }
    }
    const found = [...pages.values()];
    if (answers.length < 2) return found;
    const isTyped = ({ parts }) => parts.some(({ strand }) => !strand.isOther);
    if (!options.sort) return found.sort((a, b) => isTyped(b) - isTyped(a) || b.score - a.score);
    const { results } = await api.search(null, options);
    const place = new Map(results.map(({ id }, at) => [id, at]));
    return found.sort((a, b) => place.get(a.id) - place.get(b.id));
  }

  // { pages by kind, counts of filters or null, entities meant, other spellings }. Without words, all that the filters leave.
  async function find(asked, { filters, kind, order, isExact }) {
    const api = await window.postilSearch();
    kinds ??= await kindsFrom(api);
    const options = { filters, ...(order ? { sort: { date: order } } : {}) };
    let strands = [{ words: [], phrases: [], term: null }];
    let other = { meant: new Set(), pages: [], others: [] };
    if (asked.text) {
      strands = asked.strand.term ? [asked.strand] : []; // signs alone find nothing
      if (strands.length && !asked.phrases.length) other = await spellingsOf(api, asked);
      const spelled = isExact ? [] : other.others.map(spelling);
      strands.push(...spelled.map((strand) => ({ ...strand, isOther: true })));
    }
    const answers = [];
    for (const strand of strands) answers.push({ strand, answer: await api.search(strand.term, options) });
    const byKind = { article: [] };
    for (const page of await joined(api, answers, options)) (byKind[kinds.get(page.id) ?? "article"] ??= []).push(page);
    // Who is called so comes before those in whose names the words stand too.
    const isMeant = ({ id }) => other.meant.has(id);
    if (!order) for (const pages of Object.values(byKind)) pages.sort((a, b) => isMeant(b) - isMeant(a));
    return { byKind, counts: await counts(api, answers, options, kind), ...other };
  }

  // How many pages each value of a filter would leave. A filter that is set does not narrow its own values.
  async function counts(api, answers, options, kind) {
    if (answers.length !== 1) return null; // pages that several spellings find would count several times
    const [{ strand, answer }] = answers;
    const narrow = kind ? { kind: kind === "note" ? "article" : kind } : {};
    const all = kind ? await api.search(strand.term, { filters: { ...options.filters, ...narrow } }) : answer;
    const found = { ...all.filters };
    for (const name of Object.keys(options.filters)) {
      const { [name]: _, ...filters } = options.filters;
      found[name] = (await api.search(strand.term, { filters: { ...filters, ...narrow } })).filters[name];
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

  function tokensOf(data) {
    const text = asWritten(data.raw_content).normalize("NFC");
    return text.includes(TOGETHER) ? text.split(TOGETHER) : text.split(/\s+/u).filter(Boolean);
  }

  // A token as the text has it.
  const cleanOf = (token) => token.replaceAll("\u2019" + JOINER, "\u02bc").replaceAll(JOINER, "");

  // The text of some tokens, and where each begins in it.
  function textOf(tokens, isTogether) {
    const starts = [];
    let text = "";
    for (const token of tokens) {
      const isPart = isTogether || token.startsWith(JOINER);
      if (text && !isPart) text += " ";
      starts.push(text.length);
      text += cleanOf(token);
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

  // The stretches in which a strand is found: Map of stretch -> { spans, words: those asked that stand there, and how near they
  // come there }. Null where the page does not answer it after all: a word was stretched too far, or a phrase stands in no sentence.
  function hitsOfStrand(strand, data, tokens, stretches, textAt) {
    const found = new Map();
    const met = new Set(strand.words.filter((word) => data.meta.title.split(/\s+/u).some((one) => isAlike(one, word))));
    let at = 0;
    for (const { location } of [...data.weighted_locations].sort((a, b) => a.location - b.location)) {
      const words = strand.words.filter((word) => isAlike(tokens[location] ?? "", word));
      if (!words.length) continue;
      while (location >= stretches[at].to) at++;
      const hit = found.get(at) ?? { spans: [], words: new Map() };
      const { starts } = textAt(at);
      hit.spans.push(coreOf(tokens[location], starts[location - stretches[at].from]));
      for (const word of words) {
        met.add(word);
        hit.words.set(word, Math.max(hit.words.get(word) ?? 0, nearness(tokens[location], word)));
      }
      found.set(at, hit);
    }
    if (strand.words.some((word) => !met.has(word))) return null;
    if (!strand.phrases.length) return found;
    const unmet = new Set(strand.phrases);
    for (const [place, hit] of found) {
      const view = fold(textAt(place).text);
      const spans = strand.phrases.map((phrase) => [phrase, spansOf(phrase, view)]).filter(([, one]) => one.length);
      for (const [phrase] of spans) unmet.delete(phrase);
      if (spans.length) hit.spans = spans.flatMap(([, one]) => one);
      else found.delete(place);
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
          const { text, starts } = textOf(tokens.slice(stretches[at].from, stretches[at].to), isTogether);
          texts.set(at, { text, starts });
        }
        return texts.get(at);
      };
      const hits = strand.term === null ? new Map() : hitsOfStrand(strand, data, tokens, stretches, textAt);
      if (!hits) continue;
      first ??= { data, shown: shownOf(data) };
      for (const [place, { spans, words }] of hits) {
        const hit = found.get(place) ?? { id: stretches[place].id, text: textAt(place).text, place, spans: [], share: 0, near: 0 };
        hit.spans.push(...spans);
        hit.share = Math.max(hit.share, strand.phrases.length ? 1 : words.size / strand.words.length);
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

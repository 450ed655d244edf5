// What is asked: words, phrases, and how they stand in a text. Knows texts only; the index, the page and its words are others'.
(function () {
  "use strict";

  // --- the folded view: what is equal to a reader is equal here (postil/fold.py), letter case aside ------------------

  const EQUAL = new Map();
  const ALIKE = [
    ['"', "\u02ba\u05f4\u201c\u201d\u201e\u201f\u2033\u2036\u275d\u275e\u301d\u301e\u301f\uff02"],
    ["'", "\u02b9\u02bc\u0374\u055a\u05f3\u2018\u2019\u201a\u201b\u2032\u2035\u275b\u275c\uff07"],
    ["-", "\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe31\ufe32\ufe58\ufe63\uff0d"],
  ];
  for (const [one, others] of ALIKE) for (const other of others) EQUAL.set(other, one);
  EQUAL.set("\u2026", "...");
  EQUAL.set("ς", "σ");
  const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u;

  // `at[i]` is where the folded unit i comes from; `at` has one entry more, the end. The text is to be in NFC.
  function fold(text) {
    const at = [];
    let folded = "";
    let from = 0;
    for (const one of text) {
      let to = /\s/u.test(one) ? " " : (EQUAL.get(one) ?? one.toLowerCase());
      if (UNSEEN.test(one) || (to === " " && (folded === "" || folded.endsWith(" ")))) to = "";
      for (let unit = 0; unit < to.length; unit++) at.push(from);
      folded += to;
      from += one.length;
    }
    at.push(from);
    return { text: folded, at };
  }

  const folded = (text) => fold(text.normalize("NFC")).text.trim();

  // --- words ---------------------------------------------------------------------------------------------------------

  // As the index has them: it drops what is neither letter, digit nor mark, and parts words at hyphens.
  function wordsOf(text) {
    const parts = text.replaceAll("\u02bc", "").split(/[\s\p{Pd}/\u2026\u2212]+/u);
    return parts.map((part) => part.replace(/[^\p{L}\p{M}\p{N}_]+/gu, "")).filter(Boolean);
  }

  // Letters that readers type without their sign, and that no normal form takes apart (postil/pages/indexing.py).
  const SIGNED = { ß: "ss", æ: "ae", ð: "d", ø: "o", þ: "th", đ: "d", ħ: "h", ı: "i", ł: "l", œ: "oe" };
  const ANY_SIGNED = new RegExp(`[${Object.keys(SIGNED).join("")}]`, "gu");
  const unsigned = (text) => text.replace(ANY_SIGNED, (one) => SIGNED[one]);

  const plain = (word) => unsigned(word.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase());

  // Scripts of the languages whose words Pagefind tells apart (postil/index).
  const TOGETHER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

  // A word and its parts; a figure is one word with its points and commas.
  function partsOf(token, isFigure) {
    const parts = token.split(isFigure ? /[^\p{L}\p{M}\p{N}_.,'\u2019]+/u : /[^\p{L}\p{M}\p{N}_]+/u);
    return [token, ...parts].map((part) => part.replace(/[^\p{L}\p{M}\p{N}_]+/gu, ""));
  }

  // What makes another number of the word for one, as in nine, nineteen and ninety: never an ending of the same word.
  const GROWN = /^(?:teen|ty$|ti(?:es|eth)|zehn|zig|cient|nasc|dzies|надцят|дцят|десят|сот|ста$)/u;

  // Where no word begins as asked, Pagefind takes the longest that the asked one begins with, however short. Endings that
  // stemming drops are five letters at most; figures have none. Where words are written together, it parts what is asked.
  function isAlike(token, asked) {
    const want = plain(asked);
    const isFigure = /^\d+$/.test(want);
    return partsOf(token, isFigure).map(plain).some((word) => {
      if (isFigure) return word.startsWith(want) && !/^\d/.test(word.slice(want.length));
      if (word && TOGETHER.test(want)) return want.includes(word) || word.includes(want);
      let shared = 0;
      while (shared < word.length && word[shared] === want[shared]) shared++;
      if (GROWN.test(want.slice(shared)) || GROWN.test(word.slice(shared))) return false;
      return shared === want.length || shared >= Math.max(3, want.length - 5);
    });
  }

  // How near a token that is alike comes: 2 letter for letter, 1 without its accents, 0 by its beginning or stem.
  function nearness(token, asked) {
    const words = partsOf(token, /^\d+$/.test(asked));
    if (words.some((word) => word.toLowerCase() === asked.toLowerCase())) return 2;
    return words.some((word) => plain(word) === plain(asked)) ? 1 : 0;
  }

  // --- a question ----------------------------------------------------------------------------------------------------

  const CLOSING = { "\u201c": "\u201d", "\u201e": "\u201c\u201d", "«": "»", "»": "«", '"': '"' };
  const isOfWord = (one) => one !== undefined && /[\p{L}\p{M}\p{N}]/u.test(one);

  // What stands in quotation marks: [from, to) with the marks. A mark within a word is none. In one walk, however many stay open.
  function quotedIn(text) {
    const ahead = new Map(); // closing mark -> where it stands next
    const next = (mark, from) => {
      if (!(ahead.get(mark) >= from)) ahead.set(mark, text.indexOf(mark, from) >>> 0);
      return ahead.get(mark);
    };
    const found = [];
    for (let at = 0; at < text.length; at++) {
      if (!(text[at] in CLOSING) || isOfWord(text[at - 1])) continue;
      const end = Math.min(...[...CLOSING[text[at]]].map((mark) => next(mark, at + 1)));
      if (end === at + 1 || end >= text.length || isOfWord(text[end + 1])) continue;
      found.push([at, end + 1]);
      at = end;
    }
    return found;
  }

  // A strand is one way of asking: its words must all be on a page, and each of its phrases in a sentence of it. `loose` are the
  // words that stand in no phrase; `term` is what Pagefind is asked.
  function strandOf(loose, phrases) {
    const words = [...loose, ...phrases.flatMap(wordsOf)];
    const term = unsigned(words.join(" ").toLowerCase());
    return { words, loose, phrases: phrases.map(folded).filter(Boolean), term };
  }

  // { text, phrases, strand }
  function question(typed) {
    const text = typed.normalize("NFC").trim();
    const phrases = [];
    let rest = "";
    let done = 0;
    for (const [from, to] of quotedIn(text)) {
      phrases.push(text.slice(from + 1, to - 1));
      rest += text.slice(done, from) + " ";
      done = to;
    }
    return { text, phrases, strand: strandOf(wordsOf(rest + text.slice(done)), phrases) };
  }

  // --- names in a question -----------------------------------------------------------------------------------------------

  const SHORT = 3; // letters: a name so short is one only where it is written as one, or is all that was asked
  const ATONCE = 3; // names in a question of which other spellings are searched

  // Where names stand in some words, each the longest there: [{ from, to, bearers }]. `known` are [{ id, page, names }]; accents
  // tell no names apart.
  function namesIn(words, known) {
    const asked = words.map(plain);
    const places = new Map();
    for (const bearer of known) {
      for (const name of bearer.names) {
        const written = wordsOf(name.normalize("NFC"));
        const want = written.map(plain);
        if (!want.length) continue;
        for (let from = 0; from + want.length <= asked.length; from++) {
          if (!want.every((word, at) => word === asked[from + at])) continue;
          const isSlight = want.length === 1 && want[0].length <= SHORT && asked.length > 1;
          if (isSlight && written[0] !== words[from]) continue;
          const key = `${from} ${from + want.length}`;
          if (!places.has(key)) places.set(key, { from, to: from + want.length, bearers: new Set() });
          places.get(key).bearers.add(bearer);
        }
      }
    }
    const chosen = [];
    for (const place of [...places.values()].sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
      if (chosen.every(({ from, to }) => place.to <= from || place.from >= to)) chosen.push(place);
    }
    return chosen.slice(0, ATONCE).sort((a, b) => a.from - b.from);
  }

  // The question with other spellings of its names in their places, the nearest to what was typed first: { strands, others: names
  // searched, left: how many ways of asking are more than `most` }. A spelling stands as one, or not at all.
  function otherwise(words, places, most) {
    const choices = places.map(({ from, to, bearers }) => {
      const typed = words.slice(from, to).map(plain).join(" ");
      const others = new Map();
      for (const name of [...bearers].flatMap(({ names }) => names)) {
        if (wordsOf(name.normalize("NFC")).map(plain).join(" ") !== typed) others.set(folded(name), name.normalize("NFC"));
      }
      return [null, ...others.values()];
    });
    let ways = [[]];
    for (const some of choices) ways = ways.flatMap((way) => some.slice(0, most + 1).map((one) => [...way, one]));
    const changed = (way) => way.filter((one) => one !== null).length;
    ways = ways.filter(changed).sort((a, b) => changed(a) - changed(b));
    const searched = ways.slice(0, most);
    const strands = searched.map((way) => {
      const isKept = (at) => !places.some(({ from, to }, one) => way[one] !== null && at >= from && at < to);
      return strandOf(words.filter((_, at) => isKept(at)), way.filter((one) => one !== null));
    });
    const others = [...new Set(searched.flat())].filter((one) => one !== null);
    const all = choices.reduce((product, { length }) => product * length, 1) - 1;
    return { strands, others, left: all - searched.length };
  }

  // --- phrases in a text -------------------------------------------------------------------------------------------------

  // Spans of a folded phrase in a text, whole words only: [from, to) in the text.
  function spansOf(phrase, view) {
    const spans = [];
    for (let from = view.text.indexOf(phrase); from >= 0; from = view.text.indexOf(phrase, from + 1)) {
      const to = from + phrase.length;
      if (isOfWord(phrase[0]) && isOfWord(view.text[from - 1])) continue;
      if (isOfWord(phrase.at(-1)) && isOfWord(view.text[to])) continue;
      spans.push([view.at[from], view.at[to]]);
    }
    return spans;
  }

  // --- names like what was asked ---------------------------------------------------------------------------------------

  // Letters to change, add, drop or swap, `most` + 1 where it is more than `most`.
  function distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let before = [];
    let last = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let at = 1; at <= one.length; at++) {
      const row = [at];
      for (let to = 1; to <= other.length; to++) {
        const cost = one[at - 1] === other[to - 1] ? 0 : 1;
        row[to] = Math.min(last[to] + 1, row[to - 1] + 1, last[to - 1] + cost);
        const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
        if (isSwapped) row[to] = Math.min(row[to], before[to - 2] + 1);
      }
      if (Math.min(...row) > most) return most + 1;
      before = last;
      last = row;
    }
    return last[other.length];
  }

  // The nearest of some names, best first: to all that was asked, else to a word of it. `pause` is awaited between slices, and
  // gives false when nobody waits any more.
  async function nearest(asked, names, pause, number = 5) {
    const parts = (text) => [text, ...text.split(/[^\p{L}\p{N}]+/u).filter((part) => part && part !== text)];
    const wanted = parts(plain(folded(asked))).filter((want) => want.length > 1);
    const found = [];
    for (let at = 0; at < names.length; at++) {
      if (at % 50 === 49 && !(await pause())) return [];
      let far = Infinity;
      for (const part of parts(plain(folded(names[at])))) {
        for (const want of wanted) {
          const most = Math.max(1, Math.floor(want.length / 3));
          const apart = distance(want, part, most);
          if (apart <= most && part.length > 2) far = Math.min(far, apart / want.length);
        }
      }
      if (far < Infinity) found.push({ name: names[at], far, at });
    }
    return found.sort((a, b) => a.far - b.far || a.at - b.at).slice(0, number).map(({ name }) => name);
  }

  window.postilAsk = { fold, folded, isAlike, namesIn, nearest, nearness, otherwise, question, spansOf };
})();

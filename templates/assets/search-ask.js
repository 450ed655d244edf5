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

  const plain = (word) => word.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase();

  const TOGETHER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

  // A word and its parts; a figure is one word with its points and commas.
  function partsOf(token, isFigure) {
    const parts = token.split(isFigure ? /[^\p{L}\p{M}\p{N}_.,'\u2019]+/u : /[^\p{L}\p{M}\p{N}_]+/u);
    return [token, ...parts].map((part) => part.replace(/[^\p{L}\p{M}\p{N}_]+/gu, ""));
  }

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

  const PHRASE = /(?<![\p{L}\p{N}])(?:“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|»([^«]+)«|"([^"]+)")(?![\p{L}\p{N}])/gu;

  // A strand is one way of asking: its words must all be on a page, and each of its phrases in a sentence of it.
  function strandOf(text, phrases) {
    const words = wordsOf(text);
    return { words, phrases: phrases.map(folded).filter(Boolean), term: words.join(" ") };
  }

  function question(typed) {
    const text = typed.normalize("NFC").trim();
    const phrases = [...text.matchAll(PHRASE)].map((found) => found.slice(1).find(Boolean));
    return { text, phrases, strand: strandOf(text, phrases) };
  }

  // Another spelling of a name: it stands as one, or not at all.
  const spelling = (name) => strandOf(name.normalize("NFC"), [name]);

  // Spans of a folded phrase in a text, whole words only: [from, to) in the text.
  function spansOf(phrase, view) {
    const spans = [];
    const isLetter = (one) => one !== undefined && /[\p{L}\p{M}\p{N}]/u.test(one);
    for (let from = view.text.indexOf(phrase); from >= 0; from = view.text.indexOf(phrase, from + 1)) {
      const to = from + phrase.length;
      if (isLetter(phrase[0]) && isLetter(view.text[from - 1])) continue;
      if (isLetter(phrase.at(-1)) && isLetter(view.text[to])) continue;
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

  window.postilAsk = { fold, folded, isAlike, nearest, nearness, question, spansOf, spelling };
})();

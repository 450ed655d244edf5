// Arrival from the search: the words that the address carries (`?mark=nine+boats#p4s2`) are marked in the sentence, the note or the
// row that it points to, else on the whole page. The page itself is not touched; a browser that cannot mark so marks no words.
(function () {
  "use strict";

  if (!("highlights" in CSS)) return;

  const escaped = (words) => words.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&").replace(/\s+/gu, "\\s+");

  // Text nodes of some elements as one text, without what is no part of it.
  function nodesOf(elements, isNote) {
    const nodes = [];
    for (const element of elements) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (isNote || !node.parentElement.closest("[data-apparatus]")) nodes.push(node);
      }
    }
    return nodes;
  }

  function rangesOf(nodes, words) {
    const text = nodes.map((node) => node.data).join("");
    const whole = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{M}\\p{N}])`, "giu");
    const place = (offset, isEnd) => {
      let at = 0;
      while (at < nodes.length - 1 && (isEnd ? offset > nodes[at].length : offset >= nodes[at].length)) offset -= nodes[at++].length;
      return [nodes[at], offset];
    };
    return [...text.matchAll(whole)].map((found) => {
      const range = new Range();
      range.setStart(...place(found.index, false));
      range.setEnd(...place(found.index + found[0].length, true));
      return range;
    });
  }

  function mark() {
    CSS.highlights.delete("found");
    const words = new URLSearchParams(location.search).getAll("mark").filter((one) => one.trim());
    const id = location.hash.slice(1);
    if (!words.length) return;
    const isNote = id.startsWith("note-");
    const name = CSS.escape(id);
    const found = isNote ? `[id="${name}"] .note-body` : `[id="${name}"], [data-s="${name}"]`;
    const pieces = [...document.querySelectorAll(id ? found : "main")];
    const nodes = nodesOf(pieces, isNote);
    if (nodes.length) CSS.highlights.set("found", new Highlight(...rangesOf(nodes, words)));
  }

  mark();
  addEventListener("hashchange", mark);
})();

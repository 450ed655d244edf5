// An article and its notes: views, cards in the margin, a sheet on narrow screens. A classic script in the head, so that the
// layout with scripts is there from the first paint, from a folder too. It knows words only from the page; what it cannot do
// without (popovers) it does not imitate: such a browser keeps the page as it is without scripts.
(function () {
  "use strict";

  if (!("popover" in HTMLElement.prototype)) return;
  const root = document.documentElement;
  root.classList.add("js");
  const [, asked] = location.hash.match(/^#view-(clean|claims)$/) ?? [];
  if (asked) root.dataset.view = asked; // from the first paint, too

  const store = {
    get(key) {
      try {
        return localStorage.getItem("postil." + key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        localStorage.setItem("postil." + key, value);
      } catch {
        // Without a memory it holds for this page.
      }
    },
  };
  if (store.get("notices") === "open") root.classList.add("notices-open");

  const wide = matchMedia("(min-width: 68.75rem)");
  const BETWEEN = 8; // between two cards, in pixels
  const EDGE = 16; // what is scrolled into sight keeps this far from the edges
  let text; // the element that holds the article's text
  let notes = []; // in reading order: { id, card, marker, words }, words being the segments of its mark
  let open = null; // the note that is open
  let opened = null; // how things stood before: { hash, from, to }, places of the page before and after
  let pressed = null; // the note that was open when the pointer went down
  let isWide; // as the cards were last made for
  let isSettled = false; // the faces are there, or are not waited for any longer
  let closer, steps; // the button that closes a note and the ways to its neighbours: they move to the one that is open

  // --- the address ----------------------------------------------------------------------------------------------

  // Puts it in place of the present one: going back leaves the page, however many notes were opened on it.
  function setAddress(hash) {
    try {
      history.replaceState(history.state, "", hash || location.pathname + location.search);
    } catch {
      // The address stays as it was.
    }
  }

  function pieces(id) {
    return [...text.querySelectorAll(`[id="${CSS.escape(id)}"], [data-s="${CSS.escape(id)}"]`)];
  }

  function setTarget(id) {
    for (const piece of text.querySelectorAll(".target")) piece.classList.remove("target");
    if (/^p\d/.test(id)) for (const piece of pieces(id)) piece.classList.add("target");
  }

  function follow() {
    const id = location.hash.slice(1);
    const note = notes.find((one) => "note-" + one.id === id);
    if (note) return show(note);
    if (!id || id.startsWith("view-")) setView(id.slice(5));
    if (open && !wide.matches && id) close({ stay: true });
    setTarget(id);
    const target = id && document.getElementById(id);
    if (target && text.contains(target)) {
      reveal();
      target.scrollIntoView();
    }
  }

  function reveal() {
    const notice = text.closest("details.notice");
    if (notice && !notice.open) {
      notice.open = true;
      place();
    }
  }

  // --- views ----------------------------------------------------------------------------------------------------

  function setView(view) {
    if (view === "clean" || view === "claims") root.dataset.view = view;
    else delete root.dataset.view;
    for (const link of document.querySelectorAll(".views a")) {
      if (link.hash === "#view-" + (root.dataset.view ?? "annotated")) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (open && !isShown(open)) close({ stay: true });
    place();
  }

  function isShown(note) {
    if (root.dataset.view === "clean") return false;
    return root.dataset.view !== "claims" || note.card.matches(".k-claim, .k-figure, .k-denial");
  }

  // --- cards in the margin --------------------------------------------------------------------------------------

  // Each card as near to where it belongs as it can stand, in order, none on another: cards that would meet are pooled and
  // the pool stands where its cards are least far off (isotonic regression by pools). `from` is the upper bound and holds;
  // `to` holds where there is room. Gives the lower end.
  function stack(cards, from, to) {
    const pools = [];
    for (const card of cards) {
      let pool = { cards: [card], height: card.height, sum: card.at };
      while (pools.length) {
        const above = pools.at(-1);
        if (above.sum / above.cards.length + above.height <= pool.sum / pool.cards.length) break;
        pools.pop();
        pool = {
          cards: [...above.cards, ...pool.cards],
          height: above.height + pool.height,
          sum: above.sum + pool.sum - pool.cards.length * above.height,
        };
      }
      pools.push(pool);
    }
    let limit = to;
    for (const pool of [...pools].reverse()) {
      pool.top = Math.min(pool.sum / pool.cards.length, limit - pool.height);
      limit = pool.top;
    }
    limit = from;
    for (const pool of pools) {
      limit = Math.max(pool.top, limit);
      for (const card of pool.cards) {
        card.top = limit;
        limit += card.height;
      }
    }
    return limit;
  }

  function place() {
    const main = text.closest("main");
    if (matchMedia("print").matches) return;
    if (!wide.matches || text.closest("details:not([open])")) {
      main.style.minBlockSize = "";
      return;
    }
    const box = text.getBoundingClientRect();
    const cards = notes.filter(isShown).map((note) => ({
      note,
      height: Math.ceil(note.card.getBoundingClientRect().height) + BETWEEN,
      at: Math.round(note.marker.getBoundingClientRect().top - box.top) - 5,
    }));
    const at = cards.findIndex((card) => card.note === open);
    let end;
    if (at < 0) end = stack(cards, 0, box.height + BETWEEN);
    else {
      // The open card stands at its words; those before it may go up beside what stands above the text.
      const [card] = cards.slice(at);
      const above = main.getBoundingClientRect().top - box.top;
      card.top = Math.max(card.at, stack(cards.slice(0, at), above, card.at));
      end = stack(cards.slice(at + 1), card.top + card.height, Infinity);
    }
    for (const card of cards) card.note.card.style.top = card.top + "px";
    main.style.minBlockSize = Math.ceil(box.top - main.getBoundingClientRect().top + end) + "px";
    if (isSettled) root.classList.add("placed");
  }

  // --- opening and closing --------------------------------------------------------------------------------------

  function setOpen(note, isOpen) {
    note.card.classList.toggle("open", isOpen);
    note.marker.classList.toggle("open", isOpen);
    for (const piece of note.words) piece.classList.toggle("open", isOpen);
    for (const more of note.card.querySelectorAll(".note-more")) more.open = isOpen;
    // Tab goes from marker to marker; what a card leads to joins in when it is open.
    for (const link of note.card.querySelectorAll("a, summary")) {
      if (isOpen) link.removeAttribute("tabindex");
      else link.tabIndex = -1;
    }
  }

  function show(note) {
    if (!isShown(note)) setView("");
    reveal();
    const before = open;
    opened ??= { hash: location.hash, from: scrollY };
    open = note;
    if (before && before !== note) setOpen(before, false);
    setTarget("");
    setOpen(note, true);
    note.card.prepend(closer);
    setSteps(note);
    if (!wide.matches && !note.card.matches(":popover-open")) {
      root.classList.add("sheet");
      note.card.showPopover();
    }
    place();
    intoSight(note);
    opened.to = scrollY;
    setAddress("#note-" + note.id);
    note.card.focus({ preventScroll: true });
  }

  // To the notes before and behind it; a view may leave notes out.
  function setSteps(note) {
    const shown = notes.filter(isShown);
    const at = shown.indexOf(note);
    const links = [[steps.previous, shown[at - 1]], [steps.next, shown[at + 1]]].filter(([, to]) => to);
    for (const [link, to] of links) link.setAttribute("href", "#note-" + to.id);
    steps.line.replaceChildren(...links.map(([link]) => link));
    note.card.append(steps.line);
  }

  // The words first, then as much of the card as there is room for.
  function intoSight(note) {
    const lines = [...note.words, note.marker].flatMap((piece) => [...piece.getClientRects()]);
    const card = note.card.getBoundingClientRect();
    const low = (wide.matches ? innerHeight : card.top) - EDGE;
    if (wide.matches) lines.push(card);
    const bottom = Math.max(...lines.map((line) => line.bottom));
    const notice = text.closest("details.notice")?.firstElementChild.offsetHeight ?? 0; // stays at the top
    const above = Math.min(...lines.map((line) => line.top)) - notice - EDGE;
    const by = bottom > low ? Math.min(bottom - low, above) : Math.min(above, 0);
    if (by) scrollBy({ top: by, behavior: "instant" });
  }

  // Back to where it was opened, unless the reader has moved on since, or is to `stay`.
  function close({ stay = false, isHiding = false } = {}) {
    if (!open) return;
    const note = open;
    const had = document.activeElement;
    const isInside = note.card.contains(had) || had === document.body;
    const { hash, from, to } = opened;
    open = opened = null;
    setOpen(note, false);
    closer.remove();
    steps.line.remove();
    if (!isHiding && note.card.matches(":popover-open")) note.card.hidePopover();
    place();
    if (isInside && !stay) note.marker.focus({ preventScroll: true });
    if (!stay && Math.abs(scrollY - to) < 2) scrollTo({ top: from, behavior: "instant" });
    root.classList.remove("sheet");
    if (location.hash === "#note-" + note.id) setAddress(hash);
  }

  function step(by) {
    const shown = notes.filter(isShown);
    let at = shown.indexOf(open);
    if (at >= 0) at += by;
    else {
      // From the part of the text that is in sight.
      at = shown.findIndex((note) => note.marker.getBoundingClientRect().top > EDGE);
      if (by < 0) at = (at < 0 ? shown.length : at) - 1;
    }
    if (shown[at]) show(shown[at]);
  }

  // --- what the reader does -------------------------------------------------------------------------------------

  function onClick(event) {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const was = event.detail ? pressed : open; // a press outside has closed a sheet already
    const link = event.target.closest("a[href]");
    if (link) {
      const [, kind, id] = link.getAttribute("href").match(/^#(note|ref|view)-(.+)$/) ?? [];
      const note = notes.find((one) => one.id === id);
      if (kind === "view") {
        setView(id);
        if (location.hash !== link.hash) history.pushState(null, "", link.hash);
      } else if (!note) return;
      else if (link.rel === "prev" || link.rel === "next") step(link.rel === "prev" ? -1 : 1);
      else if (kind === "note") {
        if (was === note && link === note.marker) close();
        else show(note);
      } else {
        if (open === note) close();
        note.marker.focus();
      }
      event.preventDefault();
      return;
    }
    if (event.target.closest(".note-close")) return close();
    if (event.target.closest("button, summary, input, label") || !getSelection().isCollapsed) return;
    const card = event.target.closest(".note");
    if (card) {
      const note = notes.find((one) => one.card === card);
      if (note && note !== open) show(note);
      return;
    }
    const mark = event.target.closest("mark[data-notes]");
    if (!mark) return;
    // The first tap opens the note of the shortest words; each further one the next that shares them, the last one closes.
    const under = mark.dataset.notes.split(" ").map((id) => notes.find((one) => one.id === id));
    const shown = under.filter((note) => note && isShown(note));
    const next = shown[shown.indexOf(was) + 1];
    if (next) show(next);
    else close();
  }

  function onKey(event) {
    if (event.key !== "Escape" || event.defaultPrevented || !open) return;
    if (!document.querySelector("dialog[open], :popover-open")) close();
  }

  // Cards are placed in the margin, sheets are popovers; what is open stays open when the one becomes the other.
  // A sheet of paper is narrow too, and no screen.
  function fit() {
    if (matchMedia("print").matches || isWide === wide.matches) return;
    isWide = wide.matches;
    const note = open;
    if (note) close({ stay: true });
    for (const { card } of notes) {
      card.popover = wide.matches ? null : "auto";
      card.style.top = "";
    }
    place();
    if (note) show(note);
  }

  function start() {
    text = document.querySelector("[data-text]");
    if (!text) return;
    const template = document.getElementById("reading");
    closer = template.content.querySelector(".note-close").cloneNode(true);
    const line = template.content.querySelector(".note-steps").cloneNode(true);
    steps = { line, previous: line.firstElementChild, next: line.lastElementChild };
    notes = [...text.querySelectorAll("li.note")].map((card) => {
      const id = card.id.slice("note-".length);
      const words = [...text.querySelectorAll(`mark[data-notes~="${CSS.escape(id)}"]`)];
      return { id, card, marker: document.getElementById("ref-" + id), words };
    });
    for (const note of notes) {
      note.card.tabIndex = -1;
      setOpen(note, false);
      // Escape and a tap elsewhere close a sheet by themselves.
      note.card.addEventListener("beforetoggle", (event) => {
        if (event.newState === "closed" && open === note) close({ isHiding: true });
      });
    }
    const notice = text.closest("details.notice");
    if (notice) {
      if (root.classList.contains("notices-open")) notice.open = true;
      notice.addEventListener("toggle", place);
    }
    document.addEventListener("pointerdown", () => (pressed = open), true);
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKey);
    wide.addEventListener("change", fit);
    addEventListener("hashchange", follow);
    // A popover would lie over the paper; on paper all notes stand in the text anyway.
    addEventListener("beforeprint", () => open?.card.matches(":popover-open") && close({ stay: true }));
    // No card is seen before it stands where it will: the faces move lines when they come.
    const settle = () => {
      isSettled = true;
      place();
    };
    document.fonts.ready.then(settle);
    setTimeout(settle, 1000);
    const resized = new ResizeObserver(() => requestAnimationFrame(place));
    for (const element of [text, ...notes.map((note) => note.card)]) resized.observe(element);
    setView(root.dataset.view);
    fit();
    if (location.hash) {
      follow();
      // The browser goes to the address again when all is there.
      addEventListener("load", () => open && intoSight(open), { once: true });
    }
  }

  window.postil = { root, store, setAddress, setTarget, setView, pieces, step };
  document.addEventListener("DOMContentLoaded", () => {
    try {
      start();
    } catch (fault) {
      root.classList.remove("js"); // without the script the page is whole
      throw fault;
    }
  });
})();

// The sentences of an article: the handle that gives a link to one, its words or their citation; what a link leads to, shown
// beside it; keys. Goes with reading.js, and knows words only from the page.
(function () {
  "use strict";

  const postil = window.postil;
  const text = document.querySelector("[data-text]");
  if (!postil || !text) return;
  const { root, store, setAddress, setTarget, setView, pieces, step } = postil;
  const templates = document.getElementById("reading").content;
  const main = text.closest("main");

  function made(selector) {
    return templates.querySelector(selector).cloneNode(true);
  }

  // --- copying --------------------------------------------------------------------------------------------------

  const said = made(".said");
  let silence;

  function say(words, isSeen = true) {
    said.classList.toggle("unseen", !isSeen);
    said.textContent = words;
    clearTimeout(silence);
    silence = setTimeout(() => (said.textContent = ""), 4000);
  }

  async function isCopied(words) {
    try {
      await navigator.clipboard.writeText(words);
      return true;
    } catch {
      // From a folder or without leave: by way of a field.
      const had = document.activeElement;
      const field = document.createElement("textarea");
      field.value = words;
      field.className = "unseen";
      (had?.closest("[popover]") ?? main).append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      had?.focus({ preventScroll: true });
      return done;
    }
  }

  // Words as they are read: without markers, with one space where there is white space.
  function wordsOf(elements) {
    const read = elements.map((element) => {
      const copy = element.cloneNode(true);
      for (const extra of copy.querySelectorAll("[data-apparatus], .unseen")) extra.remove();
      for (const br of copy.querySelectorAll("br")) br.replaceWith(" ");
      return copy.textContent;
    });
    return read.join("").replace(/\s+/g, " ").trim();
  }

  // --- the handle of a sentence ---------------------------------------------------------------------------------

  const sentences = [...text.querySelectorAll(".s[id]")];
  const gutter = made(".gutter");
  const handle = gutter.querySelector(".handle");
  const menu = gutter.querySelector(".sentence-menu");
  const byHand = menu.querySelector(".by-hand");
  let at = sentences[0]; // the sentence that the handle is for
  let waiting; // until the pointer has come to rest

  function sentenceOf(node) {
    const piece = node.closest?.(".s");
    return piece && (piece.id ? piece : document.getElementById(piece.dataset.s));
  }

  // Says whose handle it is; what is not shown yet is heard by those who go through all buttons of a page.
  function setSentence(sentence) {
    at = sentence;
    handle.title = handle.dataset.name.replace("{address}", at.id);
  }

  function setHandle(sentence, y) {
    setSentence(sentence);
    const lines = pieces(at.id).flatMap((piece) => [...piece.getClientRects()]);
    const line = lines.find((one) => y >= one.top && y <= one.bottom) ?? lines[0];
    handle.style.top = line.top + (line.height - handle.offsetHeight) / 2 - gutter.getBoundingClientRect().top + "px";
    gutter.classList.add("shown");
  }

  function rest(event) {
    clearTimeout(waiting);
    const sentence = !menu.matches(":popover-open") && sentenceOf(event.target);
    // On the way to the handle the pointer crosses other sentences; only where it rests is the next one meant.
    if (sentence) waiting = setTimeout(setHandle, gutter.classList.contains("shown") ? 200 : 60, sentence, event.clientY);
    else if (!gutter.contains(event.target)) waiting = setTimeout(hide, 500);
  }

  function hide() {
    if (!gutter.contains(document.activeElement)) gutter.classList.remove("shown");
  }

  function walk(to) {
    const sentence = sentences[Math.max(0, Math.min(to, sentences.length - 1))];
    sentence.scrollIntoView({ block: "nearest" });
    setHandle(sentence);
    setTarget(sentence.id);
    say(wordsOf(pieces(sentence.id)), false);
  }

  // The first sentence in sight is the one that is being read.
  function toHandle() {
    const seen = sentences.find((sentence) => sentence.getBoundingClientRect().top >= 0);
    if (seen && at.getBoundingClientRect().top < 0) at = seen;
    handle.focus({ preventScroll: true });
  }

  function onHandleKey(event) {
    const back = getComputedStyle(handle).direction === "rtl" ? "ArrowRight" : "ArrowLeft";
    const forth = back === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const now = sentences.indexOf(at);
    const to = {
      ArrowDown: now + 1, [forth]: now + 1, ArrowUp: now - 1, [back]: now - 1, Home: 0, End: sentences.length,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    walk(to);
  }

  function openMenu() {
    setTarget(at.id);
    setAddress("#" + at.id);
    menu.querySelector(".address").textContent = at.id;
    byHand.hidden = true;
    menu.showPopover();
    const from = handle.getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    const left = getComputedStyle(handle).direction === "rtl" ? from.right - width : from.left;
    // Below the sentence's words, where there is room; else above them or over them.
    const ends = [from, ...pieces(at.id).map((piece) => piece.getBoundingClientRect())];
    const low = Math.max(...ends.map((end) => end.bottom)) + 4;
    const high = Math.min(...ends.map((end) => end.top)) - 4 - height;
    const top = low + height < innerHeight ? low : Math.max(4, high);
    menu.style.left = Math.max(8, Math.min(left, root.clientWidth - width - 8)) + scrollX + "px";
    menu.style.top = top + scrollY + "px";
    menu.querySelector("button").focus({ preventScroll: true });
  }

  function addressOf(id) {
    // From a folder, the address that the page has for others, where it has one.
    const canonical = location.protocol === "file:" && document.querySelector('link[rel="canonical"]')?.href;
    return new URL("#" + id, canonical || location.href).href;
  }

  const FORMS = {
    link: () => addressOf(at.id),
    quote: () => menu.dataset.quote.replace("{words}", () => wordsOf(pieces(at.id))),
    citation() {
      const citation = document.getElementById("citation").cloneNode(true);
      const address = citation.querySelector(".cite-address");
      if (address) address.append("#" + at.id);
      const whole = wordsOf([citation]);
      return FORMS.quote() + " " + (address ? whole : whole.replace(/\.?$/, `, ${at.id}.`));
    },
  };

  async function copySentence(form) {
    const words = FORMS[form]();
    if (await isCopied(words)) {
      menu.hidePopover();
      handle.focus({ preventScroll: true });
      return say(said.dataset.copied);
    }
    byHand.hidden = false;
    const field = byHand.querySelector("textarea");
    field.value = words;
    field.focus();
    field.select();
  }

  function startHandle() {
    gutter.dir = text.dir;
    setSentence(at);
    text.before(gutter);
    handle.addEventListener("click", openMenu);
    handle.addEventListener("keydown", onHandleKey);
    // A press gives it the focus too, and must find it where it was.
    handle.addEventListener("focus", () => gutter.classList.contains("shown") || setHandle(at));
    handle.addEventListener("blur", () => (waiting = setTimeout(hide, 200)));
    menu.addEventListener("click", (event) => {
      const form = event.target.closest("button")?.dataset.copy;
      if (form) copySentence(form);
    });
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && rest(event));
    // A click or tap on plain words, or a long press on any, brings the handle too.
    text.addEventListener("click", (event) => {
      const sentence = sentenceOf(event.target);
      if (sentence && !event.target.closest("a, mark[data-notes]")) setHandle(sentence, event.clientY);
    });
    let pressing;
    text.addEventListener("pointerdown", (event) => {
      const sentence = event.pointerType !== "mouse" && sentenceOf(event.target);
      if (sentence) pressing = setTimeout(setHandle, 450, sentence, event.clientY);
    });
    for (const end of ["pointerup", "pointermove"]) text.addEventListener(end, () => clearTimeout(pressing));
    addEventListener("resize", () => gutter.classList.contains("shown") && setHandle(at));
  }

  function addCopyButton(source, before) {
    const button = made(".copy");
    button.addEventListener("click", async () => {
      if (await isCopied(source.tagName === "PRE" ? source.textContent : wordsOf([source]))) return say(said.dataset.copied);
      getSelection().selectAllChildren(source);
      say(said.dataset.byHand);
    });
    before.before(button);
  }

  // --- previews -------------------------------------------------------------------------------------------------

  const box = made(".preview-box");
  const cards = new Map();
  let shownAt = null; // the link whose preview is shown
  let coming;

  function contentOf(link) {
    if (link.closest(".preview-box, .note-steps")) return null;
    const [, id] = link.getAttribute("href").match(/^#(p\d+(?:s\d+)?)$/) ?? [];
    if (id) {
      const quoted = document.createElement("p");
      quoted.lang = text.lang;
      quoted.dir = text.dir;
      quoted.className = "preview-sentence";
      quoted.textContent = wordsOf(pieces(id));
      return quoted.textContent && quoted;
    }
    return cards.get(link.href)?.cloneNode(true);
  }

  function preview(link) {
    const content = contentOf(link);
    if (!content) return;
    endPreview();
    shownAt = link;
    box.replaceChildren(content);
    link.setAttribute("aria-describedby", box.id);
    box.showPopover();
    const [from] = link.getClientRects();
    const { width, height } = box.getBoundingClientRect();
    const left = getComputedStyle(link).direction === "rtl" ? from.right - width : from.left;
    box.style.left = Math.max(8, Math.min(left, root.clientWidth - width - 8)) + scrollX + "px";
    box.style.top = (from.bottom + 6 + height > innerHeight ? from.top - 6 - height : from.bottom + 6) + scrollY + "px";
  }

  function endPreview() {
    clearTimeout(coming);
    if (!shownAt) return;
    shownAt.removeAttribute("aria-describedby");
    shownAt = null;
    if (box.matches(":popover-open")) box.hidePopover();
  }

  function onPointer(event) {
    if (event.pointerType !== "mouse") return;
    const link = event.target.closest?.("a[href]");
    clearTimeout(coming);
    if (event.target.closest?.(".preview-box") || (link && link === shownAt)) return;
    coming = link ? setTimeout(preview, 300, link) : setTimeout(endPreview, 250);
  }

  function startPreviews() {
    for (const card of document.getElementById("previews")?.content.querySelectorAll(".preview") ?? []) {
      const address = new URL(card.querySelector("a").getAttribute("href"), location.href).href;
      for (const link of card.querySelectorAll("a")) link.replaceWith(...link.childNodes);
      cards.set(address, card);
    }
    main.append(box);
    main.addEventListener("pointerover", onPointer);
    main.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && onPointer(event));
    main.addEventListener("focusin", (event) => {
      if (event.target.matches("a[href]:focus-visible")) preview(event.target);
    });
    main.addEventListener("focusout", endPreview);
    main.addEventListener("click", endPreview, true);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !shownAt) return;
      event.preventDefault(); // one press, one thing: what is open below stays open
      endPreview();
    }, true);
  }

  // --- the notice and the keys ----------------------------------------------------------------------------------

  function remember(field, key, value) {
    field.checked = store.get(key) === value;
    field.addEventListener("change", () => store.set(key, field.checked ? value : ""));
  }

  function startNotice() {
    const summary = text.closest("details.notice")?.querySelector("summary");
    if (!summary) return;
    const always = made(".always-open");
    summary.after(always);
    remember(always.querySelector("input"), "notices", "open");
  }

  function startKeys() {
    const button = made(".keys-button");
    const dialog = made(".keys");
    const letters = dialog.querySelector("input");
    (document.querySelector(".views") ?? main).append(button);
    main.append(dialog);
    remember(letters, "letters", "on");
    button.addEventListener("click", () => dialog.showModal());
    dialog.querySelector(".keys-close").addEventListener("click", () => dialog.close());
    const does = {
      j: () => step(1), k: () => step(-1), s: toHandle,
      1: () => toView("annotated"), 2: () => toView("clean"), 3: () => toView("claims"),
      "?": () => dialog.showModal(),
    };
    document.addEventListener("keydown", (event) => {
      if (!letters.checked || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
      if (event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
      if (!Object.hasOwn(does, event.key)) return;
      event.preventDefault();
      does[event.key]();
    });
  }

  function toView(view) {
    setView(view);
    setAddress("#view-" + view);
  }

  main.append(said);
  if (at) startHandle();
  startPreviews();
  startNotice();
  startKeys();
  const citation = document.getElementById("citation");
  if (citation) addCopyButton(citation, citation.nextElementSibling ?? citation);
  for (const source of document.querySelectorAll(".cite pre")) addCopyButton(source, source);
})();

// The box on every page: Ctrl-K leads to it, and `/` where the reader has turned single keys on (see sentences.js).
(function () {
  "use strict";

  const input = document.querySelector("form[role=search] input[type=search]");
  if (!input) return;

  function hasLetters() {
    try {
      return localStorage.getItem("postil.letters") === "on";
    } catch {
      return false;
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return;
    const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && hasLetters();
    if (!isCtrlK && (!isSlash || event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]"))) return;
    event.preventDefault();
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    input.focus();
    input.select();
  });
})();

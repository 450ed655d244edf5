// Pagefind's worker, as the search starts it over http: what it says on its console is told to the page, which would not know
// otherwise that a file was missed (search-loader.js).
(function () {
  "use strict";

  self.console.error = (...what) => self.postMessage({ told: what.join(" ") });
  importScripts(new URL("../pagefind/pagefind-worker.js", self.location.href));
})();

// Where the search comes from: over http(s) Pagefind as it is; from a folder, where nothing can be fetched, the same bytes out
// of classic scripts (see postil/index/folder.py). One instance, made when it is first asked for, and given up once it has missed
// a file: the next question has a fresh one. Knows nothing of questions.
(function () {
  "use strict";

  const worker = new URL("search-worker.js", document.currentScript.src).href;
  const bundle = new URL("../pagefind/", document.currentScript.src).href;
  const OFF = bundle + "off/";
  const BASE = "/postil/"; // as which the folder is known to Pagefind, which takes no other kind of address
  const editions = document.querySelector("[data-search]")?.dataset.search ?? "both";
  const isFile = location.protocol === "file:";

  function addScript(url) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.onload = () => resolve(script.remove());
      script.onerror = () => reject(new Error("cannot load " + url));
      script.src = url;
      document.head.append(script);
    });
  }

  // --- from a folder ----------------------------------------------------------------------------------------------

  const HELD = 24; // scripts whose bytes are kept: a bucket of fragments is asked for again and again

  const held = new Map(); // script -> { files: name in the bundle -> base64, loading, isThere }, the last one used at the end
  let manifest = null;

  function bytesFrom(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  }

  function scriptOf(name) {
    const [, lang, digits] = name.match(/^fragment\/(.*_)([0-9a-z-]+)\.pf_fragment$/) ?? [];
    return lang ? `fragment/${lang}${digits.slice(0, manifest.k)}.js` : name + ".js";
  }

  async function loadInto(one, script) {
    try {
      await addScript(OFF + script);
      one.isThere = true;
    } catch (fault) {
      held.delete(script); // the next question may try again
      throw fault;
    }
    for (const [other, { isThere }] of held) {
      if (held.size <= HELD) break;
      if (isThere && other !== script) held.delete(other);
    }
  }

  async function filesOf(script) {
    const one = held.get(script) ?? { files: new Map(), loading: null, isThere: false };
    held.delete(script);
    held.set(script, one);
    one.loading ??= loadInto(one, script);
    await one.loading;
    return one.files;
  }

  // Stands in for the browser's own, which Pagefind would ask.
  async function fetchFromFolder(input) {
    const name = String(input).split(/[?#]/)[0].slice((BASE + "pagefind/").length);
    if (name === "pagefind-entry.json") return { ok: true, status: 200, json: async () => manifest.entry };
    const script = scriptOf(name);
    const files = await filesOf(script);
    if (!files.has(name)) {
      held.delete(script);
      throw new TypeError("missing in the index: " + name);
    }
    const { buffer } = bytesFrom(files.get(name));
    return { ok: true, status: 200, arrayBuffer: async () => buffer };
  }

  // What Pagefind's worker is given in place of fetch: it asks the page.
  function inWorker(scope) {
    const waiting = new Map();
    let number = 0;
    scope.console.error = (...what) => scope.postMessage({ told: what.join(" ") });
    scope.fetch = (url) =>
      new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject });
        scope.postMessage({ wanted: number, url: String(url) });
      });
    scope.addEventListener("message", (event) => {
      const { given, buffer, json, fault } = event.data ?? {};
      if (!given) return;
      event.stopImmediatePropagation();
      const { resolve, reject } = waiting.get(given);
      waiting.delete(given);
      if (fault) reject(new TypeError(fault));
      else resolve({ ok: true, status: 200, json: async () => json, arrayBuffer: async () => buffer });
    });
  }

  function FolderWorker() {
    const source = new Blob([`(${inWorker})(self);\n`, window.__postilWorker], { type: "text/javascript" });
    const worker = heard(new Worker(URL.createObjectURL(source)));
    worker.addEventListener("message", async ({ data }) => {
      if (!data?.wanted) return;
      try {
        const answer = await fetchFromFolder(data.url);
        if (answer.json) worker.postMessage({ given: data.wanted, json: await answer.json() });
        else {
          const buffer = await answer.arrayBuffer();
          worker.postMessage({ given: data.wanted, buffer }, [buffer]);
        }
      } catch (fault) {
        worker.postMessage({ given: data.wanted, fault: String(fault) });
      }
    });
    return worker;
  }

  async function fromFolder() {
    window.__postilPut = (text, name) => held.get(scriptOf(name))?.files.set(name, text);
    window.__postilManifest = (said) => (manifest = said);
    await Promise.all(["manifest.js", "core.js", "worker.js"].map((name) => addScript(OFF + name)));
    const canWork = typeof Worker === "function";
    return window.__postilCore(fetchFromFolder, canWork ? FolderWorker : undefined, BASE + "pagefind/pagefind.js");
  }

  // --- what it misses -----------------------------------------------------------------------------------------------

  // Pagefind says on its console that it could not load a file, and answers as if nothing stood there. So the console is heard,
  // that of its worker and, where it works without one, that of the page.
  function hear(told) {
    if (current && /^(?:Failed to load|Decompressing)/.test(told)) current.missed = told;
  }

  function heard(one) {
    one.addEventListener("message", ({ data }) => data?.told && hear(data.told));
    return one;
  }

  const { error } = console;
  console.error = (...what) => {
    hear(String(what[0]));
    error.apply(console, what);
  };

  // Over http, Pagefind starts its worker by an address: for that moment, one that can be heard stands in for it, which has been
  // started before Pagefind came.
  let early = null;

  // One that cannot be had is let go of: Pagefind starts another then, and hears itself that there is none.
  function startEarly() {
    const mine = (early ??= new Worker(worker));
    mine.addEventListener("error", () => mine === early && (early = null));
  }

  function instanceOf(pagefind) {
    const Own = window.Worker;
    const mine = early;
    early = null;
    if (Own) window.Worker = function () { return heard(mine ?? new Own(worker)); };
    try {
      return pagefind.createInstance({});
    } finally {
      window.Worker = Own;
    }
  }

  // --- one instance -------------------------------------------------------------------------------------------------

  let current = null; // { loading: promise of what `load` gives, pagefind, missed: what it said of a file it could not load }

  function giveUp(one) {
    if (current !== one) return;
    current = null;
    one.pagefind?.destroy().catch(() => {});
  }

  // A call whose answer counts only if no file was missed.
  const checked = (one, call) => async (...given) => {
    try {
      const answer = await call(...given);
      if (one.missed) throw new Error(one.missed);
      return answer;
    } catch (fault) {
      giveUp(one);
      throw fault;
    }
  };

  // { search: as Pagefind's, totals(): how many pages each value of each filter has, which takes all filters }
  async function load(one) {
    const isFolder = isFile || editions === "folder";
    if (!isFolder && window.Worker) startEarly();
    const module = await (isFolder ? fromFolder() : import(bundle + "pagefind.js"));
    one.pagefind = isFolder ? module.createInstance({}) : instanceOf(module);
    const search = async (term, options) => {
      const answer = await one.pagefind.search(term, options);
      for (const result of answer.results) result.data = checked(one, result.data);
      return answer;
    };
    let totals = null;
    return { search: checked(one, search), totals: checked(one, () => (totals ??= one.pagefind.filters())) };
  }

  window.postilSearch = function () {
    if (!current) {
      const one = (current = { loading: null, pagefind: null, missed: "" });
      one.loading = checked(one, load)(one);
    }
    return current.loading;
  };
  window.postilSearch.isThere = !isFile || editions !== "web";
  if (window.postilSearch.isThere) window.postilSearch().catch(() => {}); // while the other scripts are read; who asks is told of a fault
})();

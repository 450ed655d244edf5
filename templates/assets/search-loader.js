// Where the search comes from: over http(s) Pagefind as it is; from a folder, where nothing can be fetched, the same bytes out
// of classic scripts (see postil/index/folder.py). One instance, made when it is first asked for. Knows nothing of questions.
(function () {
  "use strict";

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

  const files = new Map(); // name in the bundle -> base64
  const loads = new Map(); // script -> promise
  let manifest = null;

  function bytesFrom(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  }

  function scriptOf(name) {
    const [, lang, digits] = name.match(/^fragment\/(.*_)([0-9a-z]+)\.pf_fragment$/) ?? [];
    return lang ? `fragment/${lang}${digits.slice(0, manifest.k)}.js` : name + ".js";
  }

  // Stands in for the browser's own, which Pagefind would ask.
  async function fetchFromFolder(input) {
    const name = String(input).split(/[?#]/)[0].slice((BASE + "pagefind/").length);
    if (name === "pagefind-entry.json") return { ok: true, status: 200, json: async () => manifest.entry };
    const script = scriptOf(name);
    if (!files.has(name)) {
      if (!loads.has(script)) loads.set(script, addScript(OFF + script));
      try {
        await loads.get(script);
      } catch (fault) {
        loads.delete(script); // the next question may try again
        throw fault;
      }
    }
    if (!files.has(name)) throw new TypeError("missing in the index: " + name);
    const { buffer } = bytesFrom(files.get(name));
    // Pagefind keeps what it has read; the other fragments of a bucket are still to be asked for.
    if (!script.startsWith("fragment/")) {
      files.delete(name);
      loads.delete(script);
    }
    return { ok: true, status: 200, arrayBuffer: async () => buffer };
  }

  // What Pagefind's worker is given in place of fetch: it asks the page.
  function inWorker(scope) {
    const waiting = new Map();
    let number = 0;
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
    const worker = new Worker(URL.createObjectURL(source));
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
    window.__postilPut = (text, name) => files.set(name, text);
    window.__postilManifest = (said) => (manifest = said);
    await Promise.all(["manifest.js", "core.js", "worker.js"].map((name) => addScript(OFF + name)));
    const canWork = typeof Worker === "function";
    return window.__postilCore(fetchFromFolder, canWork ? FolderWorker : undefined, BASE + "pagefind/pagefind.js");
  }

  // --- one instance -------------------------------------------------------------------------------------------------

  async function load() {
    const api = await (isFile || editions === "folder" ? fromFolder() : import(bundle + "pagefind.js"));
    await api.filters(); // without them, a list of all that a filter leaves is empty
    return api;
  }

  let loading = null;

  window.postilSearch = function () {
    loading ??= load();
    loading.catch(() => (loading = null));
    return loading;
  };
  window.postilSearch.isThere = !isFile || editions !== "web";
})();

// The question as it stands in the address, which is the only state there is, and in the form. It asks nothing.
(function () {
  "use strict";

  const { number } = window.postilShow;

  const form = document.getElementById("search");
  const input = document.getElementById("q");
  const selects = [...document.querySelectorAll("select[data-filter]")];

  const OFFERED = 60; // values in a menu

  const offered = new Map(selects.map((select) => [select, [...select.options].map(({ value, text }) => ({ value, text }))]));
  const names = (offered.get(selects.find(({ name }) => name === "entity")) ?? []).slice(1).map(({ value }) => value);

  // What is in the address. The box holds all that is searched, so what is more than it can hold is not.
  function asked() {
    const now = new URLSearchParams(location.search);
    const q = now.get("q") ?? "";
    if (q.length > input.maxLength) now.set("q", q.slice(0, input.maxLength));
    return now;
  }

  function addressWith(changes) {
    const now = asked();
    for (const [name, value] of Object.entries(changes)) {
      if (value) now.set(name, value);
      else now.delete(name);
    }
    const text = now.toString();
    return location.pathname + (text ? "?" + text : "");
  }

  function fromForm() {
    const said = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
    // Another question is one of its own: what was said of the spellings of the last one is not said of it.
    if (said.q !== (asked().get("q") ?? "")) said.exact = "";
    return addressWith(said);
  }

  function toForm() {
    const now = asked();
    for (const field of form.elements) {
      if (!field.name) continue;
      const value = now.get(field.name) ?? "";
      if (field !== document.activeElement || field.value.trim() !== value) field.value = value;
      if (!(field instanceof HTMLSelectElement) || field.selectedIndex >= 0) continue;
      // A value that a filter does not offer still counts, or the page would show what was not asked. There is no other order.
      if (field.dataset.filter) field.add(new Option(value, value, true, true));
      else field.selectedIndex = 0;
    }
  }

  // What the filters leave, with their numbers; where these are not known, what most pages have.
  function setOptions(counts, totals) {
    for (const select of selects) {
      const found = counts?.[select.dataset.filter];
      const weighed = found ?? totals[select.dataset.filter] ?? {};
      const { value } = select;
      let options = offered.get(select).filter((one) => !found || !one.value || one.value === value || found[one.value]);
      if (options.length > OFFERED) {
        const by = (one) => weighed[one.value] ?? 0;
        const most = new Set([...options].sort((a, b) => by(b) - by(a)).slice(0, OFFERED));
        options = options.filter((one) => !one.value || one.value === value || most.has(one));
      }
      const label = ({ value: one, text }) => (found && one ? `${text} (${number(found[one] ?? 0)})` : text);
      const isThere = options.some((one) => one.value === value);
      select.replaceChildren(...options.map((one) => new Option(label(one), one.value)));
      if (!isThere) select.add(new Option(value, value));
      select.value = value;
    }
  }

  // Filter -> value, as Pagefind takes them.
  function filtersIn(now) {
    const set = selects.filter(({ name }) => now.get(name));
    return Object.fromEntries(set.map(({ name, dataset }) => [dataset.filter, now.get(name)]));
  }

  window.postilAddress = { addressWith, asked, filtersIn, fromForm, input, names, setOptions, toForm };
})();

// Groups of what is found: pages taken apart batch by batch, as far as is needed, and shown by steps.
(function () {
  "use strict";

  const { answersOf, pause } = window.postilFind;
  const { entryOf, number, words } = window.postilShow;

  const BATCH = 20; // pages taken apart at once; the best of them come first
  const READ = 100; // pages that are taken apart unasked, so that sentences are counted and notes are found
  const STEP = 10; // entries that are shown when more are asked for
  const AT_ONCE = 5; // entries made in one task

  const best = ({ hits }, what) => hits[0]?.[what] ?? 0;
  const hasAll = (answer) => best(answer, "share") === 1;
  const isNote = ({ id }) => id.startsWith("note-");

  // Pages taken apart batch by batch, for a run: { isWanted, isSpoilt }. `isRanked`: those with a sentence that has all the words
  // come first in their batch, and before others those that have them as they were typed. `isDeep`: the first batch goes on until
  // there is such a sentence.
  function feedOf(pages, { isRanked, isDeep }, run) {
    const feed = {
      ready: [],
      taken: 0,
      refused: 0,
      all: pages.length,
      get isDone() {
        return feed.taken >= pages.length;
      },
      get size() {
        return pages.length - feed.refused;
      },
      fill,
    };
    let filling = null;

    async function next() {
      const good = [];
      const isEnough = () => !isDeep || feed.ready.length || feed.isDone || feed.taken >= READ || good.some(hasAll);
      do {
        const batch = await Promise.all(pages.slice(feed.taken, feed.taken + BATCH).map(answersOf));
        if (!run.isWanted()) return;
        good.push(...batch.filter(Boolean));
        feed.taken += batch.length;
        feed.refused += batch.length - batch.filter(Boolean).length;
      } while (!isEnough());
      if (isRanked) good.sort((a, b) => best(b, "share") - best(a, "share") || best(b, "near") - best(a, "near"));
      feed.ready.push(...good);
    }

    function fill() {
      filling ??= next().finally(() => (filling = null));
      return filling;
    }

    return feed;
  }

  // A group and its section of the page. `put` is the question, with no text where only filters are. `on`: { step: more entries
  // stand there, fault: they could not be read, again: all is to be asked once more, with so many entries of this group }.
  function groupOf(section, feed, put, run, on) {
    const { kind } = section.dataset;
    const list = section.querySelector("ol");
    const more = section.querySelector(".more-found");
    const read = section.querySelector(".read");
    const hitsOf = ({ hits }) => hits.filter((hit) => isNote(hit) === (kind === "note"));
    // What is found by its title alone has no hit at all, and is an article.
    const isIn = (answer) => hitsOf(answer).length > 0 || (kind !== "note" && !answer.hits.length);
    const entries = () => feed.ready.filter(isIn);
    const isLooking = () => feed.taken >= READ && !feed.isDone && !entries().length;
    const group = { kind, section, shown: 0, step, count, isLooking, looked: () => read.textContent, isPressed: () => !!stepping };
    more.hidden = read.hidden = true;

    // Shows so many entries more, of pages up to a place in the order. Gives the first of them, or null.
    async function step(by, upTo = READ) {
      const from = group.shown;
      while (entries().length < from + by && !feed.isDone && feed.taken < upTo && run.isWanted()) await feed.fill();
      const items = [];
      for (const answer of entries().slice(from, from + by)) {
        items.push(entryOf(kind, answer, hitsOf(answer)));
        if (items.length % AT_ONCE === 0) await pause();
      }
      if (!run.isWanted()) return null;
      if (!from) list.replaceChildren(); // what stands there until now is of another answer
      list.append(...items);
      group.shown += items.length;
      more.hidden = feed.isDone && group.shown >= entries().length;
      read.hidden = more.hidden || items.length >= by;
      read.querySelector("span").textContent = `${number(feed.taken)} / ${number(feed.all)}`;
      return items[0] ?? null;
    }

    let stepping = null; // a press while entries are on their way is the same press

    async function press() {
      try {
        if (run.isSpoilt) return await on.again(kind, group.shown + STEP);
        const first = await step(STEP, feed.taken + READ);
        first?.querySelector("a").focus();
        on.step();
      } catch (fault) {
        on.fault(fault);
      }
    }

    more.onclick = () => (stepping ??= press().finally(() => (stepping = null)));

    // In words: sentences where all are known, else how many articles they are in. Where many pages turn out not to answer, as
    // those that have the words of a phrase and not the phrase, only what was found is counted.
    function count() {
      const isNotes = kind === "note";
      if (!isNotes && (kind !== "article" || !put.text)) return feed.size ? number(feed.size) : "";
      if (!isNotes && !feed.isDone && !put.phrases.length) return `${words.inArticles} ${number(feed.size)}`;
      const least = isNotes ? 0 : 1; // what is found by its title
      const found = entries().reduce((sum, answer) => sum + Math.max(least, hitsOf(answer).length), 0);
      return found ? number(found) + (feed.isDone ? "" : "+") : "";
    }

    return group;
  }

  window.postilGroups = { READ, STEP, feedOf, groupOf };
})();

/* Tables that sort themselves: a button in each header that says how (`data-sort`: text, number or key).

   A cell sorts by its own `data-sort` where it has one, else by its words: text as the page's language orders it, numbers as
   numbers, keys by code point. Equal rows keep the order that the page came with; empty cells stand last both ways. Without
   this script the table stays in that order. The header's `aria-sort` tells what it is sorted by. A classic script in the
   head: it makes the buttons while the page is being read, before they are drawn, so that nothing moves. */
(function () {
  'use strict';

  var collator = new Intl.Collator(document.documentElement.lang, { numeric: true });

  function keyOf(row, column, kind) {
    var cell = row.cells[column];
    var text = (cell.hasAttribute('data-sort') ? cell.getAttribute('data-sort') : cell.textContent).trim();
    return kind === 'number' && text !== '' ? Number(text.replace(/[^0-9.-]/g, '')) : text;
  }

  function compare(a, b, kind) {
    if (kind === 'text') return collator.compare(a, b);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function sort(table, header, direction) {
    var body = table.tBodies[0];
    var kind = header.getAttribute('data-sort');
    var column = header.cellIndex;
    table.rowsAsWritten = table.rowsAsWritten || Array.prototype.slice.call(body.rows);
    var rows = table.rowsAsWritten.map(function (row) { return { row: row, key: keyOf(row, column, kind) }; });
    rows.sort(function (a, b) {
      if (a.key === '' || b.key === '') return (a.key === '') - (b.key === '');
      return direction * compare(a.key, b.key, kind);
    });
    rows.forEach(function (one) { body.appendChild(one.row); });
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (other) { other.removeAttribute('aria-sort'); });
    header.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending');
  }

  function makeSortable(table) {
    table.classList.add('sortable');
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (header) {
      var button = document.createElement('button');
      button.type = 'button';
      while (header.firstChild) button.appendChild(header.firstChild);
      header.appendChild(button);
      button.addEventListener('click', function () {
        sort(table, header, header.getAttribute('aria-sort') === 'ascending' ? -1 : 1);
      });
    });
  }

  function makeAll() {
    document.querySelectorAll('table:not(.sortable) tr[data-sort-by]').forEach(function (row) {
      // Its header is whole when something follows it.
      if (row.parentNode.nextElementSibling) makeSortable(row.closest('table'));
    });
  }

  var reading = new MutationObserver(makeAll);
  reading.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', function () {
    reading.disconnect();
    makeAll();
  });
})();

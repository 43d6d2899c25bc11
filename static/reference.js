/* Filters of the apparatus and the two columns of the comparison. What is chosen stands in the address. */
(function () {
  "use strict";
  var all = function (css, within) { return Array.prototype.slice.call((within || document).querySelectorAll(css)); };

  /* --- the address keeps what is chosen, beside what other scripts keep there --- */
  function read(form) {
    var query = new URLSearchParams(location.search);
    all("select, input", form).forEach(function (one) {
      var value = query.get(one.name);
      if (value === null) return;
      if (one.type === "checkbox") one.checked = value === one.value;
      else if (all("option", one).some(function (option) { return option.value === value; })) one.value = value;
    });
  }
  function write(form) {
    var query = new URLSearchParams(location.search);
    all("select, input", form).forEach(function (one) {
      var plain = one.type === "checkbox" ? !one.checked : one.value === one.dataset.plain;
      if (plain) query.delete(one.name); else query.set(one.name, one.value);
    });
    var text = query.toString();
    try { history.replaceState(null, "", location.pathname + (text ? "?" + text : "") + location.hash); } catch (e) { /* as it was */ }
  }
  function begin(form, show) {
    all("select", form).forEach(function (one) { one.dataset.plain = one.value; });
    read(form);
    form.hidden = false;
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("change", function () { show(); write(form); });
    form.addEventListener("reset", function () { setTimeout(function () { show(); write(form); }); });
    document.addEventListener("click", function (event) {
      if (event.target.closest("[data-key]")) setTimeout(function () { write(form); });
    });
    show();
  }
  function say(form, count, total) {
    var output = form.querySelector("output");
    output.textContent = count + " / " + total;
  }

  /* --- apparatus --- */
  var filters = document.getElementById("filters");
  if (filters) {
    var entries = all(".entries > li"), names = ["class", "witness", "status", "layer"];
    var filter = function () {
      var shown = 0, aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      entries.forEach(function (li) {
        var fits = names.every(function (name) {
          var wanted = filters.elements[name].value;
          return !wanted || li.dataset[name].split(" ").indexOf(wanted) >= 0;
        });
        li.hidden = !fits && li !== aim; shown += fits; // what a link leads to is never hidden
      });
      say(filters, shown, entries.length);
    };
    begin(filters, filter);
    addEventListener("hashchange", function () {
      filter();
      var aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (aim) aim.scrollIntoView();
    });
  }

  /* --- two witnesses --- */
  var form = document.getElementById("compare");
  if (form) {
    var rows = all(".compare tbody tr");
    var put = function () {
      var left = form.elements.left.value, right = form.elements.right.value, only = form.elements.only.checked, differ = 0;
      all(".compare thead tr").concat(rows).forEach(function (row) {
        var cells = {}, there = 0;
        all("[data-w]", row).forEach(function (cell) {
          cells[cell.dataset.w] = cell;
          cell.hidden = cell.dataset.w !== left && cell.dataset.w !== right;
        });
        var a = cells[left], b = cells[right];
        if (a !== b) row.append(a, b);
        if (row.parentNode.nodeName !== "TBODY") return;
        there = !a.matches(".gone") && !b.matches(".gone");
        var odd = there && (a.dataset.s || "") !== (b.dataset.s || "");
        row.classList.toggle("differs", odd);
        row.hidden = only ? !odd : a.matches(".gone:empty") && b.matches(".gone:empty"); // said at the head of the run
        differ += odd;
      });
      say(form, differ, rows.length);
    };
    begin(form, put);
  }
})();

/* The characters of the text, counted and marked. What has to do with addresses of words is loaded when it is needed. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, all = ui.all;
  var byId = function (id) { return document.getElementById(id); };
  var HAN = /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{3347f}\uf900-\ufaff\ue000-\uf8ff\u{f0000}-\u{10fffd}□■〇]/u;

  /* --- characters of a unit: [text node, offset, length], in order; marks between them have no number. In a text that
     is not Chinese they are letters and figures --- */
  function kind(el) { return /^l?zh/.test(el.closest("[lang]").lang) ? HAN : /[\p{L}\p{N}]/u; }
  function hosts(el) { return el.matches(".n") ? all(".sense .t", el) : [el]; }
  function chars(el) {
    var found = [], is = kind(el);
    hosts(el).forEach(function (host) {
      var walk = document.createTreeWalker(host, NodeFilter.SHOW_TEXT), node;
      while ((node = walk.nextNode())) {
        for (var at = 0, one; at < node.data.length; at += one.length) {
          one = String.fromCodePoint(node.data.codePointAt(at));
          if (is.test(one)) found.push([node, at, one.length]);
        }
      }
    });
    return found;
  }
  function range(from, to) {
    var r = document.createRange();
    r.setStart(from[0], from[1]); r.setEnd(to[0], to[1] + to[2]);
    return r;
  }

  /* --- light: ranges over the text, drawn by the browser; where it cannot, the whole unit is marked --- */
  var able = window.Highlight && window.CSS && CSS.highlights, lists = { lit: [], aim: [] }, found = {};
  var seen = new MutationObserver(draw);
  function draw() {
    seen.disconnect();
    all(".lit").forEach(function (el) { el.classList.remove("lit"); });
    Object.keys(lists).forEach(function (name) {
      var ranges = found[name] = [];
      lists[name].forEach(function (one) {
        var el = byId(one[0]), some = chars(el).slice(one[1] - 1, one[2]), begin = some[0];
        if (!able) el.classList.add("lit");
        some.forEach(function (c, k) {
          var next = some[k + 1];
          if (next && next[0] === c[0] && next[1] === c[1] + c[2]) return;
          ranges.push(range(begin, c)); begin = next;
        });
      });
      if (able) { CSS.highlights.set(name, new Highlight(...ranges)); }
    });
    if (lists.lit.length + lists.aim.length) seen.observe(byId("main"), { subtree: true, childList: true, characterData: true });
  }
  function mark(name, list) { lists[name] = list; draw(); return found[name]; }
  function bring(r, floor) {
    var box = r.getBoundingClientRect(), top = document.querySelector(".bar").getBoundingClientRect().bottom + 8;
    if (box.top < top || Math.min(box.bottom, box.top + 60) > floor - 8) scrollBy(0, box.top - top - (floor - top) / 3);
  }

  /* --- addresses of words: to one that a page is opened with, from words that are selected --- */
  var loaded;
  function places(then) {
    loaded = loaded || new Promise(function (done) { ui.load(ui.root + "static/places.js", done); });
    loaded.then(then);
  }
  document.addEventListener("selectionchange", function selecting() {
    if (getSelection().isCollapsed || !byId("cut")) return;
    document.removeEventListener("selectionchange", selecting);
    places(function () { data.offer(); });
  });
  data.cite = function (unit) { places(function () { data.cites(unit); }); };
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-cite]");
    if (button) data.cite(byId(button.dataset.cite));
  });
  data.words = { chars: chars, hosts: hosts, kind: kind, range: range, mark: mark, bring: bring, land: function (hash) { places(function () { data.land(hash); }); } };
  draw();
})();

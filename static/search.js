/* The page of search: it asks the finder while one types, and keeps what is asked in the address. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, finder = data.finder, all = ui.all, html = document.documentElement;
  var byId = function (id) { return document.getElementById(id); };
  var form = document.querySelector(".find"), box = byId("q"), exact = form.elements.exact, ins = all("[name=in]", form);
  var CONTEXT = 14, FIRST = 3, FEW = 40, result, loading, timer;

  /* --- words of the page, in the script being read --- */
  function script() { return ui.state.script; }
  function word(name, parts) {
    var text = document.querySelector("#searching [data-word=" + name + "]"), small = text.querySelector("small"), found = document.createElement("span");
    found.append(text.querySelector(".t").textContent.replace(/\*(\d)/g, function (_, k) { return parts[k]; }));
    if (small) found.append(" ", small.cloneNode(true));
    return found;
  }
  function make(tag, css, text) {
    var el = document.createElement(tag);
    if (css) el.className = css;
    if (text !== undefined) el.append(text);
    return el;
  }
  function link(path, css) {
    var a = make("a", css);
    a.href = ui.root + (script() === "hant" ? "hant/" : "") + path;
    return a;
  }
  function label(stream) { return document.querySelector("#searching [data-label='" + stream.id + "']"); }
  function tag(lang) { return /^l?zh/.test(lang) ? lang + (script() === "hant" ? "-Hant" : "-Hans") : lang; }

  /* --- a hit: the words with some of the text on both sides --- */
  function show(s, i) { var c = s.chars[i]; return c === "\n" ? " " : c === "\f" ? "" : script() === "hant" ? s.hant[i] : c; }
  function text(s, from, to) { var out = ""; for (var i = from; i < to; i++) out += show(s, i); return out; }
  function snippet(h) {
    var s = h.stream, first = s.run ? 0 : s.open[h.a], last = s.run || h.b + 1 >= s.open.length ? s.chars.length : s.open[h.b + 1] - 1;
    var from = Math.max(first, h.from - CONTEXT), to = Math.min(last, h.to + 1 + CONTEXT), words = make("span", "words");
    var el = label(s);
    words.lang = tag(el ? el.dataset.lang : "zh");
    words.append((from > first ? "…" : "") + text(s, from, h.from), make("mark", "", text(s, h.from, h.to + 1)), text(s, h.to + 1, to) + (to < last ? "…" : ""));
    return words;
  }
  function item(h) {
    var li = make("li"), a = link(finder.address(h, script())), el = label(h.stream);
    if (el) a.append(make("span", "tag " + el.className, el.querySelector(".t").textContent), " ");
    a.append(make("span", "ids", h.a === h.b ? h.unit : h.unit + "–" + h.stream.names[h.b]), " ", snippet(h));
    li.append(a);
    return li;
  }
  function group(hits) {
    var first = hits[0], sec = first.section && first.book.sections.filter(function (s) { return s[0] === first.section; })[0];
    var part = make("section", "rsec"), head = make("h2"), list = make("ul"), k = script() === "hant" ? 2 : 1;
    if (sec) {
      var a = link(first.book.id + "/" + sec[0] + "/index.html");
      a.append(make("span", "no", sec[0]), " ", sec[k]); head.append(a);
    } else head.append(word(first.book.id ? "elsewhere" : "glossary"));
    head.append(" ", make("small", "ids", String(hits.length)));
    var shown = hits.length > FIRST + 1 && result.hits.length > FEW ? hits.slice(0, FIRST) : hits;
    shown.forEach(function (h) { list.append(item(h)); });
    part.append(head, list);
    if (shown.length < hits.length) {
      var more = make("button", "more-hits", word("more", [hits.length - shown.length]));
      more.type = "button";
      more.onclick = function () {
        hits.slice(shown.length).forEach(function (h) { list.append(item(h)); });
        more.remove(); list.children[shown.length].firstElementChild.focus();
      };
      part.append(more);
    }
    return part;
  }
  function button(name, act) {
    var b = make("button", "", word(name));
    b.type = "button"; b.onclick = function () { act(); run(); box.focus(); };
    return b;
  }

  /* --- a name of a place --- */
  function went(p) {
    var a = link(p.page + (p.hash ? "#" + encodeURI(p.hash) : ""));
    a.append(word("go"), " ", make("b", "ids", p.first === p.last ? p.hash || p.first : p.hash));
    if (p.title) a.append(" ", p.title[script() === "hant" ? 2 : 1]);
    else if (p.stream) {
      var s = p.stream, end = p.unit + 1 < s.open.length ? s.open[p.unit + 1] - 1 : s.chars.length, words = make("span", "words", text(s, s.open[p.unit], Math.min(end, s.open[p.unit] + 24)) + (end > s.open[p.unit] + 24 ? "…" : ""));
      words.lang = tag(label(s).dataset.lang); a.append(" ", words);
    }
    return a;
  }
  function named(query) {
    var some = query.trim() ? finder.places(query) : [], go = byId("go");
    go.replaceChildren();
    if (!some.length) { if (query.trim() && finder.citing(query)) go.append(make("p", "", word("nowhere", [query.trim()]))); return some; }
    if (some.length > 1) go.append(make("p", "", word("many", [some.length])));
    some.forEach(function (p) {
      var line = make("p", "");
      line.append(went(p));
      if (p.lacks) line.append(" ", word("lacks", [p.lacks[0], p.lacks[1], (/\[(\d+)\]\s*$/.exec(query) || [0, 1])[1], p.lacks[2]]));
      go.append(line);
    });
    return some;
  }

  /* --- what is found --- */
  function render() {
    var hits = byId("hits"), said = byId("found"), query = box.value;
    hits.replaceChildren(); said.replaceChildren();
    all("[data-count]", form).forEach(function (el) { el.textContent = result && query.trim() ? result.counts[el.dataset.count] || 0 : ""; });
    var some = named(query);
    if (!query.trim()) return;
    if (result.hits.length) said.append(word("total", [result.hits.length]));
    else if (!some.length) {
      said.append(word("none", [query.trim()]));
      if (exact.checked) said.append(" ", button("loose", function () { exact.checked = false; }));
      if (ins.some(function (i) { return !i.checked; })) said.append(" ", button("wider", function () { ins.forEach(function (i) { i.checked = true; }); }));
    }
    var groups = new Map();
    finder.books().forEach(function (b) { if (b.sections) b.sections.forEach(function (s) { groups.set(b.id + "/" + s[0], []); }); });
    result.hits.forEach(function (h) {
      var name = h.book.id + "/" + h.section;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(h);
    });
    groups.forEach(function (list) { if (list.length) hits.append(group(list)); });
  }
  function wanted() { return ins.filter(function (i) { return i.checked; }).map(function (i) { return i.value; }); }
  function keep() {
    var list = wanted();
    if (box.value) ui.query.set("q", box.value); else ui.query.delete("q");
    if (list.length < ins.length) ui.query.set("in", list.join()); else ui.query.delete("in");
    if (exact.checked) ui.query.set("exact", "1"); else ui.query.delete("exact");
    ui.address();
  }
  function run() {
    clearTimeout(timer);
    keep();
    ready(function () {
      var list = wanted();
      result = finder.search(box.value, list.length ? list : ["-"], exact.checked);
      render();
    });
  }
  function ready(then) {
    if (!loading) {
      byId("found").replaceChildren(word("loading"));
      loading = Promise.all(form.dataset.indexes.split(" ").map(function (src) {
        return new Promise(function (done, lost) { ui.load(src, done, lost); });
      })).then(function () { finder.warm(); });
      loading.catch(function () { byId("found").replaceChildren(word("failed")); loading = null; });
    }
    loading.then(then, function () { /* it was said */ });
  }

  /* --- the hand of the reader --- */
  box.addEventListener("input", function (event) { /* what is being composed is no query yet */
    clearTimeout(timer);
    if (!event.isComposing) timer = setTimeout(run, 60);
  });
  box.addEventListener("compositionend", function () { clearTimeout(timer); timer = setTimeout(run, 60); });
  box.addEventListener("focus", function () { ready(function () { if (!box.value) byId("found").replaceChildren(); }); }, { once: true });
  form.addEventListener("change", function (event) { if (event.target !== box) run(); });
  form.addEventListener("submit", function (event) {
    event.preventDefault(); run();
    ready(function () { var only = all("#go a"); if (only.length === 1 && finder.citing(box.value)) only[0].focus(); });
  });
  document.addEventListener("keydown", function (event) {
    var step = { ArrowDown: 1, ArrowUp: -1 }[event.key], at = document.activeElement, list = all("#go a, #hits a[href*='#'], #hits button");
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && list.indexOf(at) >= 0) { box.focus(); return; }
    if (!step || (at !== box && list.indexOf(at) < 0)) return;
    var next = list.indexOf(at) + step;
    event.preventDefault();
    if (next < 0) box.focus(); else if (list[next]) list[next].focus();
  });
  new MutationObserver(function () { if (result) render(); }).observe(html, { attributes: true, attributeFilter: ["lang"] });

  /* --- begin --- */
  var asked = new URLSearchParams(location.search), list = asked.getAll("in").join().split(",").filter(Boolean);
  box.value = asked.get("q") || "";
  exact.checked = asked.get("exact") === "1";
  if (list.length) ins.forEach(function (i) { i.checked = list.indexOf(i.value) >= 0; });
  if (box.value) run(); else box.focus({ preventScroll: true });
})();

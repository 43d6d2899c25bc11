/* Another witness in place of the established text, as it stands; and back, leaving no trace. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, html = document.documentElement, was = [], said = [];
  var HAN = /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{3347f}\uf900-\ufaff□■〇〓]/u;
  function make(name, css, text) {
    var el = document.createElement(name);
    if (css) el.className = css;
    if (text) el.textContent = text;
    return el;
  }
  function words(chinese, english, css) {
    var el = make("span", css || "t", ui.own === "hans" ? chinese : hant(chinese));
    if (!english) return el;
    var both = make("span"), small = make("small", "", " " + english);
    small.lang = "en"; both.append(el, small);
    return both;
  }
  function hant(text) { return Array.from(text).map(function (c) { return ui.table("hans").get(c) || c; }).join(""); }

  function forms(pair) { return (ui.own === "hans" ? [pair[0], pair[1]] : [pair[1], pair[0]]).map(function (one) { return Array.from(one); }); }
  function odd(el, mine, theirs, shift) { /* where the other form is not the usual one */
    var usual = ui.table(ui.own);
    var text = mine.map(function (c, k) { return (usual.get(c) || c) === theirs[k] ? "" : k + shift + theirs[k]; }).join("");
    if (text) el.dataset.v = text; else delete el.dataset.v;
  }

  /* the readings that stand in the page itself, by the number of their character */
  function sounds(p) {
    var found = [], walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT), node;
    while ((node = walk.nextNode())) {
      for (var c of node.data) if (HAN.test(c)) found.push(node.parentNode.nodeName === "RUBY" ? node.parentNode.lastElementChild.dataset.p : "");
    }
    return found;
  }
  function set(p, text) {
    var both = forms(text), mine = both[0], theirs = both[1];
    var heard = sounds(p), n = 0, nodes = [], at = 0, before = text[3] & 1 ? words("此本自此始", "", "edge") : null;
    function put(into, upto, same) {
      var rest = "";
      for (; at < upto; at++) {
        var sound = HAN.test(mine[at]) && same ? heard[n++] : "";
        if (!sound) { rest += mine[at]; continue; }
        if (rest) into.push(rest);
        var pair = make("ruby"), rt = make("rt");
        rt.lang = "zh-Latn-pinyin"; rt.dataset.p = sound; pair.append(mine[at], rt); into.push(pair); rest = "";
      }
      if (rest) into.push(rest);
    }
    text[2].forEach(function (mark) {
      put(nodes, mark[0], true);
      var a = make("a", "app wd" + (mark[4] ? " form" : "") + (mark[0] === mark[1] ? " lacks" : mark[2] ? "" : " extra")), inner = [];
      a.href = "#" + mark[3]; a.setAttribute("aria-haspopup", "dialog");
      if (mark[0] === mark[1]) a.setAttribute("aria-label", ui.local("校记") + " Apparatus " + mark[3]);
      put(inner, mark[1], false); n += mark[2];
      a.append.apply(a, inner); nodes.push(a);
    });
    put(nodes, mine.length, true);
    odd(p, mine, theirs, before ? Array.from(before.textContent).length : 0);
    if (before) nodes.unshift(before);
    if (text[3] & 2) nodes.push(words("此本至此中断", "", "edge"));
    return nodes;
  }
  function back() {
    was.forEach(function (one) {
      one.p.classList.remove("as", "gone");
      one.p.replaceChildren.apply(one.p, one.nodes);
      ["v", "g"].forEach(function (key) { delete one.p.dataset[key]; if (one[key] !== undefined) one.p.dataset[key] = one[key]; });
    });
    said.forEach(function (el) { el.remove(); });
    was = []; said = [];
    html.removeAttribute("data-witness");
  }
  function put(slug, witness) {
    var gone = null;
    ui.all(".p").forEach(function (p) {
      var text = witness.texts[p.id], nodes = Array.from(p.childNodes), fixed = ui.all(":scope > .i, :scope > .chars", p);
      was.push({ p: p, nodes: nodes, v: p.dataset.v, g: p.dataset.g });
      if (text) { gone = null; nodes = set(p, text); } else {
        nodes = []; delete p.dataset.v;
        if (gone && gone.p.parentNode === p.parentNode) gone.range.textContent = gone.p.id + "–" + p.id + " ";
        else {
          gone = { p: p, range: make("span", "ids") };
          nodes = [words("此本未收", "", "edge"), gone.range, make("small", "", "Not extant in " + witness.sign)];
          nodes[2].lang = "en";
        }
      }
      p.classList.toggle("gone", !text);
      if (!text || text[2].length) { p.classList.add("as"); delete p.dataset.g; }
      p.replaceChildren.apply(p, fixed.concat(nodes));
    });
    var line = make("p", "reading"), to = make("a", ""), end = make("button", "copy");
    line.setAttribute("role", "status");
    to.href = document.querySelector("[data-key=witness][data-value=" + slug + "]").href;
    to.append(words("全本", "Whole"));
    end.type = "button"; end.dataset.key = "witness"; end.dataset.value = ""; end.append(words("仍读所定之文", "Established text"));
    var name = make("b"), named = forms(witness.title), title = make("span", "t", named[0].join(""));
    odd(title, named[0], named[1], 0);
    name.append(words("读本 "), witness.sign);
    var small = make("small", "", "Witness " + witness.sign + " as it stands"); small.lang = "en";
    line.append(name, " · ", title, " ", small, " ", to, " ", end);
    document.querySelector("main").before(line);
    said.push(line);
    ui.all(".cite, p.print").forEach(function (cite) { var as = words("读本 " + witness.sign + "。", "", "t as-read"); cite.append(as); said.push(as); });
    html.dataset.witness = slug;
  }
  data.witness = function (slug) {
    var witness = window.EDITION_WITNESSES[slug];
    if ((html.dataset.witness || "") === slug || (slug && !witness)) return;
    ui.steady(function () { ui.afresh(function () { back(); if (slug) put(slug, witness); }); });
  };
})();

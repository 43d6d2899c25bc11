/* Touch a character: who speaks of it; touch words of a comment: of what. All is counted in Han characters. */
(function () {
  "use strict";
  var all = function (css, within) { return Array.prototype.slice.call((within || document).querySelectorAll(css)); };
  var byId = function (id) { return document.getElementById(id); };
  var words = {}, glossed = byId("voices") ? all(".p") : [];
  all("#voices > *").forEach(function (one) { words[one.dataset.place || one.dataset.word] = one; });
  function word(name) { return words[name] ? words[name].textContent : ""; }
  function make(name, css, text) {
    var el = document.createElement(name);
    if (css) el.className = css;
    if (text) el.textContent = text;
    return el;
  }

  var chars = EDITION.words.chars, range = EDITION.words.range, lit = [], said;
  function quote(el, from, to) {
    var some = chars(el);
    return some[from - 1] && some[to - 1] ? range(some[from - 1], some[to - 1]).toString() : "";
  }
  function show(list, quiet) {
    lit = list;
    var found = EDITION.words.mark("lit", list);
    if (!found.length) return;
    if (!said) { said = make("div", "sr"); said.setAttribute("role", "status"); document.body.append(said); }
    if (!quiet) {
      said.textContent = found.join("");
      setTimeout(function () { said.textContent = ""; }, 3000);
    }
    var clip = found[0].startContainer.parentElement.closest(".long:not(.all) > .clip");
    if (clip && found[0].getBoundingClientRect().bottom > clip.getBoundingClientRect().bottom) clip.nextElementSibling.click();
    EDITION.words.bring(found[0], panel && innerWidth < 640 ? panel.getBoundingClientRect().top : innerHeight);
  }
  function targets(text) {
    var t = text.split(" "), from = byId(t[0]), to = byId(t[2]), found = [];
    if (t[0] === t[2]) return from ? [[t[0], +t[1], +t[3]]] : [];
    if (!from && !to) return [];
    var inside = !from;
    all(".p").forEach(function (p) {
      if (p === from) inside = true;
      if (inside) found.push([p.id, p === from ? +t[1] : 1, p === to ? +t[3] : 1e6]);
      if (p === to) inside = false;
    });
    return found;
  }

  /* --- the panel: who speaks of one character --- */
  var panel, here, at;
  function remarks(p, n) {
    var found = new Map();
    (p.dataset.g || "").split(" ").forEach(function (text) {
      var m = /^(\d+)-(\d+):(\d+):([^:]+):(\d+)-(\d+)(?:\^(\d+))?(…?)$/.exec(text);
      if (!m || n < +m[1] || n > +m[2]) return;
      if (!known({ unit: m[4] }, { key: m[4] + ":" + m[5] + "-" + m[6] })) return;
      if (!found.has(m[4])) found.set(m[4], { place: m[3], unit: m[4], words: [] });
      found.get(m[4]).words.push({ key: m[4] + ":" + m[5] + "-" + m[6], from: +m[5], to: +m[6], via: m[7], more: m[8] });
    });
    return found;
  }
  function known(one, said) {
    return byId(one.unit) || all("a[data-w]").some(function (a) { return a.dataset.w === said.key; });
  }
  function link(one, said) {
    var unit = byId(one.unit), a = make("a", "said"), there = !unit && all("a[data-w]", byId("main")).filter(function (x) {
      return x.dataset.w === said.key;
    })[0];
    a.href = there ? there.href : "#" + one.unit;
    a.textContent = there ? there.textContent : "“" + quote(unit, said.from, said.to) + (said.more && "……") + "”";
    a.lang = there ? there.lang || document.documentElement.lang : unit.closest("[lang]").lang;
    if (unit) a.dataset.here = one.unit + " " + said.from + " " + said.to;
    return a;
  }
  function item(one) {
    var li = make("li"), label = words[one.place], links = one.words.map(function (said) { return link(one, said); });
    var tag = make("a", "tag " + label.className.replace(/\bt\b/, ""), label.textContent);
    tag.href = links[0].href; li.append(tag);
    links.forEach(function (a, k) {
      if (one.words[k].via) li.append(make("span", "via", word("on") + word(one.words[k].via)));
      li.append(a, " ");
    });
    return li;
  }
  /* the edition's own note on the character is a link in the text */
  function own(c) {
    var a = c[0].parentElement.closest("a.nt"), label = document.querySelector("#voices .kind-notes");
    if (!a || !label) return null;
    var li = make("li"), tag = make("a", "tag kind-notes", label.textContent), to = make("a", "said", "“" + a.textContent + "”");
    tag.href = to.href = a.href; to.lang = a.closest("[lang]").lang;
    li.append(tag, to);
    return li;
  }
  /* --- what the character is read, in what sense and by what authority: loaded on the first touch --- */
  function heard(p, n, head) {
    var line = make("p", "sounds");
    head.after(line);
    sounds(function (tables) {
      var k = (tables.units[p.id] || [])[n - 1], hant = document.documentElement.lang.slice(-4) === "Hant";
      var said = hant && (tables.hant[k] || "")[0] ? tables.hant[k] : tables.hans[k];
      if (!said || !line.isConnected) return;
      var pinyin = make("b", "", said[0]), ways = make("small", "", " alternatives");
      pinyin.lang = "zh-Latn-pinyin"; ways.lang = "en";
      line.append(pinyin, " " + [said[1], said[2]].filter(Boolean).join(" · "));
      if (said[3]) line.append(make("br"), word("other"), ways, " " + said[3]);
      line.lang = document.documentElement.lang;
    });
  }
  function sounds(ready) {
    if (window.EDITION_READINGS) { ready(window.EDITION_READINGS); return; }
    EDITION.ui.load(byId("voices").dataset.readings, function () { ready(window.EDITION_READINGS); });
  }
  function step(by, label, english) {
    var b = make("button", "step", label);
    b.type = "button"; b.append(" "); b.append(make("small", "", english)); b.lastChild.lang = "en";
    b.onclick = function () { move(by); };
    return b;
  }
  function open(p, n) {
    var first = !panel, some = chars(p), list = make("ol"), found = remarks(p, n);
    if (first) {
      panel = make("div", "pop glosspop");
      panel.tabIndex = -1;
      panel.setAttribute("role", "dialog");
      document.body.append(panel);
    }
    here = p; at = n;
    var char = range(some[n - 1], some[n - 1]).toString(), head = make("h2"), big = make("span", "char", char);
    big.lang = p.closest("[lang]").lang;
    head.append(big, " ", make("small", "", p.id + " · " + n + "/" + some.length));
    found.forEach(function (one) { list.append(item(one)); });
    if (own(some[n - 1])) list.append(own(some[n - 1]));
    var close = make("button", "shut", word("close") + " Close");
    close.type = "button"; close.onclick = function () { shut(true); };
    var none = make("p", "none", word("none") + " "), small = make("small", "", "Nobody speaks of it");
    small.lang = "en"; none.append(small);
    var ways = make("p", "steps");
    ways.append(step(-1, word("before"), "←"), step(1, word("after"), "→"));
    panel.replaceChildren(close, head, list.children.length ? list : p.matches(".p") ? none : "", ways);
    heard(p, n, head);
    panel.setAttribute("aria-label", char + " " + p.id);
    put(some[n - 1]);
    show([[p.id, n, n]], true);
    panel.focus({ preventScroll: true });
  }
  function put(c) {
    if (innerWidth < 640) return;
    var r = range(c, c).getBoundingClientRect(), box = panel.getBoundingClientRect();
    panel.style.left = Math.max(8, Math.min(r.left, innerWidth - box.width - 24)) + "px";
    var below = r.bottom + 12;
    panel.style.top = (below + box.height < innerHeight ? below : Math.max(56, r.top - box.height - 12)) + "px";
  }
  function shut(back) {
    if (!panel) return;
    panel.remove(); panel = null; show([]);
    var button = here.querySelector(".chars") || here.querySelector(".i");
    if (back && button) button.focus({ preventScroll: true });
  }
  function move(by) {
    var list = all(here.matches(".p") ? ".p" : ".u").filter(function (p) { return p.getClientRects().length; }), k = list.indexOf(here), n = at + by;
    if (n < 1) { if (!k) return; here = list[k - 1]; n = chars(here).length; }
    else if (n > chars(here).length) { if (k + 1 === list.length) return; here = list[k + 1]; n = 1; }
    open(here, n);
  }

  /* --- which character was touched --- */
  function touched(p, event) {
    var pos = document.caretPositionFromPoint ? document.caretPositionFromPoint(event.clientX, event.clientY) : null;
    var r = !pos && document.caretRangeFromPoint ? document.caretRangeFromPoint(event.clientX, event.clientY) : null;
    var node = pos ? pos.offsetNode : r && r.startContainer, found = 0;
    if (!node) return 0;
    chars(p).forEach(function (c, k) {
      if (c[0] !== node) return;
      var boxes = range(c, c).getClientRects();
      for (var i = 0; i < boxes.length; i++) {
        var b = boxes[i];
        if (event.clientX >= b.left && event.clientX <= b.right && event.clientY >= b.top - 6 && event.clientY <= b.bottom + 6) found = k + 1;
      }
    });
    return found;
  }
  function number(p, node) {
    var found = 0;
    chars(p).some(function (c, k) { if (node.contains(c[0])) found = k + 1; return found; });
    return found;
  }

  document.addEventListener("click", function (event) {
    var target = event.target, p = target.closest(".p"), lemma = target.closest(".lm"), button = target.closest(".chars");
    if (panel && panel.contains(target)) {
      var a = target.closest("a");
      if (a && a.hash && a.pathname === location.pathname) {
        var there = a.dataset.here && a.dataset.here.split(" ");
        shut(false);
        if (there) setTimeout(function () { show([[there[0], +there[1], +there[2]]]); }, 60);
      }
      return;
    }
    if (button) { open(p, +((p.dataset.g || "1").match(/^\d+/)[0])); return; }
    if (lemma && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      shut(false);
      var list = targets(lemma.dataset.l).filter(function (one) { return byId(one[0]).getClientRects().length; });
      if (list.length) { event.preventDefault(); show(list); return; }
    }
    if (p && p.matches(".as")) p = null; /* a witness that reads otherwise: its characters are not those spoken of */
    else if (!p && target.closest("ruby") && target.closest(".u:not(.kind-notes *)")) p = target.closest(".u");
    if (p && glossed.length && event.detail < 2 && getSelection().isCollapsed) {
      if (target.closest("a.app")) { more(p, target.closest("a.app")); return; }
      var other = target.closest(p.dataset.g ? "a:not(.nt)" : "a"), rb = target.closest("ruby"), n = other || !event.detail ? 0 : rb ? number(p, rb) : touched(p, event);
      if (n) { event.preventDefault(); open(p, n); return; }
    }
    if (panel) shut(false); else if (lit.length && !target.closest(".bar")) show([]);
  });
  /* an entry of the apparatus stands on the character: its note leads on to the comments */
  function more(p, link) {
    var note = document.querySelector(".pop:not(.glosspop)"), n = number(p, link), b = make("button", "copy", word("more") + " ");
    shut(false);
    if (!note || !n) return;
    var small = make("small", "", "Comments"); small.lang = "en"; b.append(small);
    b.type = "button";
    b.onclick = function (event) { event.stopPropagation(); note.querySelector(".shut").click(); open(p, n); };
    note.append(b);
  }
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { if (panel) shut(true); else if (lit.length) show([]); }
    else if (panel && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      move(event.key === "ArrowRight" ? 1 : -1);
    }
  });
  /* a link that a fold hides opens it */
  document.addEventListener("focusin", function (event) {
    var clip = event.target.closest(".long:not(.all) > .clip");
    if (clip && event.target.getBoundingClientRect().top >= clip.getBoundingClientRect().bottom - 4) clip.nextElementSibling.click();
  });

  /* --- a way in for the keyboard: one button a passage, drawn only when it has the focus --- */
  glossed.forEach(function (p) {
    var b = make("button", "chars");
    b.type = "button"; b.setAttribute("aria-label", p.id + " " + word("chars") + " Character by character");
    b.setAttribute("aria-haspopup", "dialog");
    var id = p.querySelector(".i");
    if (id) id.after(b); else p.prepend(b);
  });
})();

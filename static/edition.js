/* What a reader may change: script, pinyin, layers, layout, size; notes and folds. The pages read fully without it.
   A classic script: it runs from a disk too, fetches nothing, and leaves the text exactly as it found it. */
(function () {
  "use strict";
  var html = document.documentElement, data = window.EDITION || { hans: "", hant: "", pinyin: "" };
  var kept = window.EDITION_KEPT || {}, query = new URLSearchParams(location.search);
  var own = html.dataset.script, defaults = { ruby: "hard", layout: "columns", size: "m", theme: "auto", script: own };
  var all = function (css, within) { return Array.prototype.slice.call((within || document).querySelectorAll(css)); };
  var byId = function (id) { return document.getElementById(id); };
  var UNITS = ".p, .u", ready = false;

  /* --- state: the address wins over what is remembered, and both follow the reader's hand --- */
  var state = { ruby: html.dataset.ruby || "hard", layout: html.dataset.layout || "columns",
    size: html.dataset.size || "m", theme: html.dataset.theme || "auto", script: own };
  function keep() { try { localStorage.setItem("edition:view", JSON.stringify(kept)); } catch (e) { /* not remembered */ } }
  function address() {
    var text = query.toString().replace(/%2C/g, ",");
    try { history.replaceState(null, "", location.pathname + (text ? "?" + text : "") + location.hash); } catch (e) { /* as it was */ }
    links();
  }
  function ask(key, value, plain) { if (value === plain) query.delete(key); else query.set(key, value); }
  function choose(key, value) {
    state[key] = kept[key] = value;
    keep(); ask(key, value, defaults[key]); address(); show(key);
  }
  function show(key) {
    if (key === "script") write(); else html.setAttribute("data-" + key, state[key]);
    if (key === "ruby") ruby();
    if (ready) fits();
    all("[data-key=" + key + "]").forEach(function (one) {
      var on = one.dataset.value === state[key];
      if (one.tagName === "A") { if (on) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current"); }
      else one.setAttribute("aria-pressed", on);
    });
  }

  /* --- the other script, character by character from the table; back is what stood there --- */
  var forms = {}, first = new Map();
  function table(script) {
    if (!forms[script]) {
      var chars = Array.from(data[script]);
      forms[script] = new Map();
      for (var i = 0; i + 1 < chars.length; i += 2) forms[script].set(chars[i], chars[i + 1]);
    }
    return forms[script];
  }
  function texts(el) {
    var found = [], walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), node;
    while ((node = walk.nextNode())) found.push(node);
    return found;
  }
  function turn(el) {
    var usual = table(own), odd = {}, at = 0;
    (el.dataset.v || "").replace(/(\d+)(\D)/gu, function (_, n, char) { odd[n] = char; });
    texts(el).forEach(function (node) {
      var out = "", here = node.data;
      for (var char of here) { out += odd[at] || usual.get(char) || char; at++; }
      if (out !== here) { first.set(node, here); node.data = out; }
    });
  }
  /* attributes that are drawn or read aloud: character by character from the table */
  var NAMED = ["aria-label", "data-s", "data-on"];
  function name(el) {
    NAMED.forEach(function (key) {
      var was = el.getAttribute(key), now = was && Array.from(was).map(function (c) { return table(own).get(c) || c; }).join("");
      if (now === was) return;
      first.set({ el: el, key: key }, was); el.setAttribute(key, now);
    });
  }
  function mark(within, to) {
    all("[lang$=" + to[0] + "]", within).forEach(function (el) {
      if (!el.dataset.key && !el.closest(".forms")) el.lang = el.lang.slice(0, -4) + to[1];
    });
  }
  function write() {
    var other = state.script !== own, tags = ["Hans", "Hant"], to = state.script === "hant" ? 1 : 0;
    if (html.lang.slice(-4) === tags[to]) return;
    plain();
    if (other) { all(UNITS + ", .t, title").forEach(turn); all("[aria-label], .ns, [data-on]").forEach(name); }
    else {
      first.forEach(function (was, at) { if (at.key) at.el.setAttribute(at.key, was); else at.data = was; });
      first.clear();
    }
    mark(document, [tags[1 - to], tags[to]]);
    ruby();
  }

  /* --- pinyin on every character: built where it is seen, taken away without a trace --- */
  var sounds, built = new Map(), watch;
  function sound(char) {
    if (!sounds) {
      sounds = new Map();
      data.pinyin.split(" ").forEach(function (group) {
        var parts = /^([^\u2e80-\u{10ffff}]+)(.*)$/u.exec(group);
        if (parts) for (var one of parts[2]) sounds.set(one, parts[1]);
      });
    }
    return sounds.get(char);
  }
  function spell(el) {
    if (built.has(el) || !/^l?zh/.test(el.closest("[lang]").lang)) return;
    var record = [];
    texts(el).forEach(function (node) {
      if (node.parentNode.nodeName === "RUBY") return;
      var added = [], rest = "";
      var flush = function () { if (rest) added.push(document.createTextNode(rest)); rest = ""; };
      for (var char of node.data) {
        var said = sound(char);
        if (!said) { rest += char; continue; }
        flush();
        var pair = document.createElement("ruby"), rt = document.createElement("rt");
        rt.lang = "zh-Latn-pinyin"; rt.dataset.p = said;
        pair.append(char, rt); added.push(pair);
      }
      flush();
      node.replaceWith.apply(node, added);
      record.push([node, added]);
    });
    built.set(el, record);
  }
  function plain() {
    if (watch) { watch.disconnect(); watch = null; }
    built.forEach(function (record) {
      record.forEach(function (pair) {
        pair[1][0].before(pair[0]);
        pair[1].forEach(function (one) { one.remove(); });
      });
    });
    built.clear();
  }
  function ruby() {
    plain();
    if (state.ruby !== "all") return;
    var units = all(UNITS);
    if (units.length < 60 || !window.IntersectionObserver) { units.forEach(spell); return; }
    watch = new IntersectionObserver(function (seen) {
      seen.forEach(function (one) { if (one.isIntersecting) { watch.unobserve(one.target); spell(one.target); } });
    }, { rootMargin: "600px 0px" });
    units.forEach(function (one) { watch.observe(one); });
  }

  /* --- layers: what is not wanted is hidden; a link into it shows it without being remembered --- */
  var layers = all(".bar [data-layer]");
  function off(button, hide) {
    html.classList.toggle("off" + button.dataset.place, hide);
    button.setAttribute("aria-pressed", !hide);
  }
  function hidden() { return layers.filter(function (b) { return b.getAttribute("aria-pressed") === "false"; }); }
  function ids(buttons) { return buttons.map(function (b) { return b.dataset.layer; }); }
  function layer(button) {
    var was = hidden();
    if (button.getAttribute("aria-pressed") === "true" && was.length === layers.length - 1) return;
    off(button, button.getAttribute("aria-pressed") === "true");
    var here = ids(layers), gone = ids(hidden());
    kept.off = (kept.off || []).filter(function (id) { return here.indexOf(id) < 0; }).concat(gone);
    keep();
    ask("layers", here.filter(function (id) { return gone.indexOf(id) < 0; }).join(","), here.join(","));
    address();
  }
  function order(list) {
    list.forEach(function (id, k) {
      var button = layers[ids(layers).indexOf(id)];
      if (button) { html.style.setProperty("--o" + button.dataset.place, k - 20); button.parentNode.append(button); }
    });
  }

  /* --- places: a passage, a range, a comment; what is not there is said --- */
  function reveal(el) {
    layers.forEach(function (b) { if (el.closest(".L" + b.dataset.place)) off(b, false); });
    for (var up = el.parentElement; up; up = up.parentElement) {
      if (up.matches(".rest")) open(up.nextElementSibling, true);
      if (up.matches(".long")) open(up.lastElementChild, true);
    }
  }
  function place() {
    all(".hit").forEach(function (el) { el.classList.remove("hit"); });
    var hash = location.hash.slice(1), id, range, from, to;
    try { id = decodeURIComponent(hash); } catch (e) { id = hash; }
    if (!id || id === "main") return;
    from = byId(id);
    if (!from && (range = /^([^-]+)-([^-]+)$/.exec(id))) {
      from = byId(range[1]); to = byId(range[2]);
      if (from && !to) { from.classList.add("hit"); tell("本页没有 " + range[2], "There is no " + range[2] + " on this page"); }
      if (from && to) {
        var inside = false;
        if (to.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) { inside = from; from = to; to = inside; inside = false; }
        all(".p").forEach(function (p) {
          if (p === from) inside = true;
          if (inside) p.classList.add("hit");
          if (p === to) inside = false;
        });
      }
    }
    if (!from) { tell("本页没有 " + id, "There is no " + id + " on this page"); return; }
    reveal(from);
    from.scrollIntoView();
  }
  function local(text) {
    return state.script === "hans" ? text : Array.from(text).map(function (c) { return table("hans").get(c) || c; }).join("");
  }
  var telling;
  function tell(chinese, english) {
    if (telling) telling.remove();
    telling = document.createElement("p");
    telling.className = "say"; telling.setAttribute("role", "status");
    telling.textContent = local(chinese) + " ";
    var small = document.createElement("small");
    small.lang = "en"; small.textContent = english;
    telling.append(small); document.body.append(telling);
    setTimeout(function () { if (telling) telling.remove(); telling = null; }, 6000);
  }

  /* --- folds --- */
  function open(button, wide) {
    if (!button || !button.matches(".fold")) return;
    var what = button.matches(".others") ? button.previousElementSibling : button.parentNode;
    what.classList.toggle("all", wide);
    button.setAttribute("aria-expanded", wide);
  }

  function fits() {
    var longs = all(".long:not(.all)");
    if (longs.length > 60 || html.querySelector("section.sec")) return;  /* a whole chapter is not laid out for this */
    longs.forEach(function (b) {
      var clip = b.firstElementChild;
      b.classList.toggle("fits", clip.scrollHeight <= clip.clientHeight + 12);
    });
  }

  /* --- notes: what the apparatus says of the words touched --- */
  var note, opener;
  function shut(back) {
    if (!note) return;
    note.remove(); note = null;
    if (opener) { opener.removeAttribute("aria-expanded"); if (back) opener.focus(); }
  }
  function entries(link) { return (link.dataset.e || link.hash.slice(1)).split(" "); }
  function annotate(link, found) {
    shut(false);
    opener = link; link.setAttribute("aria-expanded", "true");
    note = document.createElement("div");
    note.className = "pop"; note.setAttribute("role", "dialog"); note.setAttribute("aria-label", local("校记") + " Apparatus"); note.tabIndex = -1;
    var close = document.createElement("button"), list = document.createElement("ol");
    close.type = "button"; close.className = "shut"; close.textContent = local("关闭") + " Close";
    close.onclick = function () { shut(true); };
    found.forEach(function (li) { var copy = li.cloneNode(true); copy.removeAttribute("id"); list.append(copy); });
    note.append(close, list);
    document.body.append(note);
    if (innerWidth >= 640) {
      var at = link.getBoundingClientRect(), box = note.getBoundingClientRect();
      note.style.left = Math.max(8, Math.min(at.left, innerWidth - box.width - 24)) + "px";
      var below = at.bottom + 10;
      note.style.top = (below + box.height < innerHeight ? below : Math.max(56, at.top - box.height - 10)) + "px";
    }
    note.focus();
  }
  function notes(link) {
    var wanted = entries(link), here = wanted.map(byId).filter(Boolean);
    if (here.length) { annotate(link, here); return; }
    var ready = function () {
      var box = document.createElement("template");
      box.innerHTML = wanted.map(function (id) { return window.EDITION_NOTES[id] || ""; }).join("");
      if (state.script !== own) {
        all(".t", box.content).forEach(turn);
        mark(box.content, own === "hans" ? ["Hans", "Hant"] : ["Hant", "Hans"]);
      }
      if (box.content.children.length) annotate(link, all("li", box.content)); else location.href = link.href;
    };
    if (window.EDITION_NOTES) { ready(); return; }
    var script = document.createElement("script");
    script.src = "notes.js"; script.onload = ready; script.onerror = function () { location.href = link.href; };
    document.head.append(script);
  }

  /* --- links lead to the twin that is being read --- */
  var root = new URL(html.dataset.root, location.href).href;
  function links() {
    all(".bar [data-key=script]").forEach(function (a) { a.search = location.search; a.hash = location.hash; });
  }
  function follow(a) {
    if (a.origin !== location.origin || a.href.indexOf(root) !== 0 || a.dataset.key) return;
    var path = a.href.slice(root.length), hant = path.indexOf("hant/") === 0;
    if (/^(data|static)\//.test(path) || a.pathname === location.pathname) return;
    if (state.script === "hant" && !hant) a.href = root + "hant/" + path;
    if (state.script === "hans" && hant) a.href = root + path.slice(5);
  }

  function sheet(wide) {
    var button = document.querySelector(".sheet");
    html.classList.toggle("sheet-open", wide);
    button.setAttribute("aria-expanded", wide);
  }
  function copy(button) {
    var text = button.dataset[state.script] || byId(button.dataset.copy).textContent.trim();
    var done = function () { tell("已复制", "Copied"); };
    if (navigator.clipboard && window.isSecureContext) { navigator.clipboard.writeText(text).then(done); return; }
    var area = document.createElement("textarea");
    area.value = text; document.body.append(area); area.select();
    if (document.execCommand("copy")) done();
    area.remove(); button.focus();
  }

  document.addEventListener("click", function (event) {
    var el = event.target.closest("a, button, summary");
    if (note && !note.contains(event.target)) shut(false);
    var more = document.querySelector("details.more");
    if (more && more.open && !more.contains(event.target)) more.open = false;
    if (html.classList.contains("sheet-open") && !event.target.closest(".view, .sheet")) sheet(false);
    if (!el) return;
    if (el.dataset.key) { event.preventDefault(); choose(el.dataset.key, el.dataset.value); }
    else if (el.matches(".bar [data-layer]")) layer(el);
    else if (el.matches(".fold")) open(el, el.getAttribute("aria-expanded") !== "true");
    else if (el.matches(".sheet")) sheet(!html.classList.contains("sheet-open"));
    else if (el.matches(".copy[data-copy]")) copy(el);
    else if (el.matches("a.app") && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); notes(el); }
    else if (el.tagName === "A") follow(el);
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    if (note) shut(true);
    else if (html.classList.contains("sheet-open")) { sheet(false); document.querySelector(".sheet").focus(); }
    else all("details.more[open]").forEach(function (d) { d.open = false; d.firstElementChild.focus(); });
  });
  var resting;
  addEventListener("resize", function () { clearTimeout(resting); resting = setTimeout(fits, 150); });
  addEventListener("hashchange", function () { place(); links(); });

  /* --- the sections of a whole chapter, from their own heads --- */
  all("details.toc").forEach(function (toc) {
    var list = document.createElement("ol");
    all("section.sec").forEach(function (sec) {
      var line = document.createElement("li"), link = document.createElement("a"), title = sec.querySelector(".head a");
      link.href = "#" + (sec.id || sec.querySelector(".p").id);
      title.childNodes.forEach(function (node) { link.append(node.cloneNode(true)); });
      line.append(link); list.append(line);
    });
    toc.append(list);
  });
  all("a.app").forEach(function (a) { a.setAttribute("aria-haspopup", "dialog"); });
  all("rt").forEach(function (rt) { rt.lang = "zh-Latn-pinyin"; });

  /* --- begin --- */
  var asked = query.get("layers"), gone = asked ? [] : kept.off || [];
  layers.forEach(function (b) {
    off(b, asked ? asked.split(",").indexOf(b.dataset.layer) < 0 : gone.indexOf(b.dataset.layer) >= 0);
  });
  if (hidden().length === layers.length) layers.forEach(function (b) { off(b, false); });
  if (query.get("order")) order(query.get("order").split(","));
  var script = query.get("script") || (own === "hant" ? "hant" : kept.script);
  if (script === "hans" || script === "hant") state.script = script;
  Object.keys(state).forEach(show);
  ready = true;
  links(); fits(); place();
  if (document.fonts) document.fonts.ready.then(fits);
})();

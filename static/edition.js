/* What a reader may change. It runs from a disk too, and leaves the text as it found it. */
(function () {
  "use strict";
  var html = document.documentElement, data = window.EDITION || { hans: "", hant: "", pinyin: "" };
  var kept = window.EDITION_KEPT || {}, query = new URLSearchParams(location.search);
  var own = html.dataset.script;
  var all = function (css, within) { return Array.prototype.slice.call((within || document).querySelectorAll(css)); };
  var byId = function (id) { return document.getElementById(id); };
  var UNITS = ".p, .u", ready = false;

  /* --- state: the address wins over what is remembered; what was chosen before is said in it too --- */
  var state = { ruby: "hard", layout: "columns", size: "m", theme: "auto", keys: "on", marks: "off", witness: "", script: own };
  Object.keys(state).forEach(function (key) { state[key] = html.dataset[key] || state[key]; });
  function keep() { try { localStorage.setItem("edition:view", JSON.stringify(kept)); } catch (e) { /* not remembered */ } }
  function address() {
    var text = query.toString().replace(/%2C/g, ",");
    try { history.replaceState(null, "", location.pathname + (text ? "?" + text : "") + location.hash); } catch (e) { /* as it was */ }
    links();
  }
  function choose(key, value) {
    state[key] = value;
    if (key !== "witness") { kept[key] = value; keep(); }
    if (key === "witness" && !value) query.delete(key); else if (key !== "keys") query.set(key, value);
    address(); steady(function () { show(key); });
  }
  function show(key) {
    if (key === "script") write(); else if (key === "witness") other(); else html.setAttribute("data-" + key, state[key]);
    if (key === "ruby") settle();
    if (key === "layout") arrange();
    if (ready) fits();
    all("[data-key=" + key + "]").forEach(function (one) {
      var on = one.dataset.value === state[key];
      if (one.tagName === "A") { if (on) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current"); }
      else one.setAttribute("aria-pressed", on);
    });
  }
  function load(src, then, failed) {
    var script = document.createElement("script");
    script.src = src; script.onload = then; script.onerror = failed || null;
    document.head.append(script);
  }

  /* --- whatever changes, the words at the top of the window stay there --- */
  function top() {
    var bar = document.querySelector(".bar").getBoundingClientRect().bottom, found = null;
    for (var y = bar + 14; !found && y < innerHeight * .7; y += 14) {
      [.12, .3, .55, .8].some(function (x) {
        var el = document.elementFromPoint(innerWidth * x, y), unit = el && el.closest(".p, .u, .n"), row = unit && unit.closest(".row");
        if (!unit || (row && unit.closest(".kind-base") && row.getBoundingClientRect().top < bar - 90 && row.querySelector(".u, .n"))) return false;
        if (row && row.getBoundingClientRect().top > bar - 20) return (found = { unit: row.querySelector(".p") });
        var r = document.caretRangeFromPoint ? document.caretRangeFromPoint(innerWidth * x, y) : null;
        return (found = { unit: unit, row: row, at: r && unit.contains(r.startContainer) ? [r.startContainer, r.startOffset] : null });
      });
    }
    return found;
  }
  function heights(spot) {
    var bar = document.querySelector(".bar").getBoundingClientRect().bottom, found = [spot.unit, spot.row && spot.row.querySelector(".p")], range = document.createRange();
    if (spot.at && spot.at[0].isConnected) range.setStart(spot.at[0], spot.at[1]);
    found.unshift(spot.at && range);
    return found.map(function (one) { var box = one && one.getClientRects()[0]; return box ? box.top - bar : null; });
  }
  function steady(change) {
    var spot = ready && scrollY > 40 ? top() : null, was = spot && heights(spot);
    change();
    if (!spot) return;
    var now = heights(spot), k = [0, 1, 2].filter(function (i) { return was[i] !== null && now[i] !== null; })[0];
    if (k >= 0) scrollBy({ top: now[k] - was[k], behavior: "instant" });
  }

  /* --- the other script from the table; back is what stood there --- */
  var forms = {}, turned = new Map(), before = new Map(); /* what stood in a part of the page, in a whole element */
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
  function turn(el, undo) {
    var there = formsOf(el), at = 0;
    if (undo) before.set(el, el.textContent);
    texts(el).forEach(function (node) {
      var out = "", here = node.data;
      for (var _ of here) out += there[at++][1];
      if (out === here) return;
      if (undo) undo.push(function () { node.data = here; before.delete(el); });
      node.data = out;
    });
  }
  /* attributes that are drawn or read aloud */
  var NAMED = ["aria-label", "data-s", "data-on"];
  function name(el, undo) {
    NAMED.forEach(function (key) {
      var was = el.getAttribute(key), now = was && Array.from(was).map(function (c) { return table(own).get(c) || c; }).join("");
      if (now === was) return;
      undo.push(function () { el.setAttribute(key, was); });
      el.setAttribute(key, now);
    });
  }
  function mark(within, to) {
    inside(within, "[lang$=" + to[0] + "]").forEach(function (el) {
      if (!el.dataset.key && !el.closest(".forms")) el.lang = el.lang.slice(0, -4) + to[1];
    });
  }
  /* each character of an element as it stands in the script of the page, and in the other */
  function formsOf(el) {
    var usual = table(own), odd = {};
    (el.dataset.v || "").replace(/(\d+)(\D)/gu, function (_, n, char) { odd[n] = char; });
    return Array.from(before.get(el) || el.textContent).map(function (char, at) { return [char, odd[at] || usual.get(char) || char]; });
  }
  function write(now) {
    html.lang = html.lang.slice(0, -4) + (state.script === "hant" ? "Hant" : "Hans");
    settle(now);
  }

  /* --- a long page is changed where it is seen; the rest when there is time, or when one comes near it --- */
  var secs = all("section.sec"), due = new Set(), coming;
  var later = window.requestIdleCallback || function (work) { setTimeout(work, 20, { timeRemaining: function () { return 9; } }); };
  if (secs.length < 2 || !window.IntersectionObserver) secs = [];
  function inside(part, css) { return (part.matches && part.matches(css) ? [part] : []).concat(all(css, part)); }
  function near(el) { var box = el.getBoundingClientRect(); return box.bottom > -300 && box.top < innerHeight + 300; }
  function bring(part, seen) {
    var undo = turned.get(part), other = state.script !== own, tags = own === "hans" ? ["Hans", "Hant"] : ["Hant", "Hans"];
    if (other === !undo || (built.size && state.ruby !== "all")) inside(part, UNITS).forEach(unspell);
    if (other && !undo) {
      turned.set(part, undo = []);
      inside(part, UNITS + ", .t, title").forEach(function (el) { turn(el, undo); });
      inside(part, "[aria-label], .ns, [data-on]").forEach(function (el) { name(el, undo); });
      mark(part, tags);
    } else if (!other && undo) {
      undo.forEach(function (back) { back(); });
      turned.delete(part);
      mark(part, tags.reverse());
    }
    if (seen && state.ruby === "all") ruby(inside(part, UNITS));
  }
  function held(part) { /* what is selected stays as it is while it is */
    var s = getSelection();
    return s.rangeCount > 0 && !s.isCollapsed && s.getRangeAt(0).intersectsNode(part);
  }
  function met(one, by, work) {
    var part = one.target;
    if (!one.isIntersecting) return;
    by.unobserve(part);
    if (held(part)) setTimeout(function () { if (by === watch || by === coming) by.observe(part); }, 400);
    else work(part);
  }
  function settle(now) {
    if (watch) watch.disconnect();
    if (coming) coming.disconnect();
    watch = coming = null;
    due.clear();
    if (state.script === own && !turned.size && !built.size && state.ruby !== "all") return;
    due = new Set(now ? [] : secs.filter(function (el) { return !near(el); }));
    all("title, body > :not(main), main > *").forEach(function (part) { if (!due.has(part)) bring(part, true); });
    if (!due.size) return;
    coming = new IntersectionObserver(function (some) {
      some.forEach(function (one) { met(one, coming, function (part) { due.delete(part); bring(part, true); }); });
    }, { rootMargin: "300px 0px" });
    due.forEach(function (part) { coming.observe(part); });
    later(rest);
  }
  function rest(time) {
    var kept = 0;
    due.forEach(function (part) {
      if (time && held(part)) kept++;
      else if (!time || time.timeRemaining() > 3) { due.delete(part); bring(part); }
    });
    if (due.size > kept) later(rest); else if (kept) setTimeout(later, 400, rest);
  }
  addEventListener("beforeprint", function () {
    rest();
    html.dataset.run = document.title; /* the head of each page */
    if (state.ruby === "all") all(UNITS).forEach(function (el) { if (!el.closest(".out")) spell(el); });
  });

  /* --- pinyin on every character --- */
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
  function unspell(el) {
    (built.get(el) || []).forEach(function (pair) {
      pair[1][0].before(pair[0]);
      pair[1].forEach(function (one) { one.remove(); });
    });
    built.delete(el);
  }
  function ruby(units) {
    if (!secs.length && (all(UNITS).length < 60 || !window.IntersectionObserver)) { units.forEach(spell); return; }
    watch = watch || new IntersectionObserver(function (seen) {
      seen.forEach(function (one) { met(one, watch, spell); });
    }, { rootMargin: "300px 0px" });
    units.forEach(function (one) { watch.observe(one); });
  }

  /* --- layers: a link into a hidden one shows it without being remembered --- */
  var layers = all(".bar [data-layer]");
  function off(button, hide) {
    html.classList.toggle("off" + button.dataset.place, hide);
    button.setAttribute("aria-pressed", !hide);
  }
  function ids(buttons) { return buttons.map(function (b) { return b.dataset.layer; }); }
  function shown() { return ids(layers.filter(function (b) { return b.getAttribute("aria-pressed") === "true"; })); }
  function listed(value) { return Array.isArray(value) ? value : []; }
  function layer(button) {
    var id = button.dataset.layer, hide = button.getAttribute("aria-pressed") === "true";
    if (hide && shown().length === 1) return;
    steady(function () { off(button, hide); });
    kept.off = listed(kept.off).filter(function (one) { return one !== id; }).concat(hide ? [id] : []);
    keep(); query.set("layers", shown().join()); address(); fits();
  }

  /* --- their order: the cells are moved, so that eye, clipboard and screen reader meet one order --- */
  var plan = ids(layers), sequence = plan, cells = new Map();
  function arrange() {
    if (sequence === plan && !cells.size) return;
    var rank = {};
    layers.forEach(function (b) { rank[b.dataset.place] = sequence.indexOf(b.dataset.layer); });
    all(".row").forEach(function (row) {
      var now = Array.from(row.children).slice(1), first = cells.get(row) || now;
      if (first.length < 2) return;
      cells.set(row, first);
      var value = new Map(first.map(function (c) {
        return [c, sequence === plan ? 0 : rank[/\bL(\d+)/.exec(c.className)[1]] + (state.layout === "columns" && c.matches(".under") ? 99 : 0)];
      }));
      var slots = now.map(function (c) { var slot = document.createComment(""); c.replaceWith(slot); return slot; });
      first.slice().sort(function (a, b) { return value.get(a) - value.get(b); }).forEach(function (c, k) { slots[k].replaceWith(c); });
    });
    sequence.forEach(function (id) {
      all(".bar [data-layer='" + id + "'], [data-place-of='" + id + "']").forEach(function (one) { one.parentNode.append(one); });
    });
  }
  function order(list) {
    var known = list.filter(function (id, k) { return plan.indexOf(id) > 0 && list.indexOf(id) === k; });
    sequence = plan.slice(0, 1).concat(known, plan.slice(1).filter(function (id) { return known.indexOf(id) < 0; }));
    if (sequence.join() === plan.join()) sequence = plan;
    arrange();
    return known.length > 0;
  }

  /* --- places: a passage, a range, a comment; what is not there is said --- */
  function reveal(el) {
    layers.forEach(function (b) { if (el.closest(".L" + b.dataset.place)) off(b, false); });
    for (var up = el; up; up = up.parentElement) {
      if (up.matches(".rest")) open(up.nextElementSibling, true);
      if (up.matches(".long, .folds")) open(up.lastElementChild, true);
    }
  }
  function place() {
    var hash = location.hash.slice(1), id, el;
    hush();
    all(".hit").forEach(function (one) { one.classList.remove("hit"); });
    try { id = decodeURIComponent(hash); } catch (e) { id = hash; }
    el = byId(id);
    if (el && el.dataset.now) el = null;
    if (data.words) data.words.mark("aim", []);
    if (!id || id === "main") return;
    if (el) { reveal(el); el.scrollIntoView(); }
    else if (data.words) data.words.land(id);
    else {
      el = document.querySelector(".still"); /* an address given up, with words of its own */
      if (el) { el.hash = hash; location.replace(el.href); return; }
      tell("本页没有 " + id, "There is no " + id + " on this page");
    }
  }
  function local(text) {
    return state.script === "hans" ? text : Array.from(text).map(function (c) { return table("hans").get(c) || c; }).join("");
  }
  var telling = document.createElement("p"), silent;
  telling.className = "say"; telling.setAttribute("role", "status");
  document.body.append(telling);
  function hush() { telling.replaceChildren(); }
  function tell(chinese, english, more) { /* what has more to offer stays until it is put away */
    clearTimeout(silent);
    telling.replaceChildren(chinese.nodeType ? chinese : local(chinese));
    if (english) {
      var small = document.createElement("small");
      small.lang = "en"; small.textContent = english;
      telling.append(" ", small);
    }
    if (more) telling.append(" ", more); else silent = setTimeout(hush, 6000);
  }

  /* --- folds --- */
  function open(button, wide) {
    if (!button || !button.matches(".fold")) return;
    var what = button.matches(".others") ? button.previousElementSibling : button.parentNode;
    what.classList.toggle("all", wide);
    button.setAttribute("aria-expanded", wide);
    if (!wide && what.getBoundingClientRect().top < 0) what.scrollIntoView();
  }

  function fits() {
    var longs = all(".long:not(.all)");
    if (longs.length > 60 || secs.length) return;  /* a whole chapter is not laid out for this */
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
  function written(wanted) { /* in the script that is read */
    var box = document.createElement("template");
    box.innerHTML = wanted.map(function (id) { return window.EDITION_NOTES[id] || ""; }).join("");
    if (state.script !== own) {
      all(".t", box.content).forEach(function (el) { turn(el); });
      mark(box.content, own === "hans" ? ["Hans", "Hant"] : ["Hant", "Hans"]);
    }
    return box.content;
  }
  function notes(link) {
    var wanted = entries(link), here = wanted.map(byId).filter(Boolean);
    if (here.length) { annotate(link, here); return; }
    var ready = function () {
      var found = written(wanted);
      if (found.children.length) annotate(link, all("li", found)); else location.href = link.href;
    };
    if (window.EDITION_NOTES) { ready(); return; }
    load("notes.js", ready, function () { location.href = link.href; });
  }

  /* --- what is rarely used is read when it is first asked for --- */
  function afresh(change) { /* the text is changed in its own script, without pinyin */
    var script = state.script, said = state.ruby;
    state.script = own; state.ruby = "none"; write(true); change();
    state.script = script; state.ruby = said; write();
  }
  function other() {
    var group = document.querySelector("[data-witnesses]");
    if (!group || (!state.witness && !data.witness)) return;
    var failed = function () { state.witness = ""; tell("未能取得此本", "This witness could not be read"); };
    var go = function () { data.witness(state.witness); };
    if (data.witness) go(); else load(root + "static/witness.js", function () { load(group.dataset.witnesses, go, failed); }, failed);
  }
  function ask(key, from) {
    if (data.key) data.key(key, from); else load(root + "static/keys.js", function () { data.key(key, from); });
  }
  data.ui = { state: state, forms: formsOf, put: put, reveal: reveal, all: all, root: html.dataset.root, choose: choose, afresh: afresh, steady: steady, tell: tell, local: local, load: load, written: written, entries: entries, table: table, own: own, top: top, kept: kept, keep: keep, query: query, address: address, plan: plan, order: order };
  window.EDITION = data;

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
    var carried = new URLSearchParams(a.search);
    ["ruby", "layout", "layers", "order", "size", "theme"].forEach(function (key) { if (query.has(key)) carried.set(key, query.get(key)); });
    a.search = carried.toString().replace(/%2C/g, ",");
  }

  /* --- print: a range alone where one is asked for --- */
  function handout(range, then) {
    if (data.print) data.print(range, then); else load(root + "static/print.js", function () { data.print(range, then); });
  }
  document.addEventListener("submit", function (event) {
    var form = event.target, range = form.matches(".handout") && form.elements.from.value + "-" + form.elements.to.value;
    if (!range) return;
    event.preventDefault(); query.set("print", range); address();
    handout(range, function () { print(); });
  });

  function sheet(wide) {
    var button = document.querySelector(".sheet");
    html.classList.toggle("sheet-open", wide);
    button.setAttribute("aria-expanded", wide);
  }
  function put(text, done) {
    if (navigator.clipboard && window.isSecureContext) { navigator.clipboard.writeText(text).then(done); return; }
    var area = document.createElement("textarea"), had = document.activeElement;
    area.value = text; document.body.append(area); area.select();
    if (document.execCommand("copy")) done();
    area.remove(); had.focus();
  }
  function copy(button) {
    put(button.dataset[state.script] || byId(button.dataset.copy).textContent.trim(), function () { tell("已复制", "Copied"); });
  }

  document.addEventListener("click", function (event) {
    var el = event.target.closest("a, button, summary");
    if (note && !note.contains(event.target)) shut(false);
    all("details.more[open]").forEach(function (d) { if (!d.contains(event.target)) d.open = false; });
    if (html.classList.contains("sheet-open") && !event.target.closest(".view, .sheet")) sheet(false);
    if (!el) return;
    if (el.dataset.key) { event.preventDefault(); choose(el.dataset.key, el.dataset.value); }
    else if (el.matches(".bar [data-layer]")) layer(el);
    else if (el.dataset.move) ask("move", el);
    else if (el.dataset.ask && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); ask(el.dataset.ask, el); }
    else if (el.matches(".fold")) open(el, el.getAttribute("aria-expanded") !== "true");
    else if (el.matches(".sheet")) sheet(!html.classList.contains("sheet-open"));
    else if (el.matches(".copy[data-copy]")) copy(el);
    else if (el.matches("a.app") && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); notes(el); }
    else if (el.dataset.leads && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      load(root + "static/lead.js", function () { follow(el); data.lead(el, kept, keep); });
    }
    else if (el.tagName === "A") follow(el);
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      hush();
      if (note) shut(true);
      else if (html.classList.contains("sheet-open")) { sheet(false); document.querySelector(".sheet").focus(); }
      else all("details.more[open]").forEach(function (d) { d.open = false; d.firstElementChild.focus(); });
      return;
    }
    if (state.keys === "off" || !document.querySelector("[data-ask]") || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.keyCode === 229 || event.defaultPrevented ||
      !/^[jknprslct?\/1-9]$/.test(event.key) || event.target.closest("input, textarea, select, [contenteditable], dialog, [role=dialog], [role=application]")) return;
    event.preventDefault();
    if (!event.repeat || /[jk]/.test(event.key)) ask(event.key);
  });
  /* a link that a folded note hides opens it for the keyboard */
  document.addEventListener("focusin", function (event) {
    var sense = event.target.closest(".js .folds:not(.all) > .sense");
    if (sense && event.target.matches(":focus-visible")) open(sense.parentNode.lastElementChild, true);
  });
  var resting;
  addEventListener("resize", function () { clearTimeout(resting); resting = setTimeout(fits, 150); });
  addEventListener("hashchange", function () { place(); links(); });

  /* --- where one was reading: kept when one leaves, offered and never jumped to --- */
  var shelf = "edition:place:" + new URL(root).pathname, places = {}, chapter = html.dataset.chapter;
  try { places = JSON.parse(localStorage.getItem(shelf)) || {}; } catch (e) { /* nothing is remembered */ }
  document.addEventListener("visibilitychange", function () {
    var spot = document.visibilityState === "hidden" && chapter && top(), p = spot && (spot.unit.closest(".p") || spot.row && spot.row.querySelector(".p"));
    if (!p) return;
    places[chapter] = p.id;
    try { localStorage.setItem(shelf, JSON.stringify(places)); } catch (e) { /* not remembered */ }
  });
  all(".resume").forEach(function (line) { if (places && places[line.dataset.chapter]) ask("resume", [line, places[line.dataset.chapter]]); });
  (secs.length ? later : function (work) { work(); })(function () {
    all("a.app").forEach(function (a) { a.setAttribute("aria-haspopup", "dialog"); });
    all("rt").forEach(function (rt) { rt.lang = "zh-Latn-pinyin"; });
  });

  /* --- begin --- */
  function asked(key) { return (query.get(key) || "").split(","); }
  var wanted = asked("layers").filter(function (id) { return plan.indexOf(id) >= 0; });
  layers.forEach(function (b) {
    var id = b.dataset.layer;
    off(b, wanted.length ? wanted.indexOf(id) < 0 : listed(kept.off).indexOf(id) >= 0);
  });
  if (!shown().length) layers.forEach(function (b) { off(b, false); });
  if (shown().length < plan.length) query.set("layers", shown().join());
  if (!order(asked("order"))) order(listed(kept.order));
  if (sequence !== plan) query.set("order", sequence.join());
  state.script = [query.get("script"), own === "hant" ? own : kept.script, own].filter(function (v) { return v === "hans" || v === "hant"; })[0];
  if (state.script !== own) query.set("script", state.script);
  ["ruby", "layout"].forEach(function (key) { if (kept[key] === state[key]) query.set(key, state[key]); });
  if (all("[data-key=witness]").some(function (a) { return a.dataset.value === query.get("witness"); })) state.witness = query.get("witness");
  Object.keys(state).forEach(show);
  ready = true;
  address(); fits();
  addEventListener("DOMContentLoaded", place); /* when the scripts of the page are there */
  if (query.has("print") && document.querySelector(".handout")) handout(query.get("print"));
  if (document.fonts) document.fonts.ready.then(fits);
})();

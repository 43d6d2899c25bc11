/* Addresses of words: `19.1`, `19.1-19.3`, `19.1@揖[2]`, `19.1@揖-19.2@拜[2]`, several parted by commas. Words are counted
   in Han characters, without marks, and may be written in either script. Found where a page is opened with one, made
   where something is selected. Loaded with the first of either. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, all = ui.all, w = data.words, chars = w.chars, UNITS = ".p, .u, .n";
  var byId = function (id) { return document.getElementById(id); };

  /* the counted characters of a unit in the script of the page and in the other */
  function both(el) {
    var is = w.kind(el);
    return w.hosts(el).flatMap(ui.forms).filter(function (c) { return is.test(c[0]); });
  }
  /* --- an address: a point, or two with a stroke between; a point is an ID and the words in it that are meant --- */
  function tidy(text) {
    return text.replace(/[\uff01-\uff5e]/g, function (c) { return String.fromCharCode(c.charCodeAt(0) - 65248); })
      .replace(/\s+/g, "").replace(/[\u2010-\u2015~]/g, "-").replace(/(\d)[。·](?=\d)/g, "$1.");
  }
  function point(text) {
    var m = /^([^@]*)@?(.*?)(?:\[(\d+)\])?$/.exec(text), id = m[1];
    if (!byId(id)) id = id.toLowerCase().replace(/^[^a-z\d]+/, "");
    return { id: id, el: byId(id), words: m[2], nth: +m[3] || 1 };
  }
  function now(p) { /* an ID given up: the parts of others, or of one, in which its characters are; words are counted through them */
    var parts = p.el && p.el.dataset.now, hit, left = p.nth;
    if (!parts) return [p, p];
    parts = parts.split(" ").map(function (part) {
      var a = part.split(",");
      return { id: p.id, el: byId(a[0]), words: p.words, nth: 1, lo: a[1] - 1 || 0, hi: +a[2] || 1e6, whole: !a[1] };
    }).filter(function (one) { return one.el; });
    parts.forEach(function (one) {
      if (p.words) { one.nth = left; one.at = find(one); left -= one.count; if (one.at) hit = hit || one; }
      else if (!one.whole) one.at = [one.lo + 1, one.hi];
    });
    if (hit) { hit.nth = p.nth; return [hit, hit]; }
    return parts.length ? [parts[0], parts[parts.length - 1]] : [p, p];
  }
  function ends(text) {
    var one = point(text), half = null;
    for (var cut = text.indexOf("-"); cut > 0; cut = text.indexOf("-", cut + 1)) {
      var a = point(text.slice(0, cut)), b = point(text.slice(cut + 1));
      if (a.el && b.el) return [now(a)[0], now(b)[1]];
      if ((a.el || b.el) && /^[a-z-]*\d+\.[\w.-]+$/.test((a.el ? b : a).id)) half = half || [a, b];
    }
    return half || now(one);
  }
  function same(list, at, said) {
    return said.every(function (c, k) { return list[at + k] && list[at + k].indexOf(c) >= 0; });
  }
  function find(p) { /* where the words of a point begin and end, from 1; nothing where they are not */
    var is = w.kind(p.el), said = Array.from(p.words).filter(function (c) { return is.test(c); }), list = both(p.el);
    p.count = 0;
    for (var at = p.lo || 0, to = Math.min(list.length, p.hi || 1e6); said.length && at < to; at++) if (same(list, at, said) && ++p.count === p.nth) return [at + 1, at + said.length];
  }
  function layer(el) { return /^[a-z-]*/.exec(el.id)[0]; }
  function edge(p, last) { /* a section stands for its passages */
    var some = p.el && !p.el.matches(UNITS) ? all(".p", p.el) : [];
    if (some.length) p.el = some[last ? some.length - 1 : 0];
  }
  function known(p) { /* of a section that there is: then the part on this page is shown */
    return (" " + byId("saying").dataset.sections + " ").indexOf(" " + /\d*/.exec(p.id.replace(/^\D+/, ""))[0] + " ") >= 0;
  }
  function written(p) { return p.id + (p.words && "@" + p.words + (p.nth > 1 ? "[" + p.nth + "]" : "")); }
  function aims(text, lost, plain) { /* [unit, first, last] of all that is meant */
    var two = ends(text), a = two[0], b = two[1];
    plain.push(a === b || a.id === b.id ? written(a) : written(a) + "-" + written(b));
    if (a !== b) { edge(a); edge(b, true); }
    if (a.el && b.el && a.el.compareDocumentPosition(b.el) & Node.DOCUMENT_POSITION_PRECEDING) { two = a; a = b; b = two; }
    [a, b].forEach(function (p, k) {
      if (!p.el && (!k || a !== b)) lost.push(["nowhere", p.id]);
      else if (p.el && p.words && !p.at) {
        p.at = find(p);
        if (!p.at) lost.push([p.count ? "fewer" : "lacks", p.id, p.words, p.count]);
      }
    });
    if (!a.el && !b.el) return [];
    if (a.el === b.el && a.at && b.at && a.at[0] > b.at[0]) { two = a; a = b; b = two; }
    var units = all(UNITS).filter(function (u) { return layer(u) === layer(a.el || b.el); });
    var from = units.indexOf(a.el), to = units.indexOf(b.el), end = units.length - 1;
    if (!a.el) from = known(a) ? 0 : to;
    if (!b.el) to = known(b) ? end : from;
    if (from < 0 || to < 0) return [[a.el || b.el, 0, 0]];
    var worded = a.at || b.at;
    return units.slice(from, to + 1).map(function (u) {
      return [u, worded ? u === a.el && a.at ? a.at[0] : 1 : 0, worded ? u === b.el && b.at ? b.at[1] : 1e6 : 0];
    });
  }

  /* --- landing --- */
  var said = {};
  all("#saying [data-word]").forEach(function (one) { said[one.dataset.word] = one; });
  function say(words, more) {
    var name = words[0], rest = words.slice(1), el = said[name].cloneNode(true), walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), node;
    all(".t", el).forEach(function (one) { one.className = ""; });
    while ((node = walk.nextNode())) node.data = node.data.replace(/\*(\d)/g, function (_, k) { return rest[k]; });
    ui.tell(el, "", more);
  }
  data.land = function (hash) {
    var text = tidy(hash), lost = [], plain = [], list = [];
    text.split(/,(?=[a-z-]*\d)/).forEach(function (part) { list = list.concat(aims(part, lost, plain)); });
    if (!lost.length && plain.join() !== hash) try { history.replaceState(null, "", location.pathname + location.search + "#" + encodeURI(plain.join())); } catch (e) { /* as it was */ }
    list.forEach(function (one) {
      ui.reveal(one[0]);
      if (!one[2] && one[0].matches(UNITS)) one[0].classList.add("hit");
    });
    var ranges = w.mark("aim", list.filter(function (one) { return one[2]; }).map(function (one) { return [one[0].id, one[1], one[2]]; }));
    if (list.length) list[0][0].scrollIntoView();
    if (ranges.length) w.bring(ranges[0], innerHeight);
    if (!lost.length) return;
    var id = lost[0][1], gone = (byId("saying").dataset.gone || "").split(" ").indexOf(id) >= 0;
    if (gone) lost[0][0] = "gone";
    var link = said[gone ? "why" : lost[0][0] === "nowhere" ? "elsewhere" : "verify"].cloneNode(true);
    if (gone) link.href = link.dataset.at.replace("*", id); else link.hash = text;
    say(lost[0], link);
  };

  /* --- what is selected: for each layer its units, the first character of the first and the last of the last. A
     selection that begins and ends in one layer speaks of that layer alone --- */
  function chosen() {
    var s = getSelection(), r = s.rangeCount && !s.isCollapsed && s.getRangeAt(0), parts = [];
    if (!r) return parts;
    all(UNITS).forEach(function (u) {
      if (!r.intersectsNode(u) || !u.getClientRects().length) return;
      var ks = [];
      chars(u).forEach(function (c, k) { if (r.comparePoint(c[0], c[1]) >= 0 && r.comparePoint(c[0], c[1] + c[2]) <= 0) ks.push(k); });
      if (!ks.length) return;
      var part = parts.find(function (one) { return layer(one.units[0]) === layer(u); });
      if (!part) parts.push(part = { units: [], first: ks[0] });
      part.units.push(u); part.last = ks[ks.length - 1];
      parts.end = part;
    });
    return parts.end === parts[0] ? parts.slice(0, 1) : parts;
  }
  function words(u, at, n) {
    var list = both(u), k = ui.state.script === ui.own ? 0 : 1, nth = 0;
    var text = list.slice(at, at + n).map(function (c) { return c[k]; });
    for (var i = 0; i <= at; i++) nth += same(list, i, text);
    return u.id + "@" + text.join("") + (nth > 1 ? "[" + nth + "]" : "");
  }
  function address(part) {
    var a = part.units[0], b = part.units[part.units.length - 1], one = a === b, n = part.last + 1 - part.first;
    if (!part.first && part.last === chars(b).length - 1) return one ? a.id : a.id + "-" + b.id;
    if (one && n <= 12) return words(a, part.first, n);
    return words(a, part.first, Math.min(4, chars(a).length - part.first)) + "-" + words(b, Math.max(0, part.last - 3), Math.min(4, part.last + 1));
  }
  function link(parts) {
    var canonical = document.querySelector("link[rel=canonical]"), page = new URL(canonical ? canonical.href : location.href);
    page.search = ui.state.witness ? "?witness=" + ui.state.witness : "";
    page.hash = "";
    return page.href + "#" + encodeURI(parts.map(address).join());
  }

  var strip = byId("cut"), picked = [], range0, timer;
  function offer() {
    if (strip.contains(document.activeElement)) return;
    picked = chosen();
    strip.hidden = !picked.length;
    if (!picked.length) return;
    range0 = getSelection().getRangeAt(0).cloneRange();
    var boxes = range0.getClientRects(), box = boxes[boxes.length - 1];
    strip.style.left = Math.max(8, Math.min(box.right + scrollX - 40, innerWidth - strip.offsetWidth - 16)) + "px";
    strip.style.top = box.bottom + scrollY + 10 + "px";
  }
  function leave() {
    if (strip.hidden) return;
    strip.hidden = true;
    if (!strip.contains(document.activeElement)) return;
    document.activeElement.blur();
    getSelection().removeAllRanges(); getSelection().addRange(range0);
  }
  document.addEventListener("selectionchange", function () { clearTimeout(timer); timer = setTimeout(offer, 200); });
  strip.addEventListener("pointerdown", function (event) { event.preventDefault(); });
  strip.addEventListener("mousedown", function (event) { event.preventDefault(); });
  strip.addEventListener("click", function (event) {
    var button = event.target.closest("button"), what = picked;
    if (!button) return;
    leave();
    if (button === strip.lastElementChild) data.cites();
    else ui.put(link(what), function () { say(["linked", what.map(address).join()]); });
  });
  document.addEventListener("keydown", function (event) {
    if (strip.hidden) return;
    var inside = strip.contains(document.activeElement);
    if (event.key === "Escape") leave();
    else if (event.key === "c" && ui.state.keys !== "off" && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); leave(); data.cites(); }
    else if (event.key === "Tab" && !inside && !event.shiftKey) { event.preventDefault(); strip.querySelector("button").focus(); }
    else if (event.key === "Tab" && inside && document.activeElement === (event.shiftKey ? strip.firstElementChild : strip.lastElementChild)) { event.preventDefault(); leave(); }
  }, true);

  /* --- a place is cited: what is selected, or a whole unit --- */
  data.cites = function (unit) {
    var parts = !unit || !strip.hidden ? picked : [{ units: [unit], first: 0, last: chars(unit).length - 1 }];
    var from = document.activeElement, go = function () { data.citing(parts, from, { address: address, link: link, both: both }); };
    leave();
    if (!parts.length) return;
    if (data.citing) { go(); return; }
    ["static/digest.js", byId("saying").dataset.cite.slice(ui.root.length), "static/cite.js"].reduceRight(function (then, src) {
      return function () { ui.load(ui.root + src, then); };
    }, go)();
  };
  data.offer = offer;
})();

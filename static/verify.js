/* Whether a citation still holds: the place it names and the words it quotes are looked up in the index of search. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, finder = data.finder, byId = function (id) { return document.getElementById(id); };
  var form = document.querySelector(".verify"), claim = byId("claim"), answer = byId("answer"), MOST = 20000;
  var HAN = "[\\u4e00-\\u9fff\\u3400-\\u4dbf\\u{20000}-\\u{3347f}\\uf900-\\ufaff\\ue000-\\uf8ff\\u{f0000}-\\u{10fffd}□■〇]", han1 = new RegExp(HAN, "u");
  var ID = "(?:[a-z]+(?:-[a-z]+)*)?\\d+(?:-\\d+)?\\.(?:\\d+[a-z]?|[a-z]+)(?![\\w.]*\\w)", WORDS = "(?:@" + HAN + "+(?:\\[\\d{1,4}\\](?!\\d))?)?";
  var PLACE = new RegExp("(?<![\\w.-])" + ID + WORDS + "(?:-" + ID + WORDS + ")?(?:," + ID + WORDS + "(?:-" + ID + WORDS + ")?)*", "gu");

  function han(text) { return Array.from(text).filter(function (c) { return han1.test(c); }); }

  /* --- the edition: its units by ID, its retired numbers --- */
  var units, gone = {}, fold = new Map();
  function begin() {
    if (units) return;
    finder.search("一"); /* makes the streams ready */
    units = new Map();
    finder.books().forEach(function (book) {
      var pairs = Array.from(book.fold);
      for (var i = 0; i + 1 < pairs.length; i += 2) fold.set(pairs[i], pairs[i + 1]);
      if (book.id) book.streams.forEach(function (s) { s.names.forEach(function (id, k) { units.set(id, { id: id, book: book, stream: s, k: k }); }); });
    });
    ui.all("#retired li").forEach(function (li) { gone[li.dataset.id] = li; });
  }
  function chars(unit) { /* [simplified, traditional, ID] of each Han character */
    if (unit.list) return unit.list;
    var s = unit.stream, end = unit.k + 1 < s.open.length ? s.open[unit.k + 1] - 1 : s.chars.length;
    unit.list = [];
    for (var i = s.open[unit.k]; i < end; i++) if (han1.test(s.chars[i])) unit.list.push([s.chars[i], s.hant[i], unit.id]);
    return unit.list;
  }
  function between(first, last) {
    var a = units.get(first), b = units.get(last), found = [];
    if (!a || !b || a.stream !== b.stream) return a ? [a] : b ? [b] : [];
    for (var k = Math.min(a.k, b.k); k <= Math.max(a.k, b.k); k++) found.push(units.get(a.stream.names[k]));
    return found;
  }
  var loose = false; /* whether variant forms are one */
  function is(c, pair) { return c === pair[0] || c === pair[1] || (loose && (fold.get(c) || c) === (fold.get(pair[0]) || pair[0])); }
  function same(list, at, words) { return words.every(function (c, k) { return list[at + k] && is(c, list[at + k]); }); }
  function find(list, words, nth) {
    for (var i = 0, n = 0; words.length && i + words.length <= list.length; i++) if (same(list, i, words) && ++n === (nth || 1)) return i;
    return -1;
  }

  /* --- what is claimed: a place, a quotation, a digest, a version --- */
  function plain(text) {
    try { text = text.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent); } catch (e) { /* as it is */ }
    return text.replace(/[\uff10-\uff19\uff20-\uff3b\uff3d-\uff5a\uff0e\uff03]/g, function (c) { return String.fromCharCode(c.charCodeAt(0) - 65248); }).replace(/[\u2010-\u2014]/g, "-");
  }
  function readPlace(text) {
    var best = null, m;
    PLACE.lastIndex = 0;
    while ((m = PLACE.exec(text))) {
      var before = text.slice(0, m.index), after = text.slice(m.index + m[0].length), id = m[0].split(/[@,]/)[0];
      if (/version\W+$|edition\W+$|ET {2}- $/i.test(before) || /^\s*版/.test(after)) continue;
      var known = new RegExp("^" + ID, "u").exec(m[0])[0], score = (units.has(known) || gone[known] ? 8 : 0) + (id.length < m[0].length ? 4 : 0) + (/#$/.test(before) ? 2 : 0);
      if (!best || score > best.score) best = { text: m[0], at: m.index, score: score };
    }
    return best;
  }
  function readClaim(raw) {
    var text = plain(raw), place = readPlace(text), found = { place: place && place.text, words: [] }, m;
    m = /(?:文字校[验驗]|Text digest)\s*([0-9a-f]{8})(?![0-9a-f])/i.exec(text); found.digest = m ? m[1].toLowerCase() : "";
    m = /(\d+(?:\.\d+)+[\w-]*)\s*版/.exec(text) || /version\s+(\d+(?:\.\d+)+[\w-]*)/i.exec(text); found.version = m ? m[1] : "";
    var rest = text.replace(/(引文含校改|Contains an emendation)[^]*?(?=文字校|Text digest|[）)]|$)/g, "");
    m = /(?:引文[:：]?|Quoted:\s*)“([^]*)”/.exec(rest) || (found.version && /，“([^]*)”/.exec(rest));
    if (m) m = m[1];
    else if (found.version || found.digest) m = "";
    else { /* a quotation with its number */
      m = place ? text.slice(0, place.at).replace(/(?:https?:|file:)\S*$/, "").replace(/《[^《》]*》\s*$/, "").replace(/[\w./:#?=&-]+$/, "") + "\n" + text.slice(place.at + place.text.length) : text;
    }
    found.words = m.split(/…+/).map(han).filter(function (part) { return part.length; });
    return found;
  }

  /* --- the place, as it stands now: one stretch of characters, and where the words meant are in it --- */
  function point(text) {
    var m = new RegExp("^(" + ID + ")(?:@(.*?)(?:\\[(\\d+)\\])?)?$", "u").exec(text);
    return m && { id: m[1], words: han(m[2] || ""), nth: +m[3] || 1 };
  }
  function locate(text) {
    var out = { ids: [], list: [], whole: [], lost: null, said: [] };
    text.split(/,/).forEach(function (part) {
      var two = null, one = point(part);
      for (var cut = part.indexOf("-"); cut > 0 && !two; cut = part.indexOf("-", cut + 1)) {
        var a = point(part.slice(0, cut)), b = point(part.slice(cut + 1));
        if (a && b && !(one && units.has(part))) two = [a, b];
      }
      two = two || [one, one];
      if (!two[0]) return;
      out.ids.push(two[0].id); if (two[1].id !== two[0].id) out.ids.push(two[1].id);
      out.said.push(two[0] === two[1] ? [two[0].words] : [two[0].words, two[1].words]);
      two.forEach(function (p) { if (!units.has(p.id)) out.lost = p.id; });
      var some = between(two[0].id, two[1].id), list = some.flatMap(chars), from = 0, to = list.length;
      if (!some.length) return;
      var last = chars(some[some.length - 1]).length, i = find(chars(some[0]), two[0].words, two[0].nth), j = find(chars(some[some.length - 1]), two[1].words, two[1].nth);
      if (two[0].words.length) { if (i < 0) out.absent = true; else from = i; }
      if (two[1].words.length) { if (j < 0) out.absent = true; else to = list.length - last + j + two[1].words.length; }
      out.whole = out.whole.concat(list);
      out.list = out.list.concat(out.absent || to < from ? list : list.slice(from, to));
    });
    return out;
  }
  function holds(list, parts) { /* whether the parts of a quotation stand in it one after another: first and end, or nothing */
    var at = 0, from = -1;
    return parts.every(function (part) {
      var i = find(list.slice(at), part);
      if (i < 0) return false;
      if (from < 0) from = at + i;
      at += i + part.length;
      return true;
    }) && [from, at];
  }

  /* --- the difference: the quotation against the stretch of the text that is most like it --- */
  function compare(words, list) { /* [cost, pieces]; a piece is [sign, characters quoted, characters now] */
    var n = words.length, m = list.length, rows = [new Array(m + 1).fill(0)], i, j, best = 0, pieces = [];
    for (i = 1; i <= n; i++) {
      var row = rows[i] = [i];
      for (j = 1; j <= m; j++) row[j] = Math.min(rows[i - 1][j - 1] + (is(words[i - 1], list[j - 1]) ? 0 : 1), rows[i - 1][j] + 1, row[j - 1] + 1);
    }
    for (j = 1; j <= m; j++) if (rows[n][j] < rows[n][best]) best = j;
    if (best < m && rows[n][best + 1] === rows[n][best]) best++; /* another character, rather than one too many */
    i = n; j = best;
    function put(sign, was, now) { pieces.unshift([sign, was, now]); }
    while (i) {
      if (j && rows[i][j] === rows[i - 1][j - 1] + (is(words[i - 1], list[j - 1]) ? 0 : 1)) { i--; j--; put(is(words[i], list[j]) ? "=" : "/", words[i], list[j]); }
      else if (rows[i][j] === rows[i - 1][j] + 1) put("-", words[--i], null);
      else put("+", null, list[--j]);
    }
    return [rows[n][best], pieces, j, best];
  }

  /* --- the answer: {kind, ids, hits, pieces, list} --- */
  function stored(list, hant) { return list.map(function (c) { return c[hant ? 1 : 0]; }).join(""); }
  function digests(list) { return [data.sha256(stored(list)).slice(0, 8), data.sha256(stored(list, true)).slice(0, 8)]; }
  function elsewhere(parts, id) { /* the layer that is cited before the others */
    var words = parts.slice().sort(function (a, b) { return b.length - a.length; })[0].join("");
    var real = function (r) { return r.hits.filter(function (h) { return h.book.id; }); };
    var hits = real(finder.search(words, null, true)), layer = /^[a-z-]*/.exec(id || "")[0];
    if (!hits.length) hits = real(finder.search(words, null, false));
    var own = id ? hits.filter(function (h) { return /^[a-z-]*/.exec(h.unit)[0] === layer; }) : [];
    return own.length ? own : hits;
  }
  function judge(claimed) {
    var words = claimed.words, flat = words.flat(), found = { claim: claimed, ids: [], hits: [] };
    function end(kind) { found.kind = kind; return found; }
    if (!claimed.place) {
      if (!flat.length) return end("empty");
      found.hits = elsewhere(words);
      return end(!found.hits.length ? "nowhere" : found.hits.length > 1 ? "ambiguous" : "found");
    }
    var now = locate(claimed.place), old = now.ids.filter(function (id) { return gone[id]; })[0];
    found.ids = now.ids;
    if (old) {
      found.reason = gone[old];
      var to = gone[old].dataset.to.split(" ").filter(function (id) { return units.has(id); });
      if (!to.length) return end("withdrawn");
      found.to = to;
      found.list = to.flatMap(function (id) { return chars(units.get(id)); });
      if (!flat.length || holds(found.list, words)) return end("moved");
      found.pieces = compare(flat, found.list)[1];
      return end("movedchanged");
    }
    if (now.lost && !now.list.length) {
      if (!flat.length) flat = (words = now.said.flat().filter(function (w) { return w.length; })).flat();
      if (!flat.length) return end("unknown");
      found.hits = elsewhere(words, now.lost);
      return end(!found.hits.length ? "missing" : found.hits.length > 1 ? "ambiguous" : "elsewhere");
    }
    found.list = now.list;
    if (!flat.length && claimed.digest && !now.absent) return end(digests(now.list).indexOf(claimed.digest) >= 0 ? "same" : "digest");
    if (!flat.length && !now.absent) return end(now.said.flat().flat().length ? "same" : "there");
    if (!flat.length) flat = (words = now.said.flat().filter(function (w) { return w.length; })).flat();
    var whole = holds(now.list, words), at = whole || holds(now.whole, words);
    if (at) {
      var stretch = (whole ? now.list : now.whole).slice(at[0], at[1]);
      found.list = words.length > 1 || now.absent ? stretch : whole && claimed.digest ? now.list : stretch;
      if (claimed.digest && digests(stretch).concat(digests(now.list)).indexOf(claimed.digest) < 0) return end("digest");
      return end(now.absent && !claimed.words.length ? "fewer" : "same");
    }
    loose = true;
    var forms = holds(now.whole, words);
    loose = false;
    var seen = compare(flat, now.whole);
    if (forms) { found.pieces = seen[1]; found.list = now.whole.slice(forms[0], forms[1]); return end("forms"); }
    found.hits = elsewhere(words, now.ids[0]);
    if (found.hits.length && (seen[0] > 2 || flat.length < 3)) return end(found.hits.length > 1 ? "ambiguous" : "elsewhere");
    if (seen[0] * 2 > flat.length) return end(found.hits.length ? "elsewhere" : "missing");
    found.pieces = seen[1]; found.list = now.whole.slice(seen[2], seen[3]);
    return end("changed");
  }
  data.verify = function (raw) {
    begin();
    if (Array.from(raw).length > MOST) return { kind: "long", ids: [], hits: [] };
    return judge(readClaim(raw));
  };

  /* --- drawn --- */
  function make(tag, css, text) {
    var el = document.createElement(tag);
    if (css) el.className = css;
    if (text) el.append(text);
    return el;
  }
  function word(name, parts) {
    var from = document.querySelector("#answers [data-word=" + name + "]"), el = make("span"), small = from.querySelector("small");
    el.append(from.querySelector(".t").textContent.replace(/\*(\d)/g, function (_, k) { return parts[k]; }));
    if (small) el.append(" ", small.cloneNode(true));
    return el;
  }
  function hant() { return ui.state.script === "hant"; }
  function tongue() { return "lzh-" + (hant() ? "Hant" : "Hans"); }
  function link(hit) {
    var a = make("a", "ids", hit.a === hit.b ? hit.unit : hit.unit + "–" + hit.stream.names[hit.b]);
    a.href = ui.root + (hant() ? "hant/" : "") + finder.address(hit, ui.state.script);
    return a;
  }
  function home(id) {
    var unit = units.get(id), a = make("a", "ids", id);
    if (!unit) return a;
    var s = unit.stream, hit = { book: unit.book, stream: s, unit: id, a: unit.k, b: unit.k, from: s.open[unit.k], to: s.open[unit.k] };
    a.href = ui.root + (hant() ? "hant/" : "") + finder.address(hit, ui.state.script).split("#")[0] + "#" + id;
    return a;
  }
  function difference(pieces) {
    var p = make("p", "diff"), last = null;
    p.lang = tongue();
    function put(tag, text) {
      if (!last || last.tagName !== tag.toUpperCase()) p.append(last = make(tag));
      last.append(text);
    }
    for (var k = 0; k < pieces.length;) {
      if (pieces[k][0] === "=") { put("span", pieces[k++][2][hant() ? 1 : 0]); continue; }
      var was = "", now = "";
      for (; k < pieces.length && pieces[k][0] !== "="; k++) { was += pieces[k][1] || ""; now += pieces[k][2] ? pieces[k][2][hant() ? 1 : 0] : ""; }
      if (was) put("del", was);
      if (now) put("ins", now);
    }
    return p;
  }
  function draw(found) {
    var box = make("div", "verdict " + found.kind), head = make("h2"), claimed = found.claim || {};
    var first = found.hits[0], ids = found.ids.join("–");
    head.append(word(found.kind, found.kind === "long" ? [MOST] : [ids, found.to ? found.to.join("–") : first ? first.unit : "", found.hits.length]));
    box.append(head);
    function line(name, what) { var p = make("p", "line"); p.append(word(name), " ", what); box.append(p); return p; }
    if (found.reason) line("reason", found.reason.querySelector(".why").textContent);
    if (found.pieces) { line("difference", ""); box.append(difference(found.pieces)); }
    if (found.list && found.list.length && found.kind !== "same") {
      var text = stored(found.list, hant()), said = make("q", "han", text.length > 400 ? text.slice(0, 400) + "……" : text);
      said.lang = tongue(); line("now", said);
    }
    var where = make("ul", "ids");
    (found.hits.length ? found.hits.slice(0, 12).map(link) : (found.to || found.ids.filter(function (id) { return units.has(id); })).map(home)).forEach(function (a) { var li = make("li"); li.append(a); where.append(li); });
    if (found.hits.length > 12) where.append(make("li", "", "…"));
    if (where.children.length) box.append(where);
    if (claimed.version && claimed.version !== form.dataset.version) { var p = make("p", "line"); p.append(word("cited", [claimed.version, form.dataset.version])); box.append(p); }
    answer.replaceChildren(box);
  }
  form.addEventListener("submit", function (event) { event.preventDefault(); draw(data.verify(claim.value)); });
  function asked() {
    var hash = location.hash.slice(1);
    try { hash = decodeURIComponent(hash); } catch (e) { /* as it is */ }
    if (!hash || hash === "main") return;
    claim.value = hash; draw(data.verify(hash));
  }
  data.words = { mark: function () { }, land: asked }; /* the address after # is a claim here */
})();

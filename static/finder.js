/* Every place where a string stands, in every stream of the index; and the places that names stand for. It draws nothing.
   What is written with which marks, in which line or note, does not count: a string runs through letters and figures
   alone. A place is counted for each character at which the string begins, so that occurrences may overlap. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, books, fold = new Map();
  var LETTER = /[\p{L}\p{N}\ue000-\uf8ff\u{f0000}-\u{10fffd}□■]/u;
  var HAN = /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{3347f}\uf900-\ufaff\ue000-\uf8ff\u{f0000}-\u{10fffd}□■〇]/u;
  var BAR = "\n", UNIT = "\f";

  /* --- characters --- */
  function one(c) { /* full-width, small and compatible forms as the plain one */
    if (c > "\u2fff" && c < "\ua000") return c;
    var n = c.normalize("NFKC").toLowerCase();
    return n.length === 1 || Array.from(n).length === 1 ? n : c;
  }
  function folded(c) { return fold.get(c) || c; }
  function letters(text) { return Array.from(text.normalize("NFC")).map(one).filter(function (c) { return LETTER.test(c); }); }
  function pairs(text, put) { var c = Array.from(text); for (var i = 0; i + 1 < c.length; i += 2) put(c[i], c[i + 1]); }
  function sparse(text) { /* offset → what is said of it */
    var found = new Map(), at = 0;
    text.replace(/(\d+)([^\d,]*)/g, function (_, n, what) { at += +n; found.set(at, what); });
    return found;
  }
  function grouped(text, into) {
    text.split(" ").forEach(function (group) {
      var parts = /^([^\u2e80-\u{10ffff}]+)(.*)$/u.exec(group);
      if (parts) for (var c of parts[2]) into.set(c, parts[1]);
    });
    return into;
  }

  /* --- a text made ready: for each letter its offset, the letters folded, in both scripts, and read aloud --- */
  function joined(list) { /* as one string; where in it each letter begins, if some are long */
    var text = list.join(""), from = null;
    if (text.length !== list.length) {
      from = new Int32Array(text.length + 1).fill(-1);
      var p = 0;
      list.forEach(function (c, k) { from[p] = k; p += c.length; });
    }
    return { text: text, from: from };
  }
  function ready(s) {
    if (s.at_) return s;
    var usual = ui.table("hans"), odd = sparse(s.odd), chars = Array.from(s.text), at = [], F = [], H = [], T = [];
    s.chars = chars; s.open = [0];
    s.hant = chars.map(function (c, i) { return odd.get(i) || usual.get(c) || c; });
    function bar(i) { at.push(i); F.push(BAR); H.push(BAR); T.push(BAR); }
    chars.forEach(function (c, i) {
      if (c === UNIT) { s.open.push(i + 1); if (!s.run) bar(i); }
      else if (c === BAR) bar(i);
      else if (LETTER.test(c)) { var h = one(c); at.push(i); F.push(folded(h)); H.push(h); T.push(one(s.hant[i])); }
    });
    s.at_ = Int32Array.from(at);
    s.forms = [joined(F), joined(H), joined(T)];
    s.names = s.ids.split(" ");
    return s;
  }
  var plain = new Map();
  function bare(said) {
    if (!plain.has(said)) {
      var tone = /[\u0304\u0301\u030c\u0300]/.exec(said.normalize("NFD"));
      plain.set(said, [said.normalize("NFD").replace(/[\u0300\u0301\u0304\u030c]/g, "").normalize("NFC").replace(/ü/g, "v"), tone ? "\u0304\u0301\u030c\u0300".indexOf(tone[0]) + 1 : 0]);
    }
    return plain.get(said);
  }
  function aloud(s) { /* syllables one after another, a stroke for what is not read; where each begins, and its tone */
    if (s.sound) return s.sound;
    var said = sparse(s.said), out = [], length = 0, begins = [], tones = [];
    s.at_.forEach(function (i) {
      var how = said.has(i) ? said.get(i) : HAN.test(s.chars[i]) ? s.usual.get(s.chars[i]) : "", two = how ? bare(how) : ["|", -1];
      begins.push(length); tones.push(two[1]); out.push(two[0]); length += two[0].length;
    });
    var from = new Int32Array(length + 1).fill(-1);
    begins.forEach(function (p, k) { from[p] = k; });
    from[length] = begins.length;
    return (s.sound = { text: out.join(""), from: from, begins: begins, tones: tones });
  }

  /* --- what is asked for in letters of pinyin: letters, where a syllable must end, which tones are given --- */
  function spoken(query) {
    var text = query.normalize("NFC").toLowerCase().replace(/u:/g, "ü").replace(/[\uff01-\uff5e]/g, one);
    if (!/[a-zü]/.test(text.normalize("NFD")) || HAN.test(text)) return null;
    var found = { text: "", cuts: [], tones: [] };
    text.split(/[\s'’‘·.,-]+/).forEach(function (part) {
      for (var c of part) {
        var two = /[0-5]/.test(c) ? null : bare(c);
        if (!two) { found.cuts.push(found.text.length); found.tones.push([found.text.length - 1, c === "5" ? 0 : +c]); }
        else { if (two[1]) found.tones.push([found.text.length, two[1]]); found.text += two[0]; }
      }
      found.cuts.push(found.text.length);
    });
    return /^[a-zê]+$/.test(found.text) ? found : null;
  }
  function heard(s, asked) {
    var a = aloud(s), found = [], n = asked.text.length;
    for (var p = a.text.indexOf(asked.text); p >= 0; p = a.text.indexOf(asked.text, p + 1)) {
      if (a.from[p] < 0 || a.from[p + n] < 0 || asked.cuts.some(function (c) { return a.from[p + c] < 0; })) continue;
      var k = a.from[p], end = a.from[p + n];
      var right = asked.tones.every(function (t) {
        var m = k;
        while (m + 1 < end && a.begins[m + 1] <= p + t[0]) m++;
        return a.tones[m] === t[1];
      });
      if (right) found.push([k, end - k]);
    }
    return found;
  }
  function written(s, list, word) { /* letters that begin inside a word of letters are not sought */
    var found = [], seen = new Set(), q = list.join("");
    s.some.forEach(function (f) {
      for (var p = f.text.indexOf(q); p >= 0; p = f.text.indexOf(q, p + 1)) {
        var k = f.from ? f.from[p] : p;
        if (k < 0 || seen.has(k)) continue;
        if (word && /\p{L}/u.test(s.chars[s.at_[k] - 1] || "") && !HAN.test(s.chars[s.at_[k] - 1])) continue;
        seen.add(k); found.push([k, list.length]);
      }
    });
    return found;
  }
  function scan(s, asked) {
    ready(s);
    s.some = asked.exact ? s.forms.slice(1) : s.forms.slice(0, 1);
    var found = asked.letters.length ? written(s, asked.exact ? asked.letters : asked.folded, asked.sound) : [];
    if (asked.sound) {
      var known = new Set(found.map(function (f) { return f[0]; }));
      found = found.concat(heard(s, asked.sound).filter(function (f) { return !known.has(f[0]); }));
    }
    return found.sort(function (a, b) { return a[0] - b[0]; });
  }

  /* --- places --- */
  function unitAt(s, offset) {
    var low = 0, high = s.open.length - 1;
    while (low < high) { var mid = (low + high + 1) >> 1; if (s.open[mid] <= offset) low = mid; else high = mid - 1; }
    return low;
  }
  function sectionOf(s, id) {
    if (s.at && id in s.at) return s.at[id];
    var m = id.indexOf("-") < 0 && /(\d+)\.\d+[a-z]*$/.exec(id);
    return m ? m[1] : /^\d+$/.test(id) ? id : "";
  }
  function pageOf(book, s, id) { var sec = sectionOf(s, id); return book.id + "/" + (sec || s.id) + "/index.html"; }
  function counted(s, unit) { /* [form, other form, offset] of what has a number in the unit */
    var end = unit + 1 < s.open.length ? s.open[unit + 1] - 1 : s.chars.length, list = [];
    for (var i = s.open[unit]; i < end; i++) if ((s.zh ? HAN : /[\p{L}\p{N}]/u).test(s.chars[i])) list.push([s.chars[i], s.hant[i], i]);
    return list;
  }
  function same(list, at, words) { return words.every(function (c, k) { return list[at + k] && (list[at + k][0] === c || list[at + k][1] === c); }); }
  function point(s, unit, from, to, script) { /* the ID, and which words of it are meant */
    var list = counted(s, unit), k = 0, words, nth = 0;
    while (k < list.length && list[k][2] < from) k++;
    words = list.slice(k).filter(function (c) { return c[2] <= to; }).map(function (c) { return c[script === "hant" ? 1 : 0]; });
    if (!words.length) return s.names[unit];
    for (var i = 0; i <= k; i++) nth += same(list, i, words);
    return s.names[unit] + "@" + words.join("") + (nth > 1 ? "[" + nth + "]" : "");
  }
  function hit(book, s, f) {
    var from = s.at_[f[0]], to = s.at_[f[0] + f[1] - 1], a = unitAt(s, from);
    return { book: book, stream: s, from: from, to: to, unit: s.names[a], a: a, b: unitAt(s, to), section: book.id && sectionOf(s, s.names[a]) };
  }
  function address(h, script) { /* from the root of the site */
    var s = h.stream;
    if (!h.book.id) return s.id + "/index.html#" + h.unit;
    var page = pageOf(h.book, s, h.unit), spot = point(s, h.a, h.from, h.a === h.b ? h.to : Infinity, script);
    if (h.a !== h.b) {
      spot += "-" + point(s, h.b, 0, h.to, script);
      if (pageOf(h.book, s, s.names[h.b]) !== page) page = h.book.id + "/index.html";
    }
    return page + "#" + encodeURI(spot);
  }

  /* --- names --- */
  function key(text) {
    return text.replace(/[\s《》〈〉“”「」『』（）()[\]［］·・‧•]+/g, "").normalize("NFKC").replace(/[\u2010-\u2015\u2212~～]/g, "-")
      .replace(/(\d)。(?=\d)/g, "$1.").replace(/[\s《》〈〉“”「」『』（）()[\]［］·・‧•]+/g, "").toLowerCase();
  }
  function number(text) { /* 五十二, 五二 or 52 */
    if (/^\d+$/.test(text)) return +text;
    var sum = 0, now = 0;
    if (!/[十百]/.test(text)) return +Array.from(text).map(function (c) { return "〇一二三四五六七八九".indexOf(c); }).join("");
    for (var c of text) {
      if (c === "百" || c === "十") { sum += (now || 1) * (c === "百" ? 100 : 10); now = 0; } else now = "〇一二三四五六七八九".indexOf(c);
    }
    return sum + now;
  }
  var N = "([\\d〇一二三四五六七八九十百]+)";
  var LEAF = new RegExp("^卷?" + N + "(?:[·・.]|第|[葉叶頁页])+" + N + "[葉叶頁页]?[·・.]?([上下ab前後后])$"), NTH = new RegExp("^第?" + N + "[节節]$");
  function place(book, s, unit) { return { book: book.id, first: s.names[unit], last: s.names[unit], page: pageOf(book, s, s.names[unit]), hash: s.names[unit], stream: s, unit: unit }; }
  function byId(book, id) {
    for (var s of book.streams) { ready(s); var k = s.names.indexOf(id); if (k >= 0) return place(book, s, k); }
  }
  function bySection(book, sec) {
    return { book: book.id, section: sec[0], first: sec[0], last: sec[0], page: book.id + "/" + sec[0] + "/index.html", hash: "", title: sec };
  }
  function named(book, name, raw) { /* every place of one chapter that goes by a name */
    var found = [], base = book.streams[0], m;
    function add(p) { if (p && !found.some(function (f) { return f.first === p.first && f.last === p.last; })) found.push(p); }
    if (book.gone[name]) add(ends(book, byId(book, book.gone[name][0]), byId(book, book.gone[name][1])) || { book: book.id, first: name, last: name, page: book.id + "/" + name + "/index.html", hash: "" });
    m = LEAF.exec(raw);
    if (m) {
      var leaves = book.leaves.split(" "), leaf = number(m[1]) + "." + number(m[2]) + (/[上a前]/.test(m[3]) ? "a" : "b"), k = leaves.indexOf(leaf);
      if (k >= 0) add(byId(book, leaves[k + 1]));
    }
    m = NTH.exec(name);
    book.sections.forEach(function (sec) {
      if (name === sec[0] || (m && number(m[1]) + "" === sec[0]) || sec.keys.indexOf(name) >= 0) add(bySection(book, sec));
      [sec[3], sec[4]].forEach(function (title) {
        if (title && name.indexOf(title) === 0 && /^\d+[a-z]?$/.test(name.slice(title.length))) add(byId(book, sec[0] + "." + name.slice(title.length)));
      });
    });
    add(byId(book, name));
    Object.keys(book.labels).forEach(function (id) {
      book.labels[id].forEach(function (label) {
        if (name.indexOf(label) === 0 && /^\d/.test(name.slice(label.length))) add(byId(book, (id === base.id ? "" : id) + name.slice(label.length)));
      });
    });
    return found;
  }
  function edge(book, p, last) { /* a section stands for its passages */
    if (!p || !p.section) return p;
    var s = ready(book.streams[0]), some = s.names.map(function (_, k) { return k; }).filter(function (k) { return s.names[k].indexOf(p.section + ".") === 0; });
    return some.length ? place(book, s, some[last ? some.length - 1 : 0]) : null;
  }
  function ends(book, a, b) {
    a = edge(book, a); b = edge(book, b, true);
    if (!a || !b || a.stream !== b.stream || a.unit > b.unit) return null;
    if (a.unit === b.unit) return a;
    return { book: book.id, first: a.first, last: b.first, page: a.page === b.page ? a.page : book.id + "/index.html", hash: a.hash + "-" + b.hash, stream: a.stream, unit: a.unit };
  }
  function worded(book, name, raw) { /* a name, perhaps with words in it */
    var cut = raw.indexOf("@"), said = cut < 0 ? "" : raw.slice(cut + 1), m = /^(.*?)(?:\[(\d+)\])?$/.exec(said.trim());
    var some = named(book, cut < 0 ? name : key(raw.slice(0, cut)), cut < 0 ? raw : raw.slice(0, cut));
    if (!said) return some;
    return some.filter(function (p) { return p.stream; }).map(function (p) {
      var words = Array.from(m[1]).filter(function (c) { return (p.stream.zh ? HAN : LETTER).test(c); }), list = counted(p.stream, p.unit), nth = +m[2] || 1, n = 0;
      for (var i = 0; words.length && i < list.length; i++) if (same(list, i, words) && ++n === nth) break;
      p.lacks = n < nth ? [p.first, words.join(""), n] : null;
      p.hash = p.first + (p.lacks ? "" : "@" + words.join("") + (nth > 1 ? "[" + nth + "]" : ""));
      return p;
    });
  }
  function ranged(book, raw) {
    var some = worded(book, key(raw), raw.trim()), text = raw.normalize("NFKC").replace(/[\u2010-\u2015\u2212~～至]/g, "-");
    for (var cut = text.indexOf("-"); cut > 0; cut = text.indexOf("-", cut + 1)) {
      var left = text.slice(0, cut).trim(), right = text.slice(cut + 1).trim();
      worded(book, key(left), left).forEach(function (a) {
        var others = worded(book, key(right), right);
        if (/^\d+[a-z]?$/.test(right) && /^\d+\./.test(a.first)) others = [byId(book, a.first.replace(/\..*/, "." + right))].concat(others).filter(Boolean).slice(0, 1);
        others.forEach(function (b) { var r = ends(book, a, b); if (r) { r.lacks = a.lacks || b.lacks; some.push(r); } });
      });
    }
    return some;
  }
  function places(query) { /* of what a name, a citation or an address may stand for */
    var text = query.trim().normalize("NFC"), found = [];
    try { if (/%[0-9a-f]{2}/i.test(text)) text = decodeURIComponent(text); } catch (e) { /* as it is */ }
    books.filter(function (b) { return b.id; }).forEach(function (book) {
      var address = new RegExp("(?:^|[/\\s：:])" + book.id + "/([\\w.-]*)/?(?:index\\.html)?(?:\\?[^#\\s]*)?(?:#([^\\s，。；;,）]+))?").exec(text), said = text;
      if (address) said = address[2] || address[1] || book.id;
      var short = key(said), name = book.names.filter(function (n) { return short.indexOf(n) === 0; }).sort(function (a, b) { return b.length - a.length; })[0];
      if (name && short === name) { found.push({ book: book.id, first: book.id, last: book.id, page: book.id + "/index.html", hash: "" }); return; }
      var rest = said;
      if (name) { while (rest && key(rest) !== short.slice(name.length)) rest = rest.slice(1); rest = rest.replace(/^[\s·・》”」）]+/, ""); }
      found = found.concat(ranged(book, rest), name ? ranged(book, said) : []);
    });
    var listed = text.split(/[,，、;；]/), each = listed.length > 1 && !found.length ? listed.map(places) : [];
    if (each.length && each.every(function (some) { return some.length; })) found = [].concat.apply([], each);
    if (!found.length) { /* the one number in a longer citation */
      var ids = text.normalize("NFKC").match(/[a-z]*[\d]+\.\d+[a-z]?(?:-[a-z]*\d+\.\d+[a-z]?)?/g) || [];
      ids = ids.filter(function (id, k) { return ids.indexOf(id) === k && id !== text && id.length < text.length; });
      if (text.length > 12) ids.forEach(function (id) { books.forEach(function (b) { if (b.id) found = found.concat(ranged(b, id)); }); });
    }
    return found.filter(function (p, k) { return found.findIndex(function (o) { return o.book === p.book && o.first === p.first && o.last === p.last && o.hash === p.hash; }) === k; });
  }
  function citing(query) { return /\d\s*[.．。]\s*\d|^[a-z]+\d|@|^卷.*[上下]$|^第.*[节節]$/.test(query.normalize("NFKC").trim()); }

  /* --- the whole --- */
  function begin() {
    if (books) return;
    books = window.EDITION_SEARCH || [];
    var usual = grouped(data.pinyin, new Map());
    books.forEach(function (b) {
      if (b.sections) b.sections.forEach(function (s) { s.keys = [key(s[1]), key(s[2]), s[3], s[4]]; });
      pairs(b.fold, function (a, c) { fold.set(a, c); });
      var own = grouped(b.sounds, new Map(usual));
      b.streams.forEach(function (s) { s.usual = s.mute ? new Map() : own; });
    });
  }
  function ask(query, exact) {
    var list = letters(query);
    return { letters: list, folded: list.map(folded), exact: !!exact, sound: spoken(query) };
  }
  /* {hits, counts}: hits in the order of the chapters and of the streams; `wanted`: the streams, all where it is empty */
  function search(query, wanted, exact) {
    begin();
    var asked = ask(query, exact), result = { hits: [], counts: {} };
    if (!asked.letters.length) return result;
    books.forEach(function (book) {
      book.streams.forEach(function (s) {
        var found = scan(s, asked);
        result.counts[s.id] = (result.counts[s.id] || 0) + found.length;
        if (!wanted || !wanted.length || wanted.indexOf(s.id) >= 0) found.forEach(function (f) { result.hits.push(hit(book, s, f)); });
      });
    });
    return result;
  }
  /* a little of the work at a time, so that the first letters typed are not kept waiting */
  function warm() {
    begin();
    var todo = [];
    books.forEach(function (b) { b.streams.forEach(function (s) { todo.push(function () { ready(s); }, function () { aloud(s); }); }); });
    (function next() { var work = todo.shift(); if (work) { work(); setTimeout(next, 0); } })();
  }
  data.finder = { search: search, address: address, places: function (q) { begin(); return places(q); }, citing: citing, warm: warm, books: function () { begin(); return books; } };
})();

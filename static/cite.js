/* A place in every format: the patterns stand in the chapter's cite.js, here their slots are filled. Loaded when first
   something is cited. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, w = data.words, cite = window.EDITION_CITE, panel, opener;
  var mine = function () { return ui.state.script === ui.own ? 0 : 1; };
  function make(name, css, text) {
    var el = document.createElement(name);
    if (css) el.className = css;
    if (text) el.textContent = text;
    return el;
  }
  function words(name) {
    var both = cite.words[name], el = make("span", "", both[ui.state.script === "hant" ? 1 : 0]), small = make("small", "", both[2]);
    small.lang = "en"; el.append(" ", small);
    return el;
  }

  /* --- what is quoted: its characters, its words with their marks, what was emended in them --- */
  function layerOf(unit) {
    return Object.keys(cite.layers).filter(function (id) { return unit.id.indexOf(id) === 0; })
      .sort(function (a, b) { return b.length - a.length; })[0] || cite.base;
  }
  function bounds(part, unit) { /* first and last character of a unit that are quoted, from 0 */
    return [unit === part.units[0] ? part.first : 0, unit === part.units[part.units.length - 1] ? part.last : 1e9];
  }
  function quoted(parts, tools) {
    var found = { han: "", text: "", emended: [], english: [] };
    parts.forEach(function (part) {
      part.units.forEach(function (unit) {
        var two = bounds(part, unit), stored = cite.stored[layerOf(unit)] === ui.own ? 0 : 1, is = w.kind(unit), n = 0;
        found.han += tools.both(unit).slice(two[0], two[1] + 1).map(function (c) { return c[stored]; }).join("");
        w.hosts(unit).flatMap(ui.forms).forEach(function (c) {
          var char = c[mine()];
          if (is.test(c[0])) n++;
          if (n > two[0] - (unit !== part.units[0]) && (n <= two[1] || (n === two[1] + 1 && is.test(c[0])))) found.text += char;
        });
        (cite.emended[unit.id] || []).forEach(function (e) {
          if (e[0] > two[1] + 1 || e[1] < two[0] + 1) return;
          var hant = +(ui.state.script === "hant"); found.emended.push(e[2 + hant]); found.english.push(e[4 + hant]);
        });
      });
    });
    return found;
  }
  function once(list, by) { return list.filter(function (x, k) { return list.indexOf(x) === k; }).join(by); }

  /* --- the address that is cited: a passage on its own page, else the page that is read; the same in both scripts --- */
  function place(parts, id) {
    var root = new URL(ui.root, location.href).href, path = location.href.split(/[?#]/)[0];
    var a = parts[0].units[0], folder = byData().split("/").slice(-2)[0];
    path = path.slice(root.length).replace(/^hant\//, "").replace(/index\.html$/, "");
    if (parts.length === 1 && parts[0].units.length === 1 && a.matches(".p")) path = folder + "/" + a.id + "/";
    else if (!/^[\w-]+\/([\d.]+[a-z]?\/)?$/.test(path)) { /* another arrangement of the text: cited where it stands in rows */
      var ends = parts.flatMap(function (p) { return [p.units[0], p.units[p.units.length - 1]]; }).map(function (u) { return (/(\d+)\.\d/.exec(u.id) || [])[1]; });
      if (ends.every(Boolean)) path = folder + "/" + (ends.every(function (n) { return n === ends[0]; }) ? ends[0] + "/" : "");
    }
    var own = path === folder + "/" + id + "/";
    return cite.site + path + (ui.state.witness ? "?witness=" + ui.state.witness : "") + (own ? "" : "#" + id);
  }
  function byData() { return document.getElementById("saying").dataset.cite; }
  function slots(parts, tools) {
    var id = parts.map(tools.address).join(), q = quoted(parts, tools), text = id.indexOf("@") < 0 ? "" : q.text, today = new Date();
    var chars = Array.from(text);
    if (chars.length > 60) text = chars.slice(0, 20).join("") + "……" + chars.slice(-20).join("");
    var witness = ui.state.witness;
    return {
      id: id, key: id.replace(/[^A-Za-z0-9.:-]/g, ""), quotation: text, address: place(parts, id), url: place(parts, id),
      digest: witness || !q.han ? "" : data.sha256(q.han).slice(0, 8),
      emended: witness ? "" : once(q.emended, "；"), emended_english: witness ? "" : once(q.english, "; "),
      accessed: [today.getFullYear(), today.getMonth() + 1, today.getDate()].map(function (n) { return (n > 9 ? "" : "0") + n; }).join("-")
    };
  }
  function fill(layer, format, values) {
    var escapes = cite.escapes[format] || {}, v = Object.assign({}, values), witness = ui.state.witness, of = cite.words.of_witness;
    if (witness) v.id += format === "chicago" || format === "mla" ? " (" + of[2] + " " + witness + ")" : "（" + witness + " " + of[ui.state.script === "hant" ? 1 : 0] + "）";
    var text = cite.layers[layer][ui.state.script][format].map(function (piece) {
      if (piece.some(function (name, k) { return k % 2 && !v[name]; })) return "";
      return piece.map(function (part, k) {
        if (!(k % 2)) return part;
        return part === "url" ? v.url : Array.from(v[part]).map(function (c) { return c in escapes ? escapes[c] : c; }).join("");
      }).join("");
    }).join("");
    return format === "csl" ? "[" + text + "]\n" : text;
  }

  /* --- the second way of the browsers that know it: the words themselves after `:~:text=` --- */
  function fragment(text) {
    var chars = Array.from(text), spell = function (some) { return encodeURIComponent(some.join("")).replace(/-/g, "%2D"); };
    var page = location.href.split("#")[0] + "#:~:text=";
    return page + (chars.length > 24 ? spell(chars.slice(0, 8)) + "," + spell(chars.slice(-8)) : spell(chars));
  }

  /* --- the panel --- */
  function shut() {
    if (!panel) return;
    panel.remove(); panel = null;
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
  }
  function copying(label, text, format) {
    var b = make("button", "copy");
    b.type = "button"; b.append(words("copy")); b.append(make("span", "sr", " " + label));
    b.onclick = function () {
      ui.put(text, function () {
        if (format) { window.EDITION_KEPT.format = format; try { localStorage.setItem("edition:view", JSON.stringify(window.EDITION_KEPT)); } catch (e) { /* not remembered */ } }
        var said = words("copied"); said.prepend(label + " ");
        ui.tell(said);
      });
    };
    return b;
  }
  data.citing = function (parts, from, tools) {
    shut(); opener = from;
    var values = slots(parts, tools), layer = layerOf(parts[0].units[0]), q = quoted(parts, tools), usual = window.EDITION_KEPT.format;
    var close = make("button", "shut"), head = make("h2"), list = make("dl", "cites"), foot = make("dl", "cites");
    panel = make("div", "pop citepop"); panel.tabIndex = -1; panel.setAttribute("role", "dialog"); panel.lang = ui.state.script === "hant" ? "zh-Hant" : "zh-Hans";
    panel.setAttribute("aria-label", cite.words.title[ui.state.script === "hant" ? 1 : 0] + " " + cite.words.title[2]);
    close.type = "button"; close.append(words("close")); close.onclick = shut;
    head.append(words("title"), " ", make("span", "ids", values.id));
    panel.append(close, head);
    if (values.quotation) { var said = make("p", "quoted han", "“" + values.quotation + "”"); said.lang = parts[0].units[0].closest("[lang]").lang; panel.append(said); }
    if (ui.state.witness) { var line = make("p", "why"); line.append(words("witness"), " " + ui.state.witness); panel.append(line); }
    if (values.emended) { var why = make("p", "why"); why.append(words("emended"), " " + values.emended + " ", make("small", "", values.emended_english)); why.lastChild.lang = "en"; panel.append(why); }
    var prose = cite.formats.filter(function (f) { return !cite.escapes[f[0]]; });
    prose.sort(function (a, b) { return (b[0] === usual) - (a[0] === usual); });
    prose.forEach(function (f) {
      var text = fill(layer, f[0], values), dd = make("dd"), p = make("p", "cite", text);
      if (f[0] === "chicago" || f[0] === "mla") p.lang = "en";
      dd.append(p, copying(f[1], text, f[0])); list.append(make("dt", "", f[1]), dd);
    });
    function row(name) { var dt = make("dt"), dd = make("dd"); dt.append(words(name)); foot.append(dt, dd); return dd; }
    var files = row("files"), links = row("links");
    cite.formats.filter(function (f) { return cite.escapes[f[0]]; }).forEach(function (f) {
      var b = copying(f[1], fill(layer, f[0], values), f[0]);
      b.lastChild.className = ""; files.append(b, " ");
    });
    function way(name, text) { var b = copying(cite.words[name][2], text); b.replaceChildren(words(name)); links.append(b, " "); }
    way("link", tools.link(parts));
    if (document.fragmentDirective && q.text) way("fragment", fragment(q.text));
    row("version").append(cite.version);
    if (values.digest) row("digest").append(make("code", "", values.digest));
    panel.append(list, foot);
    document.body.append(panel);
    panel.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", function (event) { if (panel && event.key === "Escape") shut(); });
  document.addEventListener("click", function (event) {
    if (panel && panel.isConnected && !panel.contains(event.target) && !event.target.closest("#cut, [data-cite]")) shut();
  });
})();

/* A range as a handout: of a page with `?print=19.1-19.5` only those passages are printed, with all that is said of them,
   the notes in full, and how they are cited. Loaded when an address asks for it or the form at the foot is used. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, all = ui.all, html = document.documentElement, kept = [], ids = [], script;
  var byId = function (id) { return document.getElementById(id); };
  var form = document.querySelector(".handout"), chapter = form.dataset.chapter, whole = document.querySelector("section.sec");
  function make(name, css, text) {
    var el = document.createElement(name);
    el.className = css;
    if (text) el.append(text);
    return el;
  }

  /* --- which passages: a section stands for all of its own --- */
  function ends(text) { return text.replace(/\s+/g, "").split(/[-\u2010-\u2015~\uff5e]/).slice(0, 2); }
  function at(id, last) {
    var own = function (one) { return one === id || one.indexOf(id + ".") === 0; };
    return id ? last ? ids.findLastIndex(own) : ids.findIndex(own) : -1;
  }
  function spoken(block) { /* [first, last] of what a comment in a row of several passages answers */
    var said = all(".ext .ids", block).map(function (one) { return ends(one.textContent); });
    if (block.matches(".n")) said = [[/\d+\.\d+[a-z]?/.exec(block.id || block.querySelector("a").hash)[0]]];
    return said.map(function (two) {
      var from = ids.indexOf(two[0]), to = ids.indexOf(two[1] || two[0]);
      return [from < 0 ? 0 : from, to < 0 ? ids.length : to];
    });
  }
  function out(el, no) { el.classList.toggle("out", no); return no; }
  function choose(from, to) {
    var is = function (p, k) { return k >= from && k <= to; };
    var gone = function (el) { return !all(".row .p", el).some(function (p) { return !p.matches(".out"); }); };
    all(".own").forEach(function (one) { one.remove(); });
    all(".row .p").forEach(function (p, k) { out(p, !is(p, k)); });
    all(".row").forEach(function (row) {
      if (out(row, gone(row)) || !row.querySelector(".p.out")) { all(".b, .n", row).forEach(function (b) { out(b, false); }); return; }
      all(".b, .n", row).forEach(function (b) {
        var said = spoken(b);
        out(b, said.length > 0 && !said.some(function (two) { return two[0] <= to && two[1] >= from; }));
      });
    });
    all(".sec").forEach(function (one) { out(one, gone(one)); });
    all(".part").forEach(function (one) {
      for (var next = one.nextElementSibling; next && next.matches(".sec.out"); next = next.nextElementSibling);
      out(one, !next || !next.matches(".sec"));
    });
    all(".notes li").forEach(function (li) { out(li, lost(li.querySelector(".at"))); });
    all(".far dt").forEach(function (dt) { out(dt.nextElementSibling, out(dt, lost(dt.querySelector(".ids")))); });
    all(".notes, .far").forEach(function (one) { out(one, !one.querySelector(one.matches(".far") ? "dt:not(.out)" : "li:not(.out)")); });
    kept = all(".row .p").slice(from, to + 1);
  }
  function lost(link) { var el = byId(link.hash.slice(1)); return !el || !!el.closest(".out"); }

  /* --- what stands elsewhere on the page, or in a file of its own, is brought --- */
  function own(el) {
    el.classList.add("own", "print"); el.removeAttribute("id");
    all("[id]", el).forEach(function (one) { one.removeAttribute("id"); });
    return el;
  }
  function bring() {
    script = ui.state.script;
    all(".row:not(.out) :is(.see .ids, .ext a)").forEach(function (link) {
      var unit = byId(link.hash.slice(1)), stub = link.closest(".b, .see");
      if (!unit || unit.closest(".row") === link.closest(".row") || !lost(link) || stub.matches(".out")) return;
      stub.append(own(unit.closest(".b").cloneNode(true)));
    });
    if (!whole) return;
    var list = make("ol", ""), box = make("section", "notes own print"), met = {};
    all(".row:not(.out) a.app").forEach(function (a) {
      if (a.closest(".out, .own")) return;
      ui.entries(a).forEach(function (id) { if (!met[id]) { met[id] = 1; list.append(ui.written([id])); } });
    });
    own(list).classList.remove("own", "print");
    box.append(make("h2", "", ui.local("校记")), list);
    if (list.children.length) document.querySelector("main").append(box);
    all(".row:not(.out) .n.brief[id]:not(.out)").forEach(function (brief) {
      var note = ui.written([brief.id]).firstElementChild;
      if (note) brief.after(own(note));
    });
  }

  /* --- how it is cited, and what the head of each page says --- */
  function cited() {
    var cite = window.EDITION_CITE, first = kept[0].id, last = kept[kept.length - 1].id, id = first === last ? first : first + "-" + last;
    var section = first.split(".")[0], page = chapter + "/" + (first === last ? first + "/" : (last.split(".")[0] === section ? section + "/" : "") + "#" + id);
    var slots = { id: id, address: cite.site + page };
    return cite.layers[cite.base][ui.state.script].plain.map(function (part) {
      return part.length < 2 ? part[0] : slots[part[1]] ? part[0] + slots[part[1]] + part[2] : "";
    }).join("");
  }
  function dress() {
    var heads = all(".sec:not(.out) > .head").map(function (one) { return one.firstElementChild.textContent.trim().replace(/\s+/g, " "); });
    var title = document.title.split(" · "), first = kept[0].id, last = kept[kept.length - 1].id;
    html.dataset.run = [title[whole ? 0 : 1], heads[0] + (heads[1] ? " – " + heads[heads.length - 1] : ""), first + (first === last ? "" : "–" + last)].join(" · ");
    var line = document.querySelector("p.print:not(.own)");
    line.textContent = cited();
    document.querySelector("main").append(line);
  }
  addEventListener("beforeprint", function () { /* the script may have changed since */
    if (!kept.length) return;
    if (script !== ui.state.script) { choose(ids.indexOf(kept[0].id), ids.indexOf(kept[kept.length - 1].id)); bring(); }
    dress();
  });

  data.print = function (text, then) {
    var two = ends(text);
    ids = all(".row .p").map(function (p) { return p.id; });
    var from = at(two[0]), to = at(two[1] || two[0], true), up = document.querySelector(".turn .up");
    if (from < 0 || to < 0) {
      if (up && /^\d/.test(text)) location.replace(up.href.split("#")[0] + location.search);
      else ui.tell("没有 " + two[from < 0 ? 0 : 1], "There is no such passage");
      return;
    }
    if (from > to) { two = [ids[to], ids[from]]; from = at(two[0]); to = at(two[1], true); }
    form.elements.from.value = ids[from]; form.elements.to.value = ids[to];
    choose(from, to);
    var ready = function () { bring(); dress(); html.dataset.print = ids[from] + "-" + ids[to]; if (then) then(); };
    var files = [[form.dataset.cite, "EDITION_CITE"]].concat(whole ? [["notes.js", "EDITION_NOTES"]] : []);
    (function next() {
      var file = files.shift();
      if (!file) ready(); else if (window[file[1]]) next(); else ui.load(file[0], next, next);
    })();
  };
})();

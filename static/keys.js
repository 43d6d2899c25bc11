/* The sections at a glance and the shortcuts: read when one of them is first asked for. */
(function () {
  "use strict";
  var data = window.EDITION, ui = data.ui, all = ui.all, html = document.documentElement, chapter = html.dataset.chapter;
  var form = function () { return ui.state.script === "hant" ? 1 : 0; };
  var KEYS = [
    ["t", "目录：本篇各节", "Contents of the chapter"], ["j k", "下一条 · 上一条", "Next, previous passage"],
    ["n p", "下一节 · 上一节", "Next, previous section"], ["r", "注音：无 → 难字 → 全", "Pinyin: none, hard, all"],
    ["s", "简繁", "Script"], ["l", "版式", "Layout"], ["1–9", "各栏开关", "Layers on and off"],
    ["c", "引用此条", "Cite the passage"], ["/", "检索", "Search"], ["?", "此表", "This list"], ["Esc", "关闭", "Close"]
  ];
  function make(name, text, css) {
    var el = document.createElement(name);
    if (text) el.textContent = text;
    if (css) el.className = css;
    return el;
  }
  function say(el, chinese, english) {
    el.append(ui.local(chinese));
    if (english) { var small = make("small", " " + english); small.lang = "en"; el.append(small); }
    return el;
  }

  /* --- one dialog at a time: the browser keeps the focus in it, closes it with Esc and gives the focus back --- */
  function dialog(css, chinese, english, fill) {
    var old = document.querySelector("dialog.panel");
    if (old) { old.close(); if (old.classList.contains(css)) return; }
    var box = make("dialog", "", "panel " + css), head = make("h2"), shut = say(make("button", "", "shut"), "关闭", "Close");
    var opener = document.activeElement, fold = opener && opener.closest("details.more");
    head.id = "panel-name"; box.setAttribute("aria-labelledby", head.id);
    shut.type = "button"; shut.onclick = function () { box.close(); };
    box.append(shut, say(head, chinese, english)); fill(box);
    box.addEventListener("click", function (event) { if (event.target === box || event.target.closest("a")) box.close(); });
    box.addEventListener("close", function () {
      box.remove();
      if (fold && !fold.open) opener = fold.firstElementChild;
      if (opener && opener.isConnected) opener.focus();
    });
    document.body.append(box);
    box.showModal();
    (box.querySelector("[aria-current]") || shut).focus();
    var here = box.querySelector("[aria-current]");
    if (here) here.scrollIntoView({ block: "center" });
  }
  function shortcuts() {
    dialog("keys", "快捷键", "Keyboard shortcuts", function (box) {
      var list = make("dl");
      KEYS.forEach(function (row) {
        var dt = make("dt");
        row[0].split(" ").forEach(function (key) { dt.append(make("kbd", key), " "); });
        list.append(dt, say(make("dd"), row[1], row[2]));
      });
      box.append(list, say(make("p"), "输入文字时与按住 Ctrl、Alt、⌘ 时不起作用；可在“更多”里关闭。", "Never while you type or with a modifier; they can be switched off under More."));
    });
  }

  /* --- where one is: the passage at the top, or the one an address names if it is seen --- */
  function passages() { return all(".p").filter(function (p) { return p.getClientRects().length; }); }
  function here() {
    var aim = document.activeElement.closest(".p") || document.querySelector(".p:target");
    var box = aim && aim.getBoundingClientRect(), spot = ui.top();
    if (box && box.bottom > 0 && box.top < innerHeight) return aim;
    return (spot && (spot.unit.closest(".p") || spot.row && spot.row.querySelector(".p"))) || document.querySelector(".p");
  }
  function section() { var p = here(); return p ? p.id.split(".")[0] : ""; }
  function contents(then) {
    if (window.EDITION_CONTENTS) then(); else if (chapter) ui.load(ui.root + chapter + "/contents.js", then);
  }
  function address(id) {
    var at = document.getElementById(id), whole = document.querySelector("section.sec");
    return at && whole ? "#" + id : ui.root + (form() ? "hant/" : "") + chapter + "/" + id + "/index.html";
  }
  function sections() {
    var now = section();
    dialog("sections", "仪节", "Sections", function (box) {
      var link = make("a", window.EDITION_CONTENTS.title[form()]), nav = make("nav");
      link.href = ui.root + (form() ? "hant/" : "") + chapter + "/index.html";
      nav.setAttribute("aria-labelledby", "panel-name");
      nav.append(make("p")); nav.firstChild.append(link);
      window.EDITION_CONTENTS.parts.forEach(function (part) {
        var list = make("ol");
        if (part[0][form()]) nav.append(make("h3", part[0][form()]));
        part[1].forEach(function (row) {
          var li = make("li"), a = make("a");
          a.href = address(row[0]);
          a.append(make("span", row[0], "no"), " " + row[1][form()] + " ", make("span", row[2] === row[3] ? row[2] : row[2] + "–" + row[3], "ids"));
          if (row[0] === now) a.setAttribute("aria-current", "true");
          li.append(a); list.append(li);
        });
        nav.append(list);
      });
      box.append(nav);
    });
  }

  /* --- going on --- */
  function go(id) {
    location.replace("#" + id);
    var link = document.getElementById(id).querySelector(".i");
    if (link) link.focus({ preventScroll: true });
  }
  function turn(rel) {
    var link = document.querySelector(".turn [rel=" + rel + "]");
    if (link) link.click(); else ui.tell(rel === "next" ? "到末尾了" : "到开头了", rel === "next" ? "This is the end" : "This is the beginning");
  }
  function step(by) {
    var some = passages(), k = some.indexOf(here()) + by;
    if (some[k] && some.length > 1) go(some[k].id); else turn(by > 0 ? "next" : "prev");
  }
  function leap(by) {
    var flat = [].concat.apply([], window.EDITION_CONTENTS.parts.map(function (part) { return part[1]; }));
    var k = flat.map(function (row) { return row[0]; }).indexOf(section()) + by;
    if (!flat[k]) { turn(""); return; }
    var a = make("a"); a.href = address(flat[k][0]);
    document.body.append(a); a.click(); a.remove();
  }
  function next(key) {
    var some = all(".bar [data-key=" + key + "]"), k = some.findIndex(function (one) { return one.dataset.value === ui.state[key]; });
    var one = some[(k + 1) % some.length];
    if (!one) return;
    one.click(); tell(one);
  }
  function tell(one) {
    var name = one.querySelector(".sr");
    ui.tell(one.firstElementChild ? one.firstElementChild.textContent : one.textContent, name ? name.textContent.trim() : "");
  }
  function layer(n) {
    var one = all(".bar [data-layer]")[n - 1];
    if (!one) return;
    one.click();
    var on = one.getAttribute("aria-pressed") === "true";
    ui.tell((on ? "显示" : "隐藏") + "：" + one.firstElementChild.textContent, on ? "Shown" : "Hidden");
  }
  function cite() {
    var p = here(), button = document.querySelector(".copy[data-copy=cite]"), link = p && p.querySelector(".i");
    if (data.cite) data.cite(p); else if (button) button.click(); else if (link) location.href = link.href.split("#")[0] + "#cite";
  }
  function search() {
    var field = document.querySelector("main input[type=search]"), link = document.querySelector(".bar a[href*='search/index.html']");
    if (field) field.focus(); else if (link) link.click(); else ui.tell("本书无检索页", "No search page here");
  }

  /* --- the columns in another order --- */
  function move(button) {
    var bar = all(".bar [data-layer]"), list = bar.map(function (b) { return b.dataset.layer; });
    var by = +button.dataset.move, line = button.closest("li"), k = line ? list.indexOf(line.dataset.placeOf) : 0;
    if (by && (k + by < 1 || k + by >= list.length)) return;
    if (by) list.splice(k + by, 0, list.splice(k, 1)[0]); else list = ui.plan.slice();
    ui.steady(function () { ui.order(list); });
    var plain = list.join() === ui.plan.join();
    var before = (Array.isArray(ui.kept.order) ? ui.kept.order : []).filter(function (id) { return ui.plan.indexOf(id) < 0; });
    ui.kept.order = plain ? before : before.concat(list);
    if (plain) ui.query.delete("order"); else ui.query.set("order", list.join());
    ui.keep(); ui.address(); button.focus();
    ui.tell("次序：" + all(".bar [data-layer]").map(function (b) { return b.firstElementChild.textContent; }).join("、"), "Order");
  }

  /* --- where one left off: offered, if it is there, and never where an address already says where to go --- */
  function resume(line, id) {
    var link = line.firstElementChild;
    if (typeof id !== "string" || !/^\w[\w.]*$/.test(id) || (chapter && (!document.getElementById(id) || location.hash))) return;
    link.href = link.dataset.to.replace("*", id.split(".")[0]) + "#" + id;
    link.querySelector(".ids").textContent = id;
    line.hidden = false;
  }

  data.key = function (key, from) {
    if (key === "move") move(from);
    else if (key === "resume") resume(from[0], from[1]);
    else if (/\d/.test(key)) layer(+key);
    else if (key === "?") shortcuts();
    else if (key === "t") contents(sections);
    else if (key === "j" || key === "k") step(key === "j" ? 1 : -1);
    else if (key === "n" || key === "p") contents(function () { leap(key === "n" ? 1 : -1); });
    else if (key === "r") next("ruby");
    else if (key === "s") next("script");
    else if (key === "l") next("layout");
    else if (key === "c") cite();
    else search();
  };
})();

/* Beside a page that is being corrected: news of every change, the problems of the last, the place of a character.
   The page comes again where it stood; a broken file is told over it and takes nothing away. */
(function () {
  "use strict";
  var live = window.EDITION_LIVE, spot = "edition:spot", box;
  function units() { return Array.prototype.slice.call(document.querySelectorAll(".p[id], .u[id]")); }

  /* --- where the reader stands: the first text below the bar, and how far below --- */
  function keep() {
    var bar = document.querySelector(".bar"), top = bar ? bar.getBoundingClientRect().bottom : 0;
    var first = units().filter(function (el) { return el.getBoundingClientRect().bottom > top; })[0];
    var said = { path: location.pathname, y: scrollY, x: scrollX };
    if (first) { said.id = first.id; said.top = first.getBoundingClientRect().top; }
    try { sessionStorage.setItem(spot, JSON.stringify(said)); } catch (e) { /* the page comes from its top */ }
  }
  function stand() {
    var said;
    try { said = JSON.parse(sessionStorage.getItem(spot)); sessionStorage.removeItem(spot); } catch (e) { return; }
    if (!said || said.path !== location.pathname) return;
    if ("scrollRestoration" in history) history.scrollRestoration = "manual";
    var el = said.id && document.getElementById(said.id);
    if (el) scrollBy(0, el.getBoundingClientRect().top - said.top); else scrollTo(said.x, said.y);
  }
  addEventListener("load", function () { stand(); requestAnimationFrame(stand); });

  /* --- problems, over the page --- */
  function show(problems) {
    if (box) { box.remove(); box = null; }
    if (!problems.length) return;
    box = document.createElement("div");
    box.id = "live-problems";
    box.setAttribute("role", "alert");
    box.lang = "en";
    box.style.cssText = "position:fixed;inset:auto 0 0 0;max-height:45vh;overflow:auto;z-index:99;margin:0;padding:.75rem 1rem;" +
      "background:#211d18;color:#fbf9f4;border-top:3px solid #e8968a;font:14px/1.5 ui-monospace,monospace";
    problems.forEach(function (one) {
      var line = document.createElement("pre"), copy = document.createElement("button");
      line.style.cssText = "margin:0 0 .5rem;white-space:pre-wrap;font:inherit;color:" + (one.error ? "#ffb4a8" : "#ffe08a");
      line.textContent = one.text + " ";
      copy.type = "button"; copy.textContent = "copy place";
      copy.onclick = function () { clip(one.place); copy.textContent = "copied"; };
      line.append(copy);
      box.append(line);
    });
    document.body.append(box);
  }

  /* --- news --- */
  new EventSource("/-/news").onmessage = function (event) {
    var news = JSON.parse(event.data);
    if (news.turn !== live.turn) { keep(); location.reload(); return; }
    show(news.problems);
  };

  /* --- the place of a character: Alt and a click, or Alt+P at the selection --- */
  function clip(text) { if (navigator.clipboard) navigator.clipboard.writeText(text).catch(function () {}); }
  function say(text, x, y) {
    var note = document.createElement("output");
    note.id = "live-place"; note.textContent = text; note.lang = "en";
    note.style.cssText = "position:fixed;z-index:100;padding:.3rem .6rem;background:#211d18;color:#fbf9f4;font:13px/1.5 ui-monospace,monospace;left:" +
      Math.min(x, innerWidth - 320) + "px;top:" + Math.min(y + 12, innerHeight - 40) + "px";
    var old = document.getElementById("live-place");
    if (old) old.remove();
    document.body.append(note);
    setTimeout(function () { note.remove(); }, 4000);
  }
  function where(node, offset, x, y) {
    var el = node && (node.nodeType === 1 ? node : node.parentElement), unit = el && el.closest(".p[id], .u[id]");
    if (!unit) return;
    var range = document.createRange();
    range.selectNodeContents(unit); range.setEnd(node, offset);
    var at = Array.from(range.toString()).length, chapter = "";
    location.pathname.split("/").forEach(function (part) { if (!chapter && part && part !== "hant") chapter = part; });
    fetch("/-/place?" + new URLSearchParams({ chapter: chapter, unit: unit.id, at: at, token: live.token })).then(function (r) { return r.json(); })
      .then(function (told) {
        if (!told.place) return;
        clip(told.place);
        say(told.place + (told.opened ? " opened" : " copied"), x, y);
      });
  }
  document.addEventListener("click", function (event) {
    if (!event.altKey) return;
    var at = document.caretPositionFromPoint ? document.caretPositionFromPoint(event.clientX, event.clientY) : null;
    var range = at ? null : document.caretRangeFromPoint && document.caretRangeFromPoint(event.clientX, event.clientY);
    var node = at ? at.offsetNode : range && range.startContainer, offset = at ? at.offset : range && range.startOffset;
    if (!node) return;
    event.preventDefault(); event.stopPropagation();
    where.apply(null, before(node, offset, event.clientX).concat(event.clientX, event.clientY));
  }, true);
  /* A click on the right half of a character puts the caret behind it; meant is the character under the pointer. */
  function before(node, offset, x) {
    if (node.nodeType !== 3 || !offset) return [node, offset];
    var range = document.createRange();
    range.setStart(node, offset - 1); range.setEnd(node, offset);
    var box = range.getBoundingClientRect();
    return [node, x >= box.left && x < box.right ? offset - 1 : offset];
  }
  document.addEventListener("keydown", function (event) {
    var chosen = getSelection();
    if (!event.altKey || event.code !== "KeyP" || !chosen.rangeCount) return;
    var range = chosen.getRangeAt(0), seen = range.getBoundingClientRect();
    event.preventDefault();
    where(range.startContainer, range.startOffset, seen.left, seen.bottom);
  });
})();

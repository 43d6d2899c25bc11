/* Pages in columns: wheel and keys go from right to left, the place being read is kept when columns change. */
(function () {
  "use strict";
  var roll = document.querySelector(".roll"), html = document.documentElement, id = location.hash.slice(1), first;
  var all = function (css) { return Array.prototype.slice.call(document.querySelectorAll(css)); };
  try { id = decodeURIComponent(id); } catch (e) { /* as it is */ }
  /* a layout that is asked for, and what is not set in columns, stands on the page in rows */
  first = id.split(/[,@]/)[0]; /* of several places, and of words in one */
  if (/[?&]layout=(columns|stacked|inline)\b/.test(location.search) || id && id !== "main" && !document.getElementById(first) && !document.getElementById(first.split("-")[0]))
    location.replace(html.dataset.rows + location.search + location.hash);

  var words = window.EDITION.words, bring = words.bring;
  words.bring = function (r, floor) {
    var box = r.getBoundingClientRect(), edge = roll.getBoundingClientRect();
    bring(r, floor);
    if (box.left < edge.left || box.right > edge.right) go(edge.right - box.right - edge.width / 3);
  };
  function go(by) {
    var was = roll.scrollLeft;
    roll.scrollLeft -= by;
    return roll.scrollLeft !== was;
  }
  function pitch() { return parseFloat(getComputedStyle(document.querySelector(".vc")).lineHeight); }
  roll.addEventListener("wheel", function (event) {
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
    if (go(event.deltaY * (event.deltaMode ? pitch() : 1))) event.preventDefault();
  }, { passive: false });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target !== document.body && !roll.contains(event.target)) return;
    var page = Math.max(pitch(), roll.clientWidth - 2 * pitch());
    var by = { ArrowLeft: pitch(), ArrowRight: -pitch(), PageDown: page, PageUp: -page, " ": event.shiftKey ? -page : page,
      Home: -roll.scrollWidth, End: roll.scrollWidth }[event.key];
    if (by && go(by)) event.preventDefault();
  });

  /* --- the first passage that is seen, and how far its beginning is from the right edge --- */
  var spot;
  function shown(el) {
    var box = el.getBoundingClientRect(), edge = roll.getBoundingClientRect();
    return box.width && box.left < edge.right - 8 && box.right > edge.left;
  }
  function mark() {
    var section = all(".vs").filter(shown)[0], p = section && all(".p").filter(function (p) { return section.contains(p) && shown(p); })[0];
    spot = p && [p, roll.getBoundingClientRect().right - p.getBoundingClientRect().right];
  }
  function back() {
    if (spot && spot[0].getClientRects().length) go(roll.getBoundingClientRect().right - spot[0].getBoundingClientRect().right - spot[1]);
    mark();
  }
  /* numbers in the margin that begin in one column stand above one another */
  function levels() {
    var at = new Map();
    all(".p > .i").reverse().forEach(function (a) {
      var x = Math.round(a.getBoundingClientRect().left), n = at.get(x) || 0;
      at.set(x, n + 1);
      a.className = "i" + (n ? " t" + n : "");
    });
  }
  var resting;
  roll.addEventListener("scroll", function () { clearTimeout(resting); resting = setTimeout(mark, 200); }, { passive: true });
  addEventListener("resize", back);
  document.addEventListener("click", function (event) {
    if (!event.target.closest(".bar [data-layer], [data-key=size]")) return;
    mark(); setTimeout(function () { levels(); back(); });
  }, true);
  addEventListener("load", mark);
})();

/* Between rows and columns: the place being read, the choices and the script go along. Loaded when one goes. */
(function () {
  "use strict";
  var html = document.documentElement, ui = window.EDITION.ui, all = ui.all;
  function seen(el) {
    var top = document.querySelector(".bar").getBoundingClientRect().bottom + 8;
    return Array.prototype.some.call(el.getClientRects(), function (r) { return r.bottom > top && r.top < innerHeight && r.right > 0 && r.left < innerWidth; });
  }
  function spot() {
    var named = document.getElementById(location.hash.slice(1));
    if (named && seen(named)) return location.hash;
    var p = all(".p", all("main .sec, main .vs").filter(seen)[0]).filter(seen)[0];
    return p ? "#" + p.id : "";
  }
  window.EDITION.lead = function (a, kept, keep) {
    var to = new URLSearchParams(location.search), layout = a.dataset.leads;
    var small = matchMedia("(max-width: 40rem), (max-height: 35rem)").matches;
    if (layout !== "vertical") { to.set("layout", layout); kept.layout = layout; keep(); }
    else if (html.dataset.vertical) { to.delete("layout"); if (small) a.pathname = a.pathname.replace(/vertical\/index/, html.dataset.vertical.split(" ")[1].replace(/\.html$/, "")); }
    a.search = to.toString().replace(/%2C/g, ","); a.hash = spot();
    location.href = a.href;
  };
})();

/* Runs before anything is drawn: what the address asks for, else what the reader chose before. */
(function () {
  "use strict";
  var html = document.documentElement, query = new URLSearchParams(location.search), kept = {};
  var allowed = { ruby: "none hard all", layout: "columns stacked inline", size: "s m l xl", theme: "auto light dark", keys: "on off", marks: "off on" };
  try { kept = JSON.parse(localStorage.getItem("edition:view")); } catch (e) { /* nothing is remembered */ }
  if (!kept || typeof kept !== "object") kept = {};
  html.className += " js";
  /* a chapter and its sections have a page in columns: the layout that an address asks for may be on the other one */
  var upright = html.dataset.vertical, rows = html.dataset.rows, asked = query.get("layout"), to = "";
  if (asked === "vertical" && upright) { to = upright.split(" ")[+matchMedia("(max-width: 40rem), (max-height: 35rem)").matches]; query.delete("layout"); }
  if (rows && asked && allowed.layout.split(" ").indexOf(asked) >= 0) to = rows;
  if (to) location.replace(to + ("?" + query).replace(/\?$/, "") + location.hash);
  if (rows) delete allowed.layout;
  Object.keys(allowed).forEach(function (key) {
    var values = allowed[key].split(" "), value = [query.get(key), kept[key]].filter(function (v) { return values.indexOf(v) >= 0; })[0];
    if (value) html.setAttribute("data-" + key, value);
  });
  window.EDITION_KEPT = kept;
})();

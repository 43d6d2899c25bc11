/* Runs before anything is drawn: what the address asks for, else what the reader chose before. */
(function () {
  "use strict";
  var html = document.documentElement, query = new URLSearchParams(location.search), kept = {};
  var allowed = { ruby: "none hard all", layout: "columns stacked inline", size: "s m l xl", theme: "auto light dark", keys: "on off", marks: "off on" };
  try { kept = JSON.parse(localStorage.getItem("edition:view")); } catch (e) { /* nothing is remembered */ }
  if (!kept || typeof kept !== "object") kept = {};
  html.className += " js";
  /* another page may have the layout that is asked for */
  var ways = (html.dataset.vertical || "").split(" ");
  if (ways[1] && query.get("layout") === "vertical") {
    query.delete("layout");
    location.replace(ways[+matchMedia("(max-width: 40rem), (max-height: 35rem)").matches] + "?" + query + location.hash);
  }
  if (html.dataset.rows) delete allowed.layout;
  Object.keys(allowed).forEach(function (key) {
    var values = allowed[key].split(" "), value = [query.get(key), kept[key]].filter(function (v) { return values.indexOf(v) >= 0; })[0];
    if (value) html.setAttribute("data-" + key, value);
  });
  window.EDITION_KEPT = kept;
})();

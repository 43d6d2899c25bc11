/* Runs before anything is drawn: what the address asks for, else what the reader chose before. */
(function () {
  "use strict";
  var html = document.documentElement, query = new URLSearchParams(location.search), kept = {};
  var allowed = { ruby: "none hard all", layout: "columns stacked inline", size: "s m l xl", theme: "auto light dark" };
  try { kept = JSON.parse(localStorage.getItem("edition:view")) || {}; } catch (e) { kept = {}; }
  html.className += " js";
  Object.keys(allowed).forEach(function (key) {
    var value = query.get(key) || kept[key];
    if (value && allowed[key].split(" ").indexOf(value) >= 0) html.setAttribute("data-" + key, value);
  });
  window.EDITION_KEPT = kept;
})();

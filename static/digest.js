/* SHA-256, for the digest that a citation carries: at once, and from a disk, where browsers lend none. */
(function () {
  "use strict";
  window.EDITION.sha256 = function (text) { /* as hexadecimal */
    var bytes = Array.from(new TextEncoder().encode(text)), bits = bytes.length * 8, k = [], h = [], i, j;
    for (var n = 2; k.length < 64; n++) {
      for (i = 2; i * i <= n && n % i; i++);
      if (i * i <= n) continue;
      if (h.length < 8) h.push(fraction(Math.sqrt(n)));
      k.push(fraction(Math.cbrt(n)));
    }
    function fraction(x) { return (x - Math.floor(x)) * 4294967296 | 0; }
    function turn(x, by) { return x >>> by | x << 32 - by; }
    bytes.push(128);
    while (bytes.length % 64 !== 56) bytes.push(0);
    for (i = 7; i >= 0; i--) bytes.push(i > 3 ? 0 : bits >>> i * 8 & 255);
    for (i = 0; i < bytes.length; i += 64) {
      var m = [], s = h.slice();
      for (j = 0; j < 64; j++) {
        if (j < 16) m[j] = bytes[i + 4 * j] << 24 | bytes[i + 4 * j + 1] << 16 | bytes[i + 4 * j + 2] << 8 | bytes[i + 4 * j + 3];
        else {
          var a = m[j - 15], b = m[j - 2];
          m[j] = m[j - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) + m[j - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10) | 0;
        }
        var one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + (s[4] & s[5] ^ ~s[4] & s[6]) + k[j] + m[j];
        var two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + (s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]);
        s = [one + two | 0, s[0], s[1], s[2], s[3] + one | 0, s[4], s[5], s[6]];
      }
      h = h.map(function (x, at) { return x + s[at] | 0; });
    }
    return h.map(function (x) { return (x >>> 0).toString(16).padStart(8, "0"); }).join("");
  };
})();

#!/bin/sh
# What the tests need from the system: two browsers, a font with rare characters, Java, a PDF reader.
set -eu
missing=""
command -v chromium >/dev/null || [ -n "${EDITION_CHROMIUM:-}" ] || missing="$missing chromium"
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="$missing firefox-esr"
command -v java >/dev/null || missing="$missing default-jre-headless"
command -v pdftotext >/dev/null || missing="$missing poppler-utils"
[ -e /usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc ] || missing="$missing fonts-noto-cjk"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing from the system's packages:$missing" >&2
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "the tests need more; type: sudo apt-get install --no-install-recommends$missing" >&2; exit 1
fi

#!/bin/sh
# Make .venv with the packages of pyproject.toml ($2: extras) in the versions of constraints.txt.
set -eu
python=$1 extras=$2
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Python 3.11 or newer is needed; $python is $("$python" -V 2>&1)" >&2; exit 1; }
if [ ! -x .venv/bin/pip ]; then
    rm -rf .venv
    "$python" -m venv .venv 2>/dev/null || {
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
            rm -rf .venv && "$python" -m venv .venv
        else
            echo "python3-venv is not installed; type: sudo apt-get install python3-venv" >&2; exit 1
        fi; }
fi
echo "installing the packages of this project into .venv" >&2
.venv/bin/pip install -q --disable-pip-version-check -c constraints.txt -e ".$extras"

# Sourced by ./run and ./test: makes the virtual environment .venv with the extras in $EXTRAS.
# Does nothing where the environment is already up to date.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

find_python() {
    local candidate
    for candidate in python3.11 python3.12 python3.13 python3.14 python3; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
}

need_debian_packages() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -qq -y "$@" >/dev/null
    else
        echo "Trivium needs the packages $*: install them, for example with 'apt-get install $*'." >&2
        exit 1
    fi
}

[ -n "$(find_python)" ] || need_debian_packages python3 python3-venv
python="$(find_python)"
if [ -z "$python" ]; then
    echo "Trivium needs Python 3.11 or newer; 'python3 --version' tells which one is here." >&2
    exit 1
fi
"$python" -c 'import ensurepip, venv' 2>/dev/null || need_debian_packages python3-venv

wanted="$(cksum pyproject.toml)"
stamp=".venv/installed-${EXTRAS:-plain}"
if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    echo "Setting up .venv, once …" >&2
    [ -x .venv/bin/python ] || "$python" -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".${EXTRAS:+[$EXTRAS]}"
    echo "$wanted" >"$stamp"
fi

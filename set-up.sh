# Sourced by ./run and ./test: makes the virtual environment .venv with the extras in $EXTRAS.
# Does nothing where the environment is already up to date.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# The versions of Python that pyproject.toml names, the lowest first.
versions="$(sed -n 's/.*"Programming Language :: Python :: \(3\.[0-9]*\)".*/\1/p' pyproject.toml | sort -V)"

find_version() { # 3.13: prints the command that runs this Python, if it is on the path or pyenv has it
    local release
    if "python$1" -c '' 2>/dev/null; then
        echo "python$1"
    elif command -v pyenv >/dev/null; then
        release="$(pyenv versions --bare | grep -x "$1\.[0-9]*" | sort -V | tail -1 || true)"
        [ -z "$release" ] || echo "$(pyenv prefix "$release")/bin/python"
    fi
}

find_python() { # prints the command that runs the lowest Python that will do
    local version python
    for version in $versions; do
        python="$(find_version "$version")"
        if [ -n "$python" ]; then
            echo "$python"
            return
        fi
    done
    if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo python3
    fi
}

need_debian_packages() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -qq -y "$@" >/dev/null
    else
        echo "Trivium needs the packages $*: install them, for example with 'apt-get install $*'." >&2
        exit 1
    fi
}

install_into() { # .venv python3.11 dev: makes a virtual environment with Trivium and some extras
    local wanted stamp="$1/installed-${3:-plain}"
    wanted="$(cksum pyproject.toml)"
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    echo "Setting up $1, once …" >&2
    [ -x "$1/bin/python" ] || "$2" -m venv "$1"
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".${3:+[$3]}"
    echo "$wanted" >"$stamp"
}

[ -n "$(find_python)" ] || need_debian_packages python3 python3-venv
python="$(find_python)"
if [ -z "$python" ]; then
    echo "Trivium needs Python 3.11 or newer; 'python3 --version' tells which one is here." >&2
    exit 1
fi
"$python" -c 'import ensurepip, venv' 2>/dev/null || need_debian_packages python3-venv
install_into .venv "$python" "$EXTRAS"

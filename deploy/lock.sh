#!/usr/bin/env bash
# Write the pinned requirement files anew from pyproject.toml: every version with its hashes, for every platform and
# CPython from 3.11. Versions that still fit stay. `./deploy/lock.sh --upgrade` takes the newest versions.
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

if [[ -z ${UV:-} && ! -x $venv/bin/uv ]]; then
    set_up dev
fi
cd -- "$root"

# lock FILE OPTION...: write a requirement file. Its second source, setuptools, builds the editable install. Each
# package has one version for all Pythons, so that a check on one Python holds for the others.
lock() {
    local file=$1
    shift
    printf 'setuptools>=77\n' | "${UV:-$venv/bin/uv}" pip compile --quiet --universal --python-version 3.11 \
        --fork-strategy fewest --generate-hashes --no-emit-index-url --strip-extras --no-annotate \
        --custom-compile-command ./deploy/lock.sh --output-file "$file" "$@" pyproject.toml -
}

lock deploy/requirements.txt "$@"
lock deploy/requirements-dev.txt --extra dev --constraints deploy/requirements.txt "$@"
lock deploy/requirements-mutants.txt --extra dev --extra mutants --constraints deploy/requirements-dev.txt "$@"
lock deploy/requirements-traced.txt --extra traced --constraints deploy/requirements.txt "$@"

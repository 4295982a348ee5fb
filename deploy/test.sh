#!/usr/bin/env bash
# Set up what is missing for development, then run every check. All of them run; the summary comes last.
# Whatever is given goes to pytest alone, e.g.: ./deploy/test.sh tests/engine -k cross_word
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

set_up dev
cd -- "$root"
PATH=$venv/bin:$PATH
summary=()
failed=0

# check NAME COMMAND...: runs it, and notes how it went and how long it took.
check() {
    local name=$1 began=$SECONDS verdict=passed
    shift
    printf '\n== %s\n' "$name"
    if ! "$@"; then
        verdict=FAILED failed=1
    fi
    summary+=("$(printf '%-9s %4d s  %s' "$verdict" "$((SECONDS - began))" "$name")")
}

check 'scripts (shellcheck)' shellcheck --external-sources deploy/*.sh .ci/run
check 'style (ruff check)' ruff check .
check 'format (ruff format)' ruff format --check .
check 'types (mypy --strict)' mypy
check 'import contracts (import-linter)' lint-imports
check 'tests (pytest)' pytest --numprocesses auto --maxprocesses 4 --quiet "$@"

printf '\n== summary\n'
printf '%s\n' "${summary[@]}"
exit "$failed"

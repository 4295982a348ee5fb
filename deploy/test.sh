#!/usr/bin/env bash
# Run the checks of the whole tree, or the tests of a part of it. See the usage below.
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

usage='Usage: ./deploy/test.sh [PYTEST ARGUMENT...]

Sets up what development needs, if it is missing, and then
  without arguments   runs every check: scripts, style, format, types, import contracts, tests.
                      All of them run, whichever fails; the summary comes last.
  with arguments      runs pytest alone, with them. Paths are those of the tree.

Examples:
  ./deploy/test.sh
  ./deploy/test.sh tests/engine -k cross_word'

if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    printf '%s\n' "$usage"
    exit
fi

set_up dev
cd -- "$root"
PATH=$venv/bin:$PATH
# Compile all modules once. Otherwise every worker, and every program that a test starts, would compile hundreds.
unset PYTHONDONTWRITEBYTECODE
# One process tests on each core. Threads of OpenCV and Tesseract would only wait for one another.
export OPENCV_FOR_THREADS_NUM=1 OMP_THREAD_LIMIT=1
tests=(pytest --numprocesses auto --maxprocesses 4 --dist worksteal --quiet)
if (($#)); then
    exec "${tests[@]}" "$@"
fi

summary=()
failed=0
said=$(mktemp)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -f -- "$said"' EXIT

# check NAME COMMAND...: run a check, and note its result and its time.
check() {
    local name=$1 began=$SECONDS verdict=passed
    shift
    printf '\n== %s\n' "$name"
    if ! "$@"; then
        verdict=FAILED failed=1
    fi
    summary+=("$(printf '%-9s %4d s  %s' "$verdict" "$((SECONDS - began))" "$name")")
}

# shellcheck disable=SC2317  # check calls it
# Wait for the process of a check, and print its output and its result.
ended() {
    local verdict=0
    wait "$1" || verdict=$?
    cat -- "$said"
    return "$verdict"
}

check 'scripts (shellcheck)' shellcheck --external-sources deploy/*.sh deploy/image/*.sh .ci/run
check 'style (ruff check)' ruff check .
check 'format (ruff format)' ruff format --check .
check 'import contracts (import-linter)' lint-imports
# This check takes one core for half a minute. The tests use the other cores.
mypy >"$said" 2>&1 &
types=$!
check 'tests (pytest)' "${tests[@]}"
check 'types (mypy --strict), beside the tests' ended "$types"

printf '\n== figures\n'
# This check takes ten seconds of one core. All tests of the engine under a tracer would take minutes.
python -m deploy.lab.covered || true

printf '\n== summary\n'
printf '%s\n' "${summary[@]}"
exit "$failed"

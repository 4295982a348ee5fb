#!/usr/bin/env bash
# Make the environment of the release that this script belongs to anew, if its Python has changed. root runs it before
# each start of the table (lexicon-table-repair.service); it may be run by hand at any time.
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

if is_set_up run; then exit; fi
say "The environment in $venv does not fit this system's Python any more."
set_up run
compile_program
say "The environment is new."

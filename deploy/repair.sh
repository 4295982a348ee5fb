#!/usr/bin/env bash
# Make the environment of this script's own release anew if the system's Python has changed. root runs the script before
# each start of the table (lexicon-table-repair.service). It may also be run by hand at any time.
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

if is_set_up run; then exit; fi
say "The environment in $venv does not fit this system's Python any more."
set_up run
compile_program
say "The environment is new."

#!/usr/bin/env bash
# Set up what is missing, then play the demo on a virtual table and print its address.
# All arguments go to `lexicon-table demo`, e.g.: ./deploy/demo.sh --game crossword --port 8090
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

set_up run
exec "$venv/bin/lexicon-table" demo "$@"

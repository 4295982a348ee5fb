#!/usr/bin/env bash
# Build a release, and sign it: ./deploy/release.sh --help. docs/releasing.md explains who does this and how.
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

set_up run
cd -- "$root"
exec "$venv/bin/python" -m deploy.release "$@"

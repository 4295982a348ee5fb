#!/usr/bin/env bash
# Write the table's log onto the boot partition of its card, where any computer can read it.
#
#     sudo ./deploy/image/log.sh
#
# lexicon-table.log is written once after each power-on, and when the service's state or its number of restarts has
# changed. It has at most 64 kB and no PIN, so that it can be shown to others. welcome.txt has the PIN and the page's
# addresses.
# DESTDIR=/some/where works below another root.
set -euo pipefail

# shellcheck source=deploy/places.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../places.sh"
boot=$destination/boot/firmware
# The state of the service at the last log. /run is empty after each power-on.
before=$destination/run/$name.logged
most=65536

# state: print whether the service is up, and how often it was started again. "activating" is not a state of its own: it
# passes, or counts later as one more start.
state() { systemctl show "$name" --property=ActiveState,NRestarts; }

table_log() { journalctl --boot --unit "$name" --output cat --no-pager; }

# write FILE: replace FILE by standard input. A card that is pulled out meanwhile keeps the old file.
write() {
    cat >"$1.new"
    sync -- "$1.new"
    mv -f -- "$1.new" "$1"
    sync -- "$boot"
}

# A log that is shown on the internet must not let anybody open the table's set-up.
without_keys() { sed -E '/PIN is/d; s#/j/[a-z0-9]+#/j/...#g'; }

log() {
    date --iso-8601=seconds
    state
    "$command" --version
    uname -srm
    ip -brief address
    free -m
    df -h / "$boot"
    journalctl --unit "$name" --lines 600 --output short-iso --no-pager | without_keys | tail -c "$((most - 4096))"
}

welcome() {
    printf 'This file was written by the table. Its PIN opens set-up and the page of the steward.\n'
    table_log | grep -E 'PIN is|/j/'
}

now=$(state)
if [[ -e $before && $(<"$before") == "$now" ]]; then exit 0; fi
# If a part of the log cannot be made, the other parts are still written.
{ log 2>&1 || true; } | head -c "$most" | write "$boot/$name.log"
if [[ $(table_log) == *'PIN is'* ]]; then welcome | write "$boot/welcome.txt"; fi
printf '%s\n' "$now" >"$before"

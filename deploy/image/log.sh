#!/usr/bin/env bash
# Write the table's log onto the boot partition of its card, where any computer can read it.
#
#     sudo ./deploy/image/log.sh
#
# lexicon-table.log is written when the table is not up, was started again, or nothing was written since power came: at
# most 64 kB of it, without the PIN, so that it can be shown to others. welcome.txt has the PIN and the page's addresses.
# DESTDIR=/some/where does it below another root.
set -euo pipefail

# shellcheck source=deploy/places.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../places.sh"
boot=$destination/boot/firmware
# What the last log said of the service; /run is empty when power comes.
before=$destination/run/$name.logged
most=65536

# state: up or not, and how often it was started again. "activating" passes, or comes back as a start more.
state() { systemctl show "$name" --property=ActiveState,NRestarts; }

told_by_the_table() { journalctl --boot --unit "$name" --output cat --no-pager; }

# write FILE: standard input takes the place of FILE; a card pulled out meanwhile keeps the one before.
write() {
    cat >"$1.new"
    sync -- "$1.new"
    mv -f -- "$1.new" "$1"
    sync -- "$boot"
}

# Whoever reads it on the internet may not open the table's set-up.
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
    told_by_the_table | grep -E 'PIN is|/j/'
}

now=$(state)
if [[ -e $before && $(<"$before") == "$now" ]]; then exit 0; fi
# A part of it that can't be told is no reason to write nothing.
{ log 2>&1 || true; } | head -c "$most" | write "$boot/$name.log"
if [[ $(told_by_the_table) == *'PIN is'* ]]; then welcome | write "$boot/welcome.txt"; fi
printf '%s\n' "$now" >"$before"

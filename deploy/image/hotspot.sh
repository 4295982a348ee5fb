#!/usr/bin/env bash
# Tell the table that its set-up hotspot is up, or down again. comitup calls this script with HOTSPOT, CONNECTING or
# CONNECTED.
#
#     hotspot.sh STATE
#
# While the hotspot is up, /run/lexicon-table.wifi has the text of a code that phones scan to join it.
# DESTDIR=/some/where works below another root.
set -euo pipefail

# shellcheck source=deploy/places.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../places.sh"
code=$destination/run/$name.wifi
conf=$destination/etc/comitup.conf
chosen=$destination/var/lib/comitup/comitup.json

# comitup_value KEY: print the value of a key of comitup's settings.
comitup_value() { sed -n "s/^$1: *//p" "$conf"; }

# comitup puts digits from a file of its own into the hotspot's name.
hotspot() {
    local digits
    digits=$(sed -n 's/.*"id": *"\([0-9]*\)".*/\1/p' "$chosen")
    comitup_value ap_name | sed "s/<nnnn>/$digits/"
}

# Characters with a meaning in the code get a backslash.
escaped() { sed 's/[\\;,":]/\\&/g'; }

if [[ ${1:-} != HOTSPOT ]]; then
    rm -f -- "$code"
    exit
fi
umask 022
printf 'WIFI:T:WPA;S:%s;P:%s;;\n' "$(hotspot | escaped)" "$(comitup_value ap_password | escaped)" >"$code.new"
mv -- "$code.new" "$code"

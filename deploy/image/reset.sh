#!/usr/bin/env bash
# Make the table new again, when a file named factory-reset lies on the boot partition of its card.
#
#     sudo ./deploy/image/reset.sh
#
# Data and settings are first packed into /var/backups/lexicon-table. If that fails, nothing is deleted. Then they are
# deleted, and so are the Wi-Fi networks that the table knows. reset.txt, beside factory-reset, reports the result.
# If the power fails in the middle, the next start does the rest. DESTDIR=/some/where works below another root.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source=deploy/places.sh
source "$here/../places.sh"
boot=$destination/boot/firmware
backups=$destination/var/backups/$name
told=$boot/reset.txt

# Computers hide the ending of a file's name, or add one, so factory-reset.txt counts, too.
asked_by() { find "$boot" -maxdepth 1 -iname 'factory-reset*' -print 2>/dev/null || true; }

# tell SENTENCE...: write a sentence into reset.txt on the card, and into the system's log.
tell() {
    say "$*"
    printf '%s\n' "$*" >>"$told"
    sync -- "$told"
}

is_empty() { [[ ! -d $1 || -z $(ls -A -- "$1") ]]; }

# Pack data and settings. The archive gets its final name when all of it is on the disk.
pack() {
    local archive parts=()
    is_empty "$data" || parts+=("var/lib/$name")
    is_empty "$party_data" || parts+=("var/lib/$party")
    is_empty "${settings%/*}" || parts+=("etc/$name")
    ((${#parts[@]})) || return 0
    mkdir -p -- "$backups"
    archive=$backups/before-reset-$(date +%Y%m%d-%H%M%S).tar.gz
    tar -C "$destination/" -czf "$archive.part" -- "${parts[@]}" || return 1
    sync -- "$archive.part" && mv -- "$archive.part" "$archive" && sync -- "$backups" || return 1
    tell "What was there before is in ${archive#"$destination"}."
}

make_new() {
    local folder
    for folder in "$data" "$party_data"; do
        if [[ -d $folder ]]; then find "$folder" -mindepth 1 -delete; fi
    done
    # The service runs as another user and must read these files.
    install -d -m 755 -- "${settings%/*}"
    install -m 644 -- "$here/../table.toml" "$settings.new"
    mv -- "$settings.new" "$settings"
    rm -f -- "$destination"/etc/NetworkManager/system-connections/* "$destination"/etc/netplan/90-NM-*.yaml
    sync
}

umask 077
mapfile -t asked < <(asked_by)
if ! ((${#asked[@]})); then exit 0; fi
# On a card that cannot be written the request stays, and would be carried out at every start.
if ! : >"$told"; then give_up "reset.sh: $boot can't be written, so nothing was reset"; fi
rm -f -- "$backups"/*.part
if ! pack; then
    tell "Nothing was reset: data and settings could not be packed. Is the card full?"
    exit 2
fi
make_new
rm -f -- "${asked[@]}"
tell "The table is as new. It has another PIN."

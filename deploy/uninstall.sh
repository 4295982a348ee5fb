#!/usr/bin/env bash
# Remove the table and the hub of parties from this machine: services, program and command. Settings and data stay.
#
#     sudo ./deploy/uninstall.sh [--dry-run] [--data]
#
# --dry-run   say what would be done, and do nothing (no root needed)
# --data      also delete the settings, the journal, the decks, the pictures, the party, and the table's user
#
# The script may be run again at any time. DESTDIR=/some/where removes the files that install.sh installed there.
set -euo pipefail

# shellcheck source=deploy/places.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/places.sh"
everything=

understand() {
    local argument
    for argument in "$@"; do
        case $argument in
            --dry-run) dry=yes ;;
            --data) everything=yes ;;
            --help | -h)
                help_of "${BASH_SOURCE[0]}"
                exit ;;
            *) give_up "uninstall.sh: $argument is not understood (see deploy/uninstall.sh --help)" ;;
        esac
    done
}

is_there() { [[ -e $1 || -L $1 ]]; }

# Remove the files that exist.
remove() {
    local path
    for path in "$@"; do
        if is_there "$path"; then run rm -rf -- "$path"; fi
    done
}

stop_services() {
    local service
    for service in "$party.service" "$party-forget.timer" "$name.service"; do
        if is_there "$units/$service"; then run systemctl disable --now "$service"; fi
    done
}

remove_user() {
    if id -u "$name" >/dev/null 2>&1; then run userdel "$name"; fi
}

understand "$@"
needs_root uninstall.sh
if [[ ! $destination ]]; then stop_services; fi
remove "${services[@]/#/$units/}" "${party_services[@]/#/$units/}" "$users" "$folders" "$command" "$program" "$program.new" "$releases"
if [[ ! $destination ]]; then run systemctl daemon-reload; fi
if [[ $everything ]]; then
    remove "${settings%/*}" "$data" "$party_data"
    if [[ ! $destination ]]; then remove_user; fi
else
    for kept in "$settings" "$data" "$party_data"; do
        if is_there "$kept"; then say "$kept stays. --data deletes it."; fi
    done
fi

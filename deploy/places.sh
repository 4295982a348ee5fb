# shellcheck shell=bash
# The places of an installed table, for the scripts that install it and remove it. They source this file, which changes
# nothing by itself.
# shellcheck disable=SC2034  # whoever sources it uses them

name=lexicon-table
destination=${DESTDIR:-}
# pip cannot make an address of a path that begins with two slashes.
destination=${destination%/}
# A link to one of the releases, each with its own environment.
program=$destination/opt/$name
releases=$program.releases
settings=$destination/etc/$name/table.toml
users=$destination/etc/sysusers.d/$name.conf
folders=$destination/etc/tmpfiles.d/$name.conf
units=$destination/etc/systemd/system
services=("$name.service" "$name-repair.service")
# The hub of parties, which only some machines have.
party=lexicon-party
party_services=("$party.service" "$party-forget.service" "$party-forget.timer")
command=$destination/usr/local/bin/$name
data=$destination/var/lib/$name
party_data=$destination/var/lib/$party
dry=

say() { printf '%s\n' "$*" >&2; }

give_up() {
    say "$@"
    exit 2
}

# run COMMAND...: run the command, or with --dry-run only print it.
run() {
    if [[ $dry ]]; then
        say "would run: $*"
    else
        "$@"
    fi
}

# needs_root SCRIPT: end with a message if this user may not change the machine.
needs_root() {
    if [[ $dry || $destination || $(id -u) == 0 ]]; then return; fi
    give_up "$1: root is needed: sudo ./deploy/$1 (--dry-run only says what it would do)"
}

# help_of SCRIPT: print the script's first comment.
help_of() { sed -n '2,/^set -euo/{/^set/d;s/^# \{0,1\}//;p}' "$1"; }

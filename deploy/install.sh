#!/usr/bin/env bash
# Make this machine a table: the program in /opt/lexicon-table, a user of its own, and a service that starts with it.
#
#     sudo ./deploy/install.sh [--dry-run] [--no-start]
#
# --dry-run   say what would be done, and do nothing (no root needed)
# --no-start  install everything, but let the service rest
#
# It may be run again at any time: a newer checkout is installed beside the old one, tried, and takes its place from one
# moment to the next; where that fails the old one plays on as it was. Settings, journal, decks and words stay.
# DESTDIR=/some/where installs the files there, without a user or a running service (for an image).
set -euo pipefail

source_tree=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=deploy/places.sh
source "$source_tree/deploy/places.sh"
# shellcheck source=deploy/releases.sh
source "$source_tree/deploy/releases.sh"
# Cameras, pins, the display's bus, and the buffers a Pi's camera hands its pictures over in.
groups=(video gpio i2c render)
start=yes

understand() {
    local argument
    for argument in "$@"; do
        case $argument in
            --dry-run) dry=yes ;;
            --no-start) start= ;;
            --help | -h)
                help_of "${BASH_SOURCE[0]}"
                exit ;;
            *) give_up "install.sh: $argument is not understood (see deploy/install.sh --help)" ;;
        esac
    done
}

# A system user without a login, in those of the groups that this machine has.
make_user() {
    local group
    if ! id -u "$name" >/dev/null 2>&1; then
        run useradd --system --user-group --home-dir "/var/lib/$name" --shell /usr/sbin/nologin "$name"
    fi
    for group in "${groups[@]}"; do
        if getent group "$group" >/dev/null; then
            run usermod --append --groups "$group" "$name"
        fi
    done
}

# Whether the release in use is what would be installed, and whole.
is_installed() {
    local part
    [[ -L $program ]] || return 1
    for part in "${parts[@]}"; do
        diff -rq -x __pycache__ -x '*.egg-info' -- "$source_tree/$part" "$program/$part" >/dev/null 2>&1 || return 1
    done
    (
        # shellcheck source=deploy/setup.sh
        source "$program/deploy/setup.sh"
        is_set_up run
    )
}

install_program() {
    local number=1
    alone_with_releases
    if is_installed; then
        say "$program is this very edition already"
        return
    fi
    while [[ -e $releases/$number ]]; do number=$((number + 1)); done
    if [[ ! $dry ]]; then trap 'rm -rf -- "$releases/'"$number"'"' EXIT; fi
    make_release "$source_tree" "$releases/$number"
    trap - EXIT
    switch_to_release "$number"
}

install_files() {
    run mkdir -p "${settings%/*}" "${unit%/*}" "${command%/*}"
    if [[ -e $settings ]]; then
        say "$settings stays as it is"
    else
        run cp -- "$source_tree/deploy/table.toml" "$settings"
    fi
    run cp -- "$source_tree/deploy/$name.service" "$unit"
    run ln -sfn -- "/opt/$name/.venv/bin/$name" "$command"
}

start_service() {
    run systemctl daemon-reload
    run systemctl enable "$name"
    if [[ $start ]]; then
        run systemctl restart "$name"
        say "The table is up when this says so: systemctl status $name"
    fi
}

understand "$@"
needs_root install.sh
if [[ ! $destination ]]; then
    make_user
fi
install_program
install_files
if [[ ! $destination ]]; then
    start_service
fi

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
# What the program consists of; everything else in a checkout is for its makers.
parts=(engine vision device web deploy docs pyproject.toml README.md LICENSE)
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

# A release with a private environment, made of the pinned packages as deploy/setup.sh makes it for everybody.
make_release() {
    local release=$1 part
    run mkdir -p "$release"
    for part in "${parts[@]}"; do
        run cp -R -- "$source_tree/$part" "$release/$part"
    done
    if [[ $dry ]]; then
        say "would set up $release/.venv from deploy/requirements.txt"
        return
    fi
    (
        # shellcheck source=deploy/setup.sh
        source "$release/deploy/setup.sh"
        set_up run
    )
    # Compiled now: the service may not write here, and a board takes seconds over it at every start.
    "$release/.venv/bin/python" -m compileall -q "$release"/{engine,vision,device,web}
}

install_program() {
    local number=1
    if is_installed; then
        say "$program is this very edition already"
        return
    fi
    while [[ -e $releases/$number ]]; do number=$((number + 1)); done
    if [[ ! $dry ]]; then trap 'rm -rf -- "$releases/'"$number"'"' EXIT; fi
    make_release "$releases/$number"
    trap - EXIT
    switch_to_release "$number"
}

# From one moment to the next $program is the release of that number. The one before stays: a program may still be
# running there.
switch_to_release() {
    local before old
    before=$(readlink -f -- "$program" || true)
    run ln -sfn -- "$name.releases/$1" "$program.new"
    if [[ -d $program && ! -L $program ]]; then
        # One of an earlier edition is a folder, which no link can take the place of.
        before=$releases/before
        run mv -- "$program" "$before"
    fi
    run mv -fT -- "$program.new" "$program"
    for old in "$releases"/*; do
        if [[ -e $old && ! $old -ef $before && $old != "$releases/$1" ]]; then run rm -rf -- "$old"; fi
    done
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
    # While an image is made, no systemd runs.
    if [[ -d /run/systemd/system ]]; then run systemctl daemon-reload; fi
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

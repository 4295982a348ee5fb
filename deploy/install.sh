#!/usr/bin/env bash
# Make this machine a table: the program in /opt/lexicon-table, a user of its own, and a service that starts with it.
#
#     sudo ./deploy/install.sh [--dry-run] [--no-start]
#
# --dry-run   say what would be done, and do nothing (no root needed)
# --no-start  install everything, but let the service rest
#
# It may be run again at any time: a newer checkout is installed over the old one, and settings, journal, decks and
# words stay. DESTDIR=/some/where installs the files there, without a user or a running service (for an image).
set -euo pipefail

source_tree=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
name=lexicon-table
destination=${DESTDIR:-}
program=$destination/opt/$name
settings=$destination/etc/$name/table.toml
unit=$destination/etc/systemd/system/$name.service
command=$destination/usr/local/bin/$name
# What the program consists of; everything else in a checkout is for its makers.
parts=(engine vision device web deploy docs pyproject.toml README.md LICENSE)
# Cameras, pins, the display's bus, and the buffers a Pi's camera hands its pictures over in.
groups=(video gpio i2c render)
dry=
start=yes

say() { printf '%s\n' "$*" >&2; }

give_up() {
    say "$@"
    exit 2
}

# run COMMAND...: does it, or says that it would.
run() {
    if [[ $dry ]]; then
        say "would run: $*"
    else
        "$@"
    fi
}

understand() {
    local argument
    for argument in "$@"; do
        case $argument in
            --dry-run) dry=yes ;;
            --no-start) start= ;;
            --help | -h)
                sed -n '2,/^set -euo/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
                exit ;;
            *) give_up "install.sh: $argument is not understood (see deploy/install.sh --help)" ;;
        esac
    done
}

may_install() {
    if [[ $dry || $destination || $(id -u) == 0 ]]; then return; fi
    give_up "install.sh: root is needed to install: sudo ./deploy/install.sh (--dry-run only says what it would do)"
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

stop_service() {
    if systemctl is-active --quiet "$name" 2>/dev/null; then
        run systemctl stop "$name"
    fi
}

copy_program() {
    local part
    run mkdir -p "$program"
    if [[ $source_tree -ef $program ]]; then return; fi
    for part in "${parts[@]}"; do
        run rm -rf -- "${program:?}/$part"
        run cp -R -- "$source_tree/$part" "$program/$part"
    done
}

# Its private environment, made of the pinned packages as deploy/setup.sh makes it for everybody.
make_environment_there() {
    if [[ $dry ]]; then
        say "would set up $program/.venv from deploy/requirements.txt"
        return
    fi
    (
        # shellcheck source=deploy/setup.sh
        source "$program/deploy/setup.sh"
        set_up run
    )
    # Compiled now: the service may not write here, and a board takes seconds over it at every start.
    "$program/.venv/bin/python" -m compileall -q "$program"/{engine,vision,device,web}
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
may_install
if [[ ! $destination ]]; then
    make_user
    stop_service
fi
copy_program
make_environment_there
install_files
if [[ ! $destination ]]; then
    start_service
fi

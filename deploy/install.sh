#!/usr/bin/env bash
# Make this machine a table: the program in /opt/lexicon-table, a user of its own, and a service that starts with it.
#
#     sudo ./deploy/install.sh [--dry-run] [--no-start] [--camera] [--i2c] [--party] [--trust-bundle]
#
# --dry-run       say what would be done, and do nothing (no root needed)
# --no-start      install everything, but do not start the service
# --camera        let Raspberry Pi OS look for a camera at its ribbon cable
# --i2c           let Raspberry Pi OS switch on the header's I2C bus, for hardware of your own
# --party         make the machine the hub of parties, too: a service of its own, with Debian's broker. It stays the hub
# --trust-bundle  use a bundle that no maker of this program has signed
#
# The script may be run again at any time, also after it was interrupted. A newer checkout or release is installed
# beside the old one, tried, and put in its place in one step. If that fails, the old one stays in use.
# Settings, journal, decks and words stay. Without a network the script installs from the folder bundle that
# deploy/bundle.sh made. DESTDIR=/some/where installs the files there for an image, without a user or a running service.
set -euo pipefail
# The service must read the installed files, whatever umask root has.
umask 022

source_tree=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=deploy/places.sh
source "$source_tree/deploy/places.sh"
# shellcheck source=deploy/releases.sh
source "$source_tree/deploy/releases.sh"
start=yes
camera=
i2c=
as_hub=

understand() {
    local argument
    for argument in "$@"; do
        case $argument in
            --dry-run) dry=yes ;;
            --no-start) start= ;;
            --camera) camera=yes ;;
            --i2c) i2c=yes ;;
            --party) as_hub=yes ;;
            --trust-bundle) export TRUST_BUNDLE=yes ;;
            --help | -h)
                help_of "${BASH_SOURCE[0]}"
                exit ;;
            *) give_up "install.sh: $argument is not understood (see deploy/install.sh --help)" ;;
        esac
    done
}

# Check the bundle beside this release before anything is changed.
use_bundle() {
    [[ -d $source_tree/bundle ]] || return 0
    export BUNDLE=$source_tree/bundle
    (
        # shellcheck source=deploy/setup.sh
        source "$source_tree/deploy/setup.sh"
        check_bundle
    )
}

# A hub needs a broker. A machine that was installed as a hub before stays a hub.
prepare_hub() {
    if [[ -e $units/${party_services[0]} ]]; then as_hub=yes; fi
    if [[ ! $as_hub ]]; then return; fi
    (
        # shellcheck source=deploy/setup.sh
        source "$source_tree/deploy/setup.sh"
        if [[ $dry ]]; then
            missing_of "${needs_party[@]}" | while read -r package; do say "would install with apt: $package"; done
        else
            require_packages "${needs_party[@]}"
        fi
    )
}

# digest TREE: print a digest of the program in a tree. Different editions have different digests.
digest() { packed "$source_tree" "$1" "${parts[@]}" | sha256sum; }

# True if the release in use is complete and the same as the one to install.
is_installed() {
    [[ -L $program ]] || return 1
    [[ $(digest "$program" 2>/dev/null) == "$(digest "$source_tree")" ]] || return 1
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

# Install the packages that an installed table uses and a demo does not.
install_packages() {
    if [[ $dry ]]; then
        say "would install what is missing of openssh-client, with which upgrades are checked"
        return
    fi
    (
        # shellcheck source=deploy/setup.sh
        source "$source_tree/deploy/setup.sh"
        offer "upgrades" "${needs_installed[@]}"
    )
}

# put FILE PLACE: copy a file so that PLACE never holds a part of it.
put() {
    run cp -- "$source_tree/deploy/$1" "$2.new"
    run mv -fT -- "$2.new" "$2"
}

install_files() {
    local service
    run mkdir -p "${settings%/*}" "${users%/*}" "${folders%/*}" "$units" "${command%/*}"
    if [[ -e $settings ]]; then
        say "$settings stays as it is"
    else
        put table.toml "$settings"
    fi
    put "$name.sysusers" "$users"
    put "$name.tmpfiles" "$folders"
    for service in "${services[@]}"; do put "$service" "$units/$service"; done
    if [[ $as_hub ]]; then
        # The next run knows a hub by its first unit, which is therefore written last.
        for service in "${party_services[@]:1}" "${party_services[0]}"; do put "$service" "$units/$service"; done
    fi
    run ln -sfn -- "/opt/$name/.venv/bin/$name" "$command"
}

# Switch on the hardware of Raspberry Pi OS that an option asks for.
switch_on_hardware() {
    local file
    if [[ ! $camera && ! $i2c ]]; then return; fi
    if [[ $destination ]] || ! command -v raspi-config >/dev/null; then
        say "--camera and --i2c were left out: raspi-config, with which they are switched on, is not on this machine."
        return
    fi
    if [[ $i2c ]]; then run raspi-config nonint do_i2c 0; fi
    if [[ $camera ]]; then
        for file in /boot/firmware/config.txt /boot/config.txt; do
            if [[ -e $file ]]; then
                run raspi-config nonint set_config_var camera_auto_detect 1 "$file"
                break
            fi
        done
    fi
    say "If the camera or the bus is not found, restart the machine once: sudo reboot"
}

start_service() {
    # While an image is made, no systemd runs.
    if [[ -d /run/systemd/system ]]; then run systemctl daemon-reload; fi
    run systemctl enable "$name"
    if [[ $start ]]; then
        run systemctl restart "$name"
        if [[ ! $dry ]]; then tell_the_way; fi
    fi
    if [[ $as_hub ]]; then start_hub; fi
}

# Start the hub's services. A party continues where it was.
start_hub() {
    run systemctl enable "$party" "$party-forget.timer"
    if [[ $start ]]; then
        run systemctl restart "$party" "$party-forget.timer"
        if [[ ! $dry ]]; then tell_the_hubs_way; fi
    fi
}

# lines_since_start SERVICE: print the lines that the service printed since its last start.
lines_since_start() {
    journalctl --output cat --no-pager \
        "_SYSTEMD_INVOCATION_ID=$(systemctl show --property InvocationID --value "$1")" 2>/dev/null || true
}

# lines_with WORDS SERVICE: print these lines as soon as they hold the words, or after ten seconds.
lines_with() {
    local lines
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        lines=$(lines_since_start "$2")
        if [[ $lines == *"$1"* ]]; then break; fi
        sleep 1
    done
    printf '%s\n' "$lines"
}

# Print the table's addresses for phones, its PIN if it is new, and a code of the address to scan.
tell_the_way() {
    local lines
    lines=$(lines_with "Phones " "$name")
    printf '%s\n' "$lines" | grep -e "The table's PIN is" -e 'Phones ' -e 'The first phone' >&2 ||
        say "The table is up when this says so: systemctl status $name"
    if [[ $lines != *"The table's PIN is"* ]]; then
        say "Its PIN is the one that it had. If it is lost: sudo systemctl stop $name; sudo -u $name $name pin --settings $settings"
    fi
    draw_code "$(printf '%s\n' "$lines" | sed -n 's/^Phones on the same network: //p' | tail -n 1)"
}

# Print the addresses of the room's screen and of the host's page, and a code of the host's page to scan.
tell_the_hubs_way() {
    local lines
    lines=$(lines_with "The host's page: " "$party")
    printf '%s\n' "$lines" | grep -e "The room's screen: " -e "The host's page: " >&2 ||
        say "The hub is up when this says so: systemctl status $party"
    draw_code "$(printf '%s\n' "$lines" | sed -n "s/^The host's page: //p" | tail -n 1)"
}

# draw_code ADDRESS: draw a code to scan, if there is an address.
draw_code() {
    if [[ ! $1 ]]; then return; fi
    "$program/.venv/bin/python" -c 'import sys; from device.network import qr_code_text; print(qr_code_text(sys.argv[1]))' \
        "$1" >&2 || true
}

understand "$@"
needs_root install.sh
use_bundle
prepare_hub
install_program
install_packages
install_files
switch_on_hardware
if [[ ! $destination ]]; then
    run systemd-sysusers "$users"
    run systemd-tmpfiles --create "$folders"
    start_service
fi

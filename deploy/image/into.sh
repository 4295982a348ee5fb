#!/usr/bin/env bash
# Put the table into the root of an image: the program with its service, and what an image has besides.
#
#     sudo [WHEELS=FOLDER] ./deploy/image/into.sh ROOT
#
# WHEELS are the pinned packages, for ROOT's processor and Python, where they are not to come from the network.
# ROOT is a folder with Debian or Raspberry Pi OS for arm64, in which programs can be run (by qemu-user-static where this
# machine is none), and the packages of deploy/image/packages. make.sh calls it, and the layer for rpi-image-gen.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
image=${1:?into.sh: the root of the image is missing}
copy=/usr/src/lexicon-table
# shellcheck source=deploy/places.sh
source "$here/../places.sh"
# shellcheck source=deploy/releases.sh
source "$here/../releases.sh"

# What pip is told on this machine, such as where certificates lie, is not so in the image.
inside() {
    local name clean=()
    for name in "${!PIP_@}"; do clean+=(--unset="$name"); done
    "${hidden[@]}" chroot "$image" /usr/bin/env "${clean[@]}" "$@"
}

# Programs for another processor run in an emulator, and onnxruntime crashes there when /sys describes this machine's cores.
hidden=()
if [[ $(dpkg --print-architecture) != $(chroot "$image" dpkg --print-architecture) ]]; then
    # shellcheck disable=SC2016  # the inner shell replaces them
    hidden=(unshare --mount sh -c 'mount -t tmpfs none "$0/sys" && exec "$@"' "$image")
fi
mkdir -p -- "$image$copy"
packed "$here/../.." "$here/../.." "${parts[@]}" | tar -C "$image$copy" --no-same-owner -xf -
given=(BOARD="${BOARD:-}")
if [[ ${WHEELS:-} ]]; then
    cp -R -- "$WHEELS" "$image$copy/wheels"
    given+=(PIP_NO_INDEX=1 PIP_FIND_LINKS="$copy/wheels")
fi
inside "${given[@]}" "$copy/deploy/install.sh" --no-start
rm -rf -- "${image:?}$copy"
cp -R -- "$here"/files/. "$image"/
# The image's own scripts lie outside of the releases, none of which has them.
own=$image/usr/local/lib/lexicon-table
install -D -m 644 -t "$own" -- "$here/../places.sh" "$here/../table.toml"
install -D -m 755 -t "$own/image" -- "$here"/{hotspot,log,reset}.sh
inside systemctl enable lexicon-table-reset.service lexicon-table-log.timer
# The package has made keys, which every card would share: each makes its own (files/etc/systemd/system/ssh.service.d).
rm -f -- "$image"/etc/ssh/ssh_host_*

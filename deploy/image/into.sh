#!/usr/bin/env bash
# Put the table into the root of an image: the program with its service, and the files that only an image has.
#
#     sudo [WHEELS=FOLDER] ./deploy/image/into.sh ROOT
#
# WHEELS is a folder with the pinned packages for ROOT's processor and Python. Without it they come from the network.
# ROOT is a folder with Debian or Raspberry Pi OS for arm64 and the packages of deploy/image/packages. Its programs must
# run on this machine, by qemu-user-static if it has another processor. make.sh calls this script, and so does the layer
# for rpi-image-gen.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
image=${1:?into.sh: the root of the image is missing}
copy=/usr/src/lexicon-table
# shellcheck source=deploy/places.sh
source "$here/../places.sh"
# shellcheck source=deploy/releases.sh
source "$here/../releases.sh"

# pip's settings on this machine, such as the place of certificates, are wrong in the image.
inside() {
    local name clean=()
    for name in "${!PIP_@}"; do clean+=(--unset="$name"); done
    "${hidden[@]}" chroot "$image" /usr/bin/env "${clean[@]}" "$@"
}

# Programs for another processor run in an emulator. onnxruntime crashes there if /sys describes this machine's cores.
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
# The image's own scripts lie outside the releases, because no release has them.
own=$image/usr/local/lib/lexicon-table
install -D -m 644 -t "$own" -- "$here/../places.sh" "$here/../table.toml"
install -D -m 755 -t "$own/image" -- "$here"/{hotspot,log,reset}.sh
inside systemctl enable lexicon-table-reset.service lexicon-table-log.timer
# The package of ssh made host keys, which all cards would share. Delete them: each card makes its own
# (files/etc/systemd/system/ssh.service.d).
rm -f -- "$image"/etc/ssh/ssh_host_*

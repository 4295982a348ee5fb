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
root=${1:?into.sh: the root of the image is missing}
copy=/usr/src/lexicon-table

# What pip is told on this machine, such as where certificates lie, is not so in the image.
inside() {
    local name clean=()
    for name in "${!PIP_@}"; do clean+=(--unset="$name"); done
    chroot "$root" /usr/bin/env "${clean[@]}" "$@"
}

mkdir -p -- "$root$copy"
tar -C "$here/../.." --exclude=__pycache__ --exclude=.venv -cf - engine vision device web deploy docs pyproject.toml README.md LICENSE |
    tar -C "$root$copy" --no-same-owner -xf -
given=(BOARD="${BOARD:-}")
if [[ ${WHEELS:-} ]]; then
    cp -R -- "$WHEELS" "$root$copy/wheels"
    given+=(PIP_NO_INDEX=1 PIP_FIND_LINKS="$copy/wheels")
fi
inside "${given[@]}" "$copy/deploy/install.sh" --no-start
rm -rf -- "${root:?}$copy"
cp -R -- "$here"/files/. "$root"/
inside systemctl enable lexicon-table-reset.service lexicon-table-log.timer

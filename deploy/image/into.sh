#!/usr/bin/env bash
# Put the table into the root of an image: the program with its service, and what an image has besides.
#
#     sudo ./deploy/image/into.sh ROOT
#
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

# The commands that systemd would be asked to run are noted in the image, and run when it starts.
inside() { chroot "$image" /usr/bin/env "$@"; }

mkdir -p -- "$image$copy"
packed "$here/../.." "$here/../.." "${parts[@]}" | tar -C "$image$copy" --no-same-owner -xf -
inside BOARD="${BOARD:-}" "$copy/deploy/install.sh" --no-start
rm -rf -- "${image:?}$copy"
cp -R -- "$here"/files/. "$image"/
inside systemctl enable lexicon-table-reset.service lexicon-table-log.timer

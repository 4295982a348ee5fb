#!/usr/bin/env bash
# Make an image for arm64, start it in an emulator, and check that it is a table.
#
#     sudo ./deploy/try-arm64.sh [--short] [--cuts N] [--arch amd64] [--image FOLDER] [OPTION...]
#
# The script checks that the page answers, `doctor` reports no fault, golden scenes are read right, the service is
# confined, `play` reads pictures, and no event is lost when the power is cut while simulated people play. A match must
# also survive good upgrades, bad ones, and upgrades that a power cut ends. Each check prints one line of JSON.
#
# --short         two power cuts while people play and two in an upgrade, instead of fifty and five
# --arch amd64    the same image for a PC, which needs KVM and no emulation
# --image FOLDER  work in this folder, and use its image if it has one (default: out/arm64)
# Other options go to deploy/image/trial.py: --memory 512, --cpu cortex-a53, --port 18200, --speed 4, --only hands ...
set -euo pipefail

# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"
arch=arm64
folder=
cuts=50
upgrade_cuts=4
options=()
declare -A emulators packages
# Scenes with ordinary cards on ordinary tables. One scene has two dozen cards.
scenes=(deck-index-sans border-line camera-vga)

while (($#)); do
    case $1 in
        --short) cuts=2; upgrade_cuts=1 ;;
        --cuts) cuts=$2; shift ;;
        --arch) arch=$2; shift ;;
        --image) folder=$2; shift ;;
        --help | -h) sed -n '2,/^set -euo/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit ;;
        *) options+=("$1") ;;
    esac
    shift
done

emulators=([arm64]=qemu-system-aarch64 [amd64]=qemu-system-x86_64)
packages=([arm64]=qemu-system-arm [amd64]=qemu-system-x86)
[[ ${emulators[$arch]:-} ]] || give_up "--arch $arch: choose from ${!emulators[*]}"
for tool in "${emulators[$arch]}" qemu-img ssh; do
    command -v "$tool" >/dev/null || give_up "$tool is missing:" \
        "sudo apt-get install --no-install-recommends ${packages[$arch]} qemu-utils openssh-client"
done
folder=${folder:-$root/out/$arch}
set_up run
mkdir -p -- "$folder"
if [[ ! -e $folder/key ]]; then ssh-keygen -q -t ed25519 -N '' -C try-arm64 -f "$folder/key"; fi
if [[ ! -e $folder/disk.img ]]; then
    mkdir -p -- "$folder/scenes"
    for scene in "${scenes[@]}"; do cp -- "$root/tests/vision/scenes/$scene.jpg" "$folder/scenes"; done
    "$root/deploy/image/make.sh" "$folder" --arch "$arch" --key "$folder/key.pub" --scenes "$folder/scenes"
fi
cd -- "$root"
exec env PYTHONPATH="$root" "$venv/bin/python" -m deploy.image.trial "$folder" --key "$folder/key" \
    --scenes "$root/tests/vision/scenes" --cuts "$cuts" --upgrade-cuts "$upgrade_cuts" "${options[@]}"

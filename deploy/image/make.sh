#!/usr/bin/env bash
# Make an image of a table with Debian's own kernel. try-arm64.sh starts such an image.
#
#     sudo ./deploy/image/make.sh FOLDER [--arch arm64|amd64] [--suite bookworm|trixie] [--key FILE.pub] [--scenes FOLDER]
#
# FOLDER gets disk.img (a boot partition and the root), vmlinuz and initrd.img. For trials, --key lets root log in with
# that SSH key, and --scenes puts pictures into /srv/scenes. An image for this machine's processor starts in seconds. A
# Raspberry Pi needs its own firmware and camera libraries: lexicon-table.yaml makes that image, with the same into.sh.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source=deploy/places.sh
source "$here/../places.sh"
suite=bookworm
arch=arm64
key=
scenes=
folder=
needed=(qemu-user-static binfmt-support arch-test mmdebstrap e2fsprogs dosfstools mtools fdisk)
mirror=${MIRROR:-http://deb.debian.org}

understand() {
    while (($#)); do
        case $1 in
            --arch) arch=$2; shift ;;
            --suite) suite=$2; shift ;;
            --key) key=$(realpath -- "$2"); shift ;;
            --scenes) scenes=$(realpath -- "$2"); shift ;;
            --help | -h) help_of "${BASH_SOURCE[0]}"; exit ;;
            -*) give_up "make.sh: $1 is not understood (see deploy/image/make.sh --help)" ;;
            *) folder=$1 ;;
        esac
        shift
    done
    [[ $folder ]] || give_up "make.sh: name the folder that gets the image"
}

require_tools() {
    local tool missing=()
    for tool in arch-test mmdebstrap mke2fs mkfs.vfat mcopy sfdisk; do
        command -v "$tool" >/dev/null || missing+=("$tool")
    done
    if ((${#missing[@]})); then
        give_up "make.sh: ${missing[*]} missing. sudo apt-get install --no-install-recommends ${needed[*]}"
    fi
    arch-test "$arch" >/dev/null || give_up "make.sh: programs for $arch can't be run here." \
        "Where systemd does not run: mount -t binfmt_misc none /proc/sys/fs/binfmt_misc; update-binfmts --enable qemu-aarch64"
}

packages() { sed 's/#.*//;/^ *$/d' "$here/packages" | paste -sd,; }

# Add the parts that only a trial needs: an SSH key for the script, and pictures to read.
trial() {
    local root=$1
    if [[ $key ]]; then
        install -D -m 600 -- "$key" "$root/root/.ssh/authorized_keys"
        # An emulator on a busy machine takes minutes for work that a board does in seconds.
        install -D -m 644 /dev/stdin "$root/etc/systemd/system/$name.service.d/slow.conf" \
            <<<$'[Service]\nTimeoutStartSec=30min\nWatchdogSec=10min'
        install -D -m 644 /dev/stdin "$root/etc/systemd/system.conf.d/slow.conf" \
            <<<$'[Manager]\nDefaultTimeoutStartSec=30min\nDefaultDeviceTimeoutSec=30min'
        install -D -m 644 /dev/stdin "$root/etc/ssh/sshd_config.d/slow.conf" <<<'LoginGraceTime 0'
    fi
    if [[ $scenes ]]; then
        mkdir -p -- "$root/srv"
        cp -R --no-preserve=ownership -- "$scenes" "$root/srv/scenes"
    fi
}

make_root() {
    local root=$1
    rm -rf -- "$root"
    local sources=("deb $mirror/debian $suite main" "deb $mirror/debian $suite-updates main"
        "deb $mirror/debian-security $suite-security main")
    # All packages are named; recommended ones and manuals are left out, as in the image for a Pi. The kernel starts only in
    # an emulator, so its initrd has few modules: with emulated programs, all modules would take a quarter of an hour.
    # shellcheck disable=SC2016  # mmdebstrap hands the root to each hook
    mmdebstrap --mode=root --architectures="$arch" --variant=minbase \
        --aptopt='APT::Install-Recommends "false"' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --include="$(packages),linux-image-$arch,initramfs-tools" \
        --essential-hook='cd "$1" && mkdir -p etc/initramfs-tools/conf.d usr/share/initramfs-tools/modules.d' \
        --essential-hook='echo MODULES=list >"$1/etc/initramfs-tools/conf.d/lean"' \
        --essential-hook='printf "%s\n" virtio_pci virtio_blk ext4 >"$1/usr/share/initramfs-tools/modules.d/lean"' \
        --customize-hook="$here/into.sh \"\$1\"" \
        "$suite" "$root" "${sources[@]}"
    printf 'lexicon-table\n' >"$root/etc/hostname"
    printf 'LABEL=rootfs / ext4 defaults,noatime 0 1\nLABEL=bootfs /boot/firmware vfat defaults,nofail 0 2\n' >"$root/etc/fstab"
    mkdir -p -- "$root/boot/firmware"
    trial "$root"
}

# Make a disk with the layout of a Pi's card: a boot partition that any computer reads, and the root.
make_disk() {
    local root=$1 disk=$2 boot=256 size
    size=$(($(du -sm -- "$root" | cut -f1) + 1536))
    rm -f -- "$disk"
    truncate -s "$((boot + size + 2))M" "$disk"
    sfdisk --quiet "$disk" <<<"label: dos
start=2048, size=${boot}MiB, type=c
start=$(((boot + 1) * 2048)), type=83"
    truncate -s "${boot}M" "$disk.boot"
    mkfs.vfat -F 32 -n bootfs "$disk.boot" >/dev/null
    mke2fs -q -t ext4 -L rootfs -d "$root" "$disk.root" "${size}M"
    dd if="$disk.boot" of="$disk" bs=1M seek=1 conv=notrunc,sparse status=none
    dd if="$disk.root" of="$disk" bs=1M seek="$((boot + 1))" conv=notrunc,sparse status=none
    rm -f -- "$disk.boot" "$disk.root"
}

understand "$@"
needs_root image/make.sh
require_tools
mkdir -p -- "$folder"
printf '%s\n' "$arch" >"$folder/arch"
make_root "$folder/root"
cp -L -- "$folder"/root/boot/vmlinuz-* "$folder/vmlinuz"
cp -L -- "$folder"/root/boot/initrd.img-* "$folder/initrd.img"
make_disk "$folder/root" "$folder/disk.img"
rm -rf -- "${folder:?}/root"
say "$folder/disk.img is the image; try it with deploy/try-arm64.sh --image $folder"

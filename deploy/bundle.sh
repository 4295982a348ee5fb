#!/usr/bin/env bash
# Gather what install.sh downloads, for a machine without a network: the pinned Python packages and Debian's packages.
#
#     ./deploy/bundle.sh [--arch arm64] [--python 3.11]... [--sources FILE] [--source LINE]...
#                        [--status FILE] [--no-debs] [--key FILE] [--out FOLDER]
#
# --arch      arm64, as a Raspberry Pi has it, or amd64
# --python    the Pythons to bring packages for, by default 3.11 and 3.13: those of Debian 12 and 13
# --sources   a file as in /etc/apt with Debian's sources of the other machine's release; by default this machine's own
# --source    a further source, as a line of sources.list, such as Raspberry Pi's archive, which has python3-picamera2
# --status    the other machine's /var/lib/dpkg/status: packages that it has are left out; by default none is left out
# --no-debs   leave Debian's packages out
# --key       sign the bundle with this key, as deploy/release.sh signs a release; an unsigned bundle must be trusted
# --out       the folder in which the bundle is made, by default dist
#
# The script makes the folder FOLDER/bundle, and the archive lexicon-table-VERSION-bundle-ARCH.tar from it. Unpack the
# archive beside the release archive: the folder bundle then lies in the release's folder, where install.sh finds it.
# No package is installed on this machine.
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"
# shellcheck source=deploy/places.sh
source "$root/deploy/places.sh"
arch=arm64
pythons=()
sources=
extra=()
status=/dev/null
debs=yes
key=
out=$root/dist

understand() {
    while (($#)); do
        case $1 in
            --no-debs)
                debs=
                shift
                continue ;;
            --help | -h)
                help_of "${BASH_SOURCE[0]}"
                exit ;;
        esac
        if [[ $# == 1 ]]; then give_up "bundle.sh: $1 is not understood, or lacks its value (see deploy/bundle.sh --help)"; fi
        case $1 in
            --arch) arch=$2 ;;
            --python) pythons+=(--python "$2") ;;
            --sources) sources=$2 ;;
            --source) extra+=("$2") ;;
            --status) status=$2 ;;
            --key) key=$2 ;;
            --out) out=$2 ;;
            *) give_up "bundle.sh: $1 is not understood (see deploy/bundle.sh --help)" ;;
        esac
        shift 2
    done
    if ((!${#pythons[@]})); then pythons=(--python 3.11 --python 3.13); fi
}

# private_apt PROGRAM ARGUMENT...: run a program of apt for the other machine's architecture, with lists and a state of
# its own.
private_apt() {
    local program=$1
    shift
    "$program" -o Dir::State="$state" -o Dir::State::Status="$status" -o Dir::Cache="$state/cache" \
        -o Dir::Etc::SourceList="$state/none" -o Dir::Etc::SourceParts="$state/sources" \
        -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o APT::Install-Recommends=false \
        -o APT::Sandbox::User=root -o Acquire::Languages=none -o Debug::NoLocking=true "$@"
}

copy_sources() {
    local file number=0
    mkdir -p -- "$state/sources" "$state/lists/partial" "$state/cache/archives/partial"
    if [[ $sources ]]; then
        cp -- "$sources" "$state/sources/"
    else
        for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
            if [[ -e $file ]]; then cp -- "$file" "$state/sources/"; fi
        done
    fi
    for file in "${extra[@]}"; do
        number=$((number + 1))
        printf '%s\n' "$file" >"$state/sources/extra-$number.list"
    done
}

# Print the packages that no source has.
not_to_be_had() {
    local package
    for package in "$@"; do
        private_apt apt-get --simulate --quiet install "$package" >/dev/null 2>&1 || printf '%s\n' "$package"
    done
}

# index FOLDER: write the index that apt needs of the packages in the folder.
index() {
    local deb
    for deb in "$1"/*.deb; do
        dpkg-deb --field "$deb"
        printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "${deb##*/}" "$(stat --format %s "$deb")" \
            "$(sha256sum <"$deb" | cut -d ' ' -f 1)"
    done >"$1/Packages"
}

# Copy the licence file of each Debian package.
keep_copyrights() {
    local deb package file
    mkdir -p -- "$folder/licences"
    for deb in "$folder"/apt/*.deb; do
        package=$(dpkg-deb --field "$deb" Package)
        file=$folder/licences/debian-$package.txt
        dpkg-deb --fsys-tarfile "$deb" |
            tar --extract --to-stdout --wildcards --file - './usr/share/doc/*/copyright' >"$file" 2>/dev/null || true
        # Packages of the same source may share one documentation folder.
        if [[ ! -s $file ]]; then
            dpkg-deb --contents "$deb" | sed -n "s,.* \./usr/share/doc/$package -> ,The licence of $package is that of ,p" >"$file"
        fi
    done
}

bring_debs() {
    local wanted missing package chosen=()
    state=$(mktemp -d)
    trap 'rm -rf -- "$state"' EXIT
    copy_sources
    private_apt apt-get --quiet --quiet update >&2
    wanted=("${needs_run[@]%%:*}" "${needs_party[@]%%:*}" "${needs_installed[@]%%:*}" "${needs_pi[@]%%:*}")
    mapfile -t missing < <(not_to_be_had "${wanted[@]}")
    for package in "${wanted[@]}"; do
        if [[ " ${missing[*]} " != *" $package "* ]]; then chosen+=("$package"); fi
    done
    if ((${#missing[@]})); then
        say "In none of the sources, so not in the bundle: ${missing[*]}. Raspberry Pi's archive has them: name it with --source."
    fi
    private_apt apt-get --quiet --quiet --yes --download-only install "${chosen[@]}" >&2
    mkdir -p -- "$folder/apt"
    mv -- "$state"/cache/archives/*.deb "$folder/apt/"
    # apt writes the colon of a version's epoch as %3a. In an address %3a would be decoded to a colon.
    for package in "$folder"/apt/*%3a*.deb; do
        if [[ -e $package ]]; then mv -- "$package" "${package//%3a/_}"; fi
    done
    index "$folder/apt"
    keep_copyrights
}

understand "$@"
set_up run
version=$("$venv/bin/python" -c 'from deploy.release.contents import version; print(version())')
mkdir -p -- "$out"
folder=$(cd -- "$out" && pwd -P)/bundle
rm -rf -- "$folder"
mkdir -- "$folder"
(cd -- "$root" && "$venv/bin/python" -m deploy.release.wheels --out "$folder" --arch "$arch" "${pythons[@]}")
if [[ $debs ]]; then bring_debs; fi
(cd -- "$folder" && find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) >"$folder/SHA256SUMS"
if [[ $key ]]; then
    ssh-keygen -Y sign -q -n "$name-release" -f "$key" "$folder/SHA256SUMS"
fi
archive=$folder/../$name-$version-bundle-$arch.tar
tar --create --file "$archive" --directory "$folder/.." --sort=name --owner=0 --group=0 --numeric-owner \
    --transform "s,^bundle,$name-$version/bundle," bundle
say "$(du -sh --apparent-size "$folder" | cut -f 1) in $(realpath -- "$archive")"

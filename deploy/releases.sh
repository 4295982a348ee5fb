# shellcheck shell=bash
# Make a release of an installed table beside the release in use, and switch between them in one step.
# Source places.sh first. This file only defines functions and variables.
# shellcheck disable=SC2154  # places.sh sets them

# The parts of a checkout that make the program, apart from the patterns in deploy/left-out. All other parts serve
# development.
parts=(engine vision device web deploy docs pyproject.toml README.md LICENSE NOTICE CHANGELOG.md)
# The files that only an archive has.
more_parts=(sbom.cdx.json SHA256SUMS)

# packed SOURCE TREE PART...: print these parts of the tree as one tar stream. Owner and time of the files do not change
# the stream. The patterns in the source's deploy/left-out are left out.
packed() {
    local source=$1 tree=$2
    shift 2
    tar --create --directory "$tree" --exclude-from "$source/deploy/left-out" --sort=name --format=gnu \
        --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --file - -- "$@"
}

# Lock the releases until this shell ends. End with a message if another installation holds the lock, or if an upgrade
# waits for the table's start.
alone_with_releases() {
    if [[ $dry ]]; then return; fi
    mkdir -p "$releases"
    exec 8>"$releases/.lock"
    flock --nonblock 8 || give_up "$releases: another upgrade or installation is under way"
    if [[ -e $releases/upgrade.json ]]; then
        give_up "$releases: an upgrade waits for the table's start: sudo systemctl restart $name"
    fi
}

# make_release SOURCE RELEASE: make a release with an environment of its own, from the pinned packages, as
# deploy/setup.sh does in a checkout.
make_release() {
    local source=$1 release=$2 part chosen=("${parts[@]}")
    if [[ $dry ]]; then
        say "would copy the program to $release"
        say "would set up $release/.venv from deploy/requirements.txt"
        return
    fi
    umask 022
    mkdir -p -- "$release"
    for part in "${more_parts[@]}"; do
        if [[ -e $source/$part ]]; then chosen+=("$part"); fi
    done
    packed "$source" "$source" "${chosen[@]}" |
        tar --extract --directory "$release" --no-same-owner --touch --file -
    if [[ -d ${BUNDLE:-}/wheels ]]; then
        # The wheels are needed again when the system gets another Python.
        mkdir -p -- "$release/bundle"
        cp -R -- "$BUNDLE/wheels" "$release/bundle/"
    fi
    (
        # shellcheck source=deploy/setup.sh
        source "$release/deploy/setup.sh"
        EARLIER=$program set_up run
        compile_program
    )
}

# switch_to_release NUMBER: make $program the release of that number, in one step. The release before stays, because a
# program of it may still be running.
switch_to_release() {
    local before old
    before=$(readlink -f -- "$program" || true)
    run ln -sfn -- "$name.releases/$1" "$program.new"
    if [[ -d $program && ! -L $program ]]; then
        # An earlier edition installed a folder, which a link cannot replace.
        before=$releases/before
        run mv -- "$program" "$before"
    fi
    run mv -fT -- "$program.new" "$program"
    # The notes of an upgrade about earlier releases are no longer valid.
    run rm -f -- "$releases/last.json"
    for old in "$releases"/*; do
        if [[ -d $old && ! -L $old && ! $old -ef $before && $old != "$releases/$1" ]]; then run rm -rf -- "$old"; fi
    done
}

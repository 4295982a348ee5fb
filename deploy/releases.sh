# shellcheck shell=bash
# Releases of an installed table: made beside the one in use, which is changed from one moment to the next.
# Whoever sources it has sourced places.sh before; it defines functions and changes nothing.
# shellcheck disable=SC2154  # places.sh sets them

# What the program consists of, but for the patterns in deploy/left-out; everything else in a checkout is for its makers.
parts=(engine vision device web deploy docs pyproject.toml README.md LICENSE NOTICE CHANGELOG.md)
# What an archive has besides.
more_parts=(sbom.cdx.json SHA256SUMS)

# packed SOURCE TREE PART...: those parts of the tree as one stream, which is the same whoever copied it, and when. What
# no table needs is left out as the source has it.
packed() {
    local source=$1 tree=$2
    shift 2
    tar --create --directory "$tree" --exclude-from "$source/deploy/left-out" --sort=name --format=gnu \
        --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --file - -- "$@"
}

# Nobody else changes the releases until this shell ends, nor while an upgrade waits for the table's start.
alone_with_releases() {
    if [[ $dry ]]; then return; fi
    mkdir -p "$releases"
    exec 8>"$releases/.lock"
    flock --nonblock 8 || give_up "$releases: another upgrade or installation is under way"
    if [[ -e $releases/upgrade.json ]]; then
        give_up "$releases: an upgrade waits for the table's start: sudo systemctl restart $name"
    fi
}

# make_release SOURCE RELEASE: a release with a private environment, made of the pinned packages as deploy/setup.sh
# makes it for everybody.
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
        # A system that gets another Python needs them again.
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

# switch_to_release NUMBER: from one moment to the next $program is the release of that number. The one before stays: a
# program may still be running there.
switch_to_release() {
    local before old
    before=$(readlink -f -- "$program" || true)
    run ln -sfn -- "$name.releases/$1" "$program.new"
    if [[ -d $program && ! -L $program ]]; then
        # One of an earlier edition is a folder, which no link can take the place of.
        before=$releases/before
        run mv -- "$program" "$before"
    fi
    run mv -fT -- "$program.new" "$program"
    # What an upgrade noted of the releases of before does not count any more.
    run rm -f -- "$releases/last.json"
    for old in "$releases"/*; do
        if [[ -d $old && ! -L $old && ! $old -ef $before && $old != "$releases/$1" ]]; then run rm -rf -- "$old"; fi
    done
}

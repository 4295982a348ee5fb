#!/usr/bin/env bash
# Gather every text for people into the catalogues (.po) of web/languages. Existing translations stay. Then compile each
# catalogue to the .mo that the table reads. `--check` changes nothing, and fails if a catalogue is not up to date.
set -euo pipefail
# shellcheck source=deploy/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"
cd -- "$root"

babel=${BABEL:-$venv/bin/pybabel}
[[ -x $babel ]] || set_up dev
folder=web/languages

gather() {
    "$babel" --quiet extract --mapping deploy/languages.cfg --keywords '_ N_ tr translate plural:1,2 BoardFault UserError Sentence' --no-location --sort-output \
        --omit-header --output "$1/texts.pot" .
    for catalogue in "$folder"/*.po; do
        language=$(basename -- "$catalogue" .po)
        cp -- "$catalogue" "$1/$language.new"
        "$babel" --quiet update --input-file "$1/texts.pot" --output-file "$1/$language.new" --locale "$language" \
            --no-fuzzy-matching --ignore-obsolete --width 110
        # What changes with every run, and tells nobody anything.
        sed -i -E '/^#( |$)/d; /^"(Project-Id|Report-Msgid|POT-Creation|PO-Revision|Last-Trans|Language-Team|Generated-By)/d' \
            "$1/$language.new"
        "$babel" --quiet compile --input-file "$1/$language.new" --output-file "$1/$language.mo" --locale "$language"
    done
}

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
gather "$work"
for catalogue in "$folder"/*.po; do
    language=$(basename -- "$catalogue" .po)
    if [[ ${1:-} == --check ]]; then
        cmp -- "$work/$language.new" "$catalogue"
    else
        cp -- "$work/$language.new" "$catalogue"
        cp -- "$work/$language.mo" "$folder/$language.mo"
    fi
done

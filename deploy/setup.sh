# shellcheck shell=bash
# Set up the environment that the other scripts need. They source this file, which only defines functions and variables.
#
# The set-up may be interrupted and run again. A new environment is built in a folder of its own, tried and stamped.
# Only then .venv becomes a link to it. Until then the old environment stays in use.
# Packages are installed with apt if this user may do so. Otherwise the script prints the packages to install.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv
# The folder of the environments. .venv is a link to one of them, because an environment has absolute paths and cannot
# be renamed.
venvs=$root/.venvs
# The bundle that deploy/bundle.sh made for a machine without a network, if there is one: wheels, and a source for apt.
bundle=${BUNDLE:-$root/bundle}

# The packages that each kind of set-up needs from the system, each with a command that succeeds if it is installed.
needs_run=(
    'python3-venv:can_make_environments'
    'tesseract-ocr:command -v tesseract'
)
needs_party=('mosquitto:test -x /usr/sbin/mosquitto || command -v mosquitto')
needs_dev=(
    "${needs_run[@]}"
    "${needs_party[@]}"
    'chromium:command -v chromium'
    'openssh-client:command -v ssh-keygen'
    'shellcheck:command -v shellcheck'
    'strace:command -v strace'
    'systemd:command -v systemd-analyze'
    'scowl:test -d /usr/share/dict/scowl'
    'wordnet-base:test -e /usr/share/wordnet/cntlist.rev'
)
# An installed table checks the signatures of releases with ssh-keygen.
# shellcheck disable=SC2034  # install.sh and bundle.sh use it
needs_installed=('openssh-client:command -v ssh-keygen')
needs_pi=(
    'python3-picamera2:/usr/bin/python3 -c "import picamera2"'
    'python3-lgpio:/usr/bin/python3 -c "import lgpio; lgpio.gpiochip_open"'
)

say() { printf '%s\n' "$*" >&2; }

give_up() {
    say "$@"
    exit 2
}

# True on a Raspberry Pi, and with BOARD=pi, while an image for a Pi is made on another machine.
on_a_pi() { [[ ${BOARD:-} == pi ]] || grep -qs 'Raspberry Pi' /proc/device-tree/model; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Print the Python for the environment: PYTHON if it is set; on a Pi the system's own, which has the camera's packages.
find_python() {
    local candidates=(python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3) candidate
    if [[ -n ${PYTHON:-} ]]; then
        candidates=("$PYTHON")
    elif on_a_pi; then
        candidates=(/usr/bin/python3)
    fi
    for candidate in "${candidates[@]}"; do
        if is_new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

can_make_environments() {
    local python
    python=$(find_python)
    [[ -n $python ]] && "$python" -c 'import ensurepip, venv'
}

# Print the packages whose commands in the lists above fail, one a line.
missing_of() {
    local need
    for need in "$@"; do
        (eval "${need#*:}") >/dev/null 2>&1 || printf '%s\n' "${need%%:*}"
    done
}

# Check that the bundle is complete and signed by one of deploy/release-signers, or end with a message. The bundle's
# Debian packages run as root, and only this signature protects them. TRUST_BUNDLE=yes accepts a bundle without a
# signature.
check_bundle() {
    local sums=$bundle/SHA256SUMS signers=$root/deploy/release-signers listed there trusting
    trusting="If you trust whoever made it: TRUST_BUNDLE=yes, or install.sh --trust-bundle."
    listed=$(cut -c 67- -- "$sums" 2>/dev/null | LC_ALL=C sort) || true
    there=$(cd -- "$bundle" && find . ! -type d ! -path ./SHA256SUMS ! -path ./SHA256SUMS.sig | LC_ALL=C sort)
    if [[ $listed != "$there" ]] || ! (cd -- "$bundle" && sha256sum --status --check SHA256SUMS 2>/dev/null); then
        give_up "$bundle is damaged or incomplete: copy it anew."
    fi
    if [[ ${TRUST_BUNDLE:-} == yes ]]; then return; fi
    if [[ ! -e $sums.sig ]]; then give_up "$bundle is not signed. $trusting"; fi
    if ! grep -q '^[^#]' "$signers"; then
        give_up "$bundle can't be checked: deploy/release-signers names no key yet. $trusting"
    fi
    if ! command -v ssh-keygen >/dev/null; then
        give_up "$bundle can't be checked without ssh-keygen: sudo apt-get install openssh-client. $trusting"
    fi
    if ! ssh-keygen -Y verify -f "$signers" -I release@lexicon-table -n lexicon-table-release -s "$sums.sig" \
        <"$sums" >/dev/null 2>&1; then
        give_up "$bundle is signed by somebody whom deploy/release-signers does not name. $trusting"
    fi
}

apt_install() {
    local run=(env) options=() lists='' failed=0
    command -v apt-get >/dev/null || return 1
    if [[ $(id -u) != 0 ]]; then
        sudo -n true 2>/dev/null || return 1
        run=(sudo env)
    fi
    if [[ -d $bundle/apt ]]; then
        check_bundle
        say "Installing with apt from $bundle: $*"
        # Lists in a folder of their own leave the machine's sources unchanged. apt needs a path without blanks: a link.
        lists=$(mktemp -d)
        ln -s -- "$bundle/apt" "$lists/source"
        printf 'deb [trusted=yes] file:%s/source ./\n' "$lists" >"$lists/sources.list"
        mkdir -- "$lists/parts" "$lists/lists"
        options=(-o "Dir::Etc::SourceList=$lists/sources.list" -o "Dir::Etc::SourceParts=$lists/parts"
            -o "Dir::State::Lists=$lists/lists" -o APT::Sandbox::User=root -o Acquire::Languages=none)
    else
        say "Installing with apt: $*"
    fi
    # If the power failed while packages were installed, some of them are not configured yet.
    "${run[@]}" dpkg --configure -a >&2 &&
        "${run[@]}" apt-get "${options[@]}" update -q >&2 &&
        "${run[@]}" DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" install -q -y --no-install-recommends "$@" >&2 ||
        failed=1
    if [[ $lists ]]; then "${run[@]}" rm -rf -- "$lists"; fi
    return "$failed"
}

# Install the missing packages, or end with the command line that installs them.
require_packages() {
    local missing
    mapfile -t missing < <(missing_of "$@")
    ((${#missing[@]})) || return 0
    apt_install "${missing[@]}" && mapfile -t missing < <(missing_of "$@")
    ((${#missing[@]})) || return 0
    say "Please install what is missing, then run this again:"
    say "    sudo apt-get install --no-install-recommends ${missing[*]}"
    [[ -n $(find_python) ]] || say "Python 3.11 or newer is needed; PYTHON=/path/to/python3 names one."
    exit 2
}

# offer PURPOSE NEED...: install the missing packages, or continue without them and print the command line.
offer() {
    local purpose=$1 missing
    shift
    mapfile -t missing < <(missing_of "$@")
    ((${#missing[@]})) || return 0
    apt_install "${missing[@]}" ||
        say "For $purpose: sudo apt-get install --no-install-recommends ${missing[*]}"
}

# Print a fingerprint of the place, the pins and this set-up. A different fingerprint means a new environment.
fingerprint() {
    { printf '%s\n' "$root"; cat -- "$root/deploy/setup.sh" "$root/pyproject.toml" "$1"; } | sha256sum
}

lock_of() {
    case $1 in
        run) printf '%s' "$root/deploy/requirements.txt" ;;
        dev) printf '%s' "$root/deploy/requirements-dev.txt" ;;
    esac
}

# install_into ENVIRONMENT PIP-ARGUMENTS...
install_into() {
    local environment=$1
    shift
    # People can do nothing about pip's warnings. With two --quiet only its errors show.
    "$environment/bin/python" -m pip install --disable-pip-version-check --quiet --quiet "$@" >&2
}

# Install the pinned packages from wheels alone, so that no compiler is needed. With a bundle, only its wheels are used.
install_pins() {
    local options=()
    if [[ -d $bundle/wheels ]]; then options=(--no-index --find-links "$bundle/wheels"); fi
    install_into "$1" "${options[@]}" --only-binary :all: --require-hashes --requirement "$2" ||
        give_up "The pinned packages could not be installed: a network and a 64-bit system are needed." \
            "What was there before is still there."
}

# Print the folder with the packages of an environment. The path has the version of Python in it.
packages_in() { "$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }

# take_over ENVIRONMENT LOCK: copy the packages of the release in use ($EARLIER), if its pins and its Python are the same.
# A copy needs no network and takes seconds. The program itself is not copied.
take_over() {
    local own theirs from=${EARLIER:-}
    [[ $from && -f $from/.venv/.set-up-run ]] && cmp -s -- "$from/deploy/requirements.txt" "$2" || return 1
    own=$(packages_in "$1")
    theirs=$(packages_in "$from/.venv") || return 1
    [[ ${own#"$1"} == "${theirs#"$from/.venv"}" ]] || return 1
    say "Taking over the packages of $from: they are the same."
    cp -a -- "$theirs/." "$own/" || give_up "The packages of $from could not be copied to $1."
    rm -rf -- "$own"/lexicon_table-*.dist-info "$own"/__editable__*lexicon_table*
}

# Add packages to the present environment, because a demo may be running in it. Development has the same pins and more.
add_to_environment() {
    say "Adding to $venv from ${1#"$root"/}."
    install_pins "$venv" "$1"
    stamp_as "$2" "$venv" "$1"
}

make_environment() {
    local lock=$1 kind=$2 python options=() number=1 made
    while [[ -e $venvs/$number ]]; do number=$((number + 1)); done
    made=$venvs/$number
    python=$(find_python)
    if on_a_pi; then
        options+=(--system-site-packages)
    fi
    say "Setting up $venv from ${lock#"$root"/}; this takes a few minutes, once."
    trap 'rm -rf -- "$made"' EXIT
    "$python" -m venv --clear "${options[@]}" "$made"
    take_over "$made" "$lock" || install_pins "$made" "$lock"
    install_into "$made" --no-deps --no-build-isolation --no-index --editable "$root"
    works "$made" || give_up "The new environment does not work. What was there before is still there."
    if on_a_pi && ! has_pins "$made"; then
        say "The table will have no pins: gpiozero finds no lgpio that works. An lgpio that pip installed may hide apt's:"
        say "    sudo pip uninstall --break-system-packages lgpio; sudo apt-get install --reinstall python3-lgpio"
    fi
    stamp_as "$kind" "$made" "$lock"
    trap - EXIT
    switch_to "$number"
}

# True if the program starts in the environment with its main packages.
works() {
    "$1/bin/python" -c 'import click, cv2, flask, msgspec, numpy, onnxruntime, PIL, waitress, device.app' >&2 &&
        "$1/bin/lexicon-table" --version >/dev/null
}

# Compile the program once. The service may not write here, and would compile it for seconds at every start.
compile_program() { "$venv/bin/python" -m compileall -q "$root"/{engine,vision,device,web}; }

# True if gpiozero can use lgpio in the environment. For Python 3.13 pip has only an empty lgpio.
has_pins() { "$1/bin/python" -c 'from gpiozero.pins.lgpio import LGPIOFactory' >/dev/null 2>&1; }

# stamp_as run|dev ENVIRONMENT LOCK: note that the environment has all packages of the lock.
stamp_as() {
    fingerprint "$3" >"$2/.stamp.new"
    mv -- "$2/.stamp.new" "$2/.set-up-$1"
}

# Make .venv a link to the environment of that number, in one step, and delete the others.
switch_to() {
    local old
    ln -sfn -- ".venvs/$1" "$root/.venv.new"
    # An earlier edition made a folder, which a link cannot replace.
    if [[ -d $venv && ! -L $venv ]]; then mv -- "$venv" "$venvs/before"; fi
    mv -fT -- "$root/.venv.new" "$venv"
    for old in "$venvs"/*; do
        if [[ $old != "$venvs/$1" ]]; then rm -rf -- "$old"; fi
    done
}

# True if the environment is set up. That of development has all packages of the demo, with the same pins.
is_set_up() {
    local kind=$1 stamp=$venv/.set-up-$1
    if [[ -f $stamp && $(<"$stamp") == "$(fingerprint "$(lock_of "$kind")")" ]]; then
        # The stamp remains when the system's Python is upgraded or removed, so the environment is tried, too.
        "$venv/bin/python" -c 'import click, device' 2>/dev/null && return 0
    fi
    [[ $kind == run ]] && is_set_up dev
}

# Set up under a lock, since two scripts would build in the same folder. The second waits, and finds the work done.
set_up_alone() {
    local kind=$1 lock
    lock=$(lock_of "$kind")
    flock 9
    if is_set_up "$kind"; then return; fi
    if [[ $kind == dev ]]; then require_packages "${needs_dev[@]}"; else require_packages "${needs_run[@]}"; fi
    if on_a_pi; then offer "the camera and the pins" "${needs_pi[@]}"; fi
    if is_set_up run; then add_to_environment "$lock" "$kind"; else make_environment "$lock" "$kind"; fi
}

# set_up run|dev: make an environment $venv with all that the demo (run) or the tests (dev) need, unless there is one.
set_up() {
    if is_set_up "$1"; then return; fi
    (set_up_alone "$1") 9>"$root/.set-up.lock"
}

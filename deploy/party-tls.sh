#!/usr/bin/env bash
# Make the files with which a party's broker speaks TLS: an authority of the party's own, and the broker's certificate.
#
#     deploy/party-tls.sh FOLDER [NAME ...]      then: lexicon-table party --tls FOLDER
#
# NAME: a further name or address by which machines reach the broker, such as hub.example.org or 192.168.1.20. This
# machine's own names and addresses are always in the certificate. Run the script again when an address has changed. The
# authority stays, so machines that have joined trust the new certificate.
set -euo pipefail
umask 077

days=825 # the longest that some systems trust a certificate

if (($# == 0)) || [[ $1 == -* ]]; then
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
folder=$1
shift
command -v openssl >/dev/null || { printf 'openssl is not installed. Install it with: sudo apt-get install openssl\n' >&2; exit 2; }
mkdir -p "$folder"

alternatives() {
    local name found=DNS:localhost,IP:127.0.0.1,IP:::1
    for name in "$@"; do
        if [[ $name == *:* || $name =~ ^[0-9]+(\.[0-9]+){3}$ ]]; then found+=,IP:$name; else found+=,DNS:$name; fi
    done
    printf '%s' "$found"
}

if [[ ! -e $folder/ca.key ]]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 3650 -subj '/CN=Lexicon party' \
        -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign' \
        -keyout "$folder/ca.key" -out "$folder/ca.crt" 2>/dev/null
fi

read -ra own <<<"$(hostname) $(hostname).local $(hostname -I 2>/dev/null || true)"
request=$(mktemp)
trap 'rm -f "$request"' EXIT
openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=broker" \
    -keyout "$folder/broker.key" -out "$request" 2>/dev/null
openssl x509 -req -in "$request" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -days $days \
    -extfile <(
        printf 'subjectAltName=%s\n' "$(alternatives "${own[@]}" "$@")"
        printf '%s\n' extendedKeyUsage=serverAuth subjectKeyIdentifier=hash authorityKeyIdentifier=keyid
    ) \
    -out "$folder/broker.crt" 2>/dev/null
printf 'Encrypt a party with: lexicon-table party --tls %s\n' "$folder" >&2

"""The file of Mosquitto's dynamic security plugin, as 2.0.11 writes it: who may say what from its start on.

The plugin writes its whole file after each command, which takes longer the more places there are. A broker
that the program starts itself finds everybody in that file; a broker of others gets commands (`access`).
"""

import base64
import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final

from device.party.access import Command
from device.party.stations import Credential

PBKDF2_ITERATIONS: Final = 101
"""Iterations of PBKDF2, as many as the plugin takes itself: passwords are drawn, not chosen."""
_SALT: Final = 12
"""Bytes."""
_KINDS: Final = ("publishClientSend", "publishClientReceive", "subscribePattern")


def access_file(admin: Credential, todo: Sequence[Command]) -> dict[str, Any]:
    """Return the plugin's file after the commands `todo`, which make clients and roles: these, the
    administrator, who may give commands, and no rights for anybody else.
    """
    control = [{"acltype": kind, "topic": "$CONTROL/dynamic-security/#", "allow": True} for kind in _KINDS]
    roles = [_role(admin.user, control)]
    clients = [_client(admin, [{"rolename": admin.user}])]
    for each in todo:
        if each["command"] == "createRole":
            roles.append(_role(each["rolename"], each["acls"]))
        else:
            assert each["command"] == "createClient", each["command"]
            clients.append(_client(Credential(each["username"], each["password"]), each["roles"]))
    return {
        "defaultACLAccess": {
            "publishClientSend": False,
            "publishClientReceive": True,
            "subscribe": False,
            "unsubscribe": True,
        },
        "clients": clients,
        "groups": [],
        "roles": roles,
    }


def _role(name: str, acls: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {"rolename": name, "acls": [{"priority": 0, **each} for each in acls]}


def _client(credential: Credential, roles: Sequence[dict[str, Any]]) -> dict[str, Any]:
    salt = secrets.token_bytes(_SALT)
    key = hashlib.pbkdf2_hmac("sha512", credential.password.encode(), salt, PBKDF2_ITERATIONS)
    return {
        "username": credential.user,
        "roles": list(roles),
        "password": base64.b64encode(key).decode(),
        "salt": base64.b64encode(salt).decode(),
        "iterations": PBKDF2_ITERATIONS,
    }

"""Write the file of Mosquitto's dynamic security plugin, with the rights of all places, in the format of
version 2.0.11.

The plugin writes its whole file after each command, so many commands take long. A broker that the program
starts itself finds all accounts in this file. A broker that runs already gets commands (`access`).
"""

import base64
import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final

from device.party.access import Command
from device.party.stations import Credential

PBKDF2_ITERATIONS: Final = 101
"""Number of iterations of PBKDF2 for the hash of a password. Mosquitto's plugin uses the same number. More
iterations are not needed, because passwords are random."""
_SALT_BYTES: Final = 12
"""Length in bytes of the random salt with which the hash of a password is computed."""
_ADMIN_RIGHTS: Final = ("publishClientSend", "publishClientReceive", "subscribePattern")


def access_file(admin: Credential, todo: Sequence[Command]) -> dict[str, Any]:
    """Return the contents of the broker's permissions file (Mosquitto's plugin `dynamic-security`).

    The file has all clients and roles that the commands `todo` create. It also has the administrator `admin`,
    who may give commands to the plugin. Nobody else has rights.
    """
    control = [
        {"acltype": kind, "topic": "$CONTROL/dynamic-security/#", "allow": True} for kind in _ADMIN_RIGHTS
    ]
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
    salt = secrets.token_bytes(_SALT_BYTES)
    key = hashlib.pbkdf2_hmac("sha512", credential.password.encode(), salt, PBKDF2_ITERATIONS)
    return {
        "username": credential.user,
        "roles": list(roles),
        "password": base64.b64encode(key).decode(),
        "salt": base64.b64encode(salt).decode(),
        "iterations": PBKDF2_ITERATIONS,
    }

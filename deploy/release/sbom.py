"""Make the list of a release's components (SBOM) in the format CycloneDX 1.6."""

import hashlib
import json
import tomllib
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy.release.assets import ASSETS, Asset
from deploy.release.contents import NAME, ROOT, shipped_files
from deploy.release.pins import Pin, pins

SCHEMA: Final = "http://cyclonedx.org/schema/bom-1.6.schema.json"


def sbom(epoch: int, root: Path = ROOT) -> str:
    """Return the release's bill of materials as JSON (CycloneDX): the product, its pinned packages and other
    people's works. `epoch` is the release's time in seconds since 1970."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    locked = pins(root / "deploy" / "requirements.txt")
    files = shipped_files(root)
    components = [*map(_package, locked), *(_asset(asset, files, root) for asset in ASSETS)]
    reference = f"pkg:pypi/{NAME}@{project['version']}"
    wanted = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    depended = [pin.purl for pin in locked if canonicalize_name(pin.name) in wanted]
    about = {
        "type": "application",
        "bom-ref": reference,
        "name": NAME,
        "version": project["version"],
        "description": project["description"],
        "licenses": [{"license": {"id": project["license"]}}],
        "purl": reference,
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([epoch, about, components], sort_keys=True))
    listed = {
        "$schema": SCHEMA,
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
        "metadata": {"timestamp": datetime.fromtimestamp(epoch, UTC).isoformat(), "component": about},
        "components": components,
        "dependencies": [
            {"ref": reference, "dependsOn": [*depended, *(_reference(asset) for asset in ASSETS)]}
        ],
    }
    return json.dumps(listed, indent=1, ensure_ascii=False) + "\n"


def _package(pin: Pin) -> Mapping[str, Any]:
    return {
        "type": "library",
        "bom-ref": pin.purl,
        "name": pin.name,
        "version": pin.version,
        "purl": pin.purl,
        "hashes": [{"alg": "SHA-256", "content": one} for one in pin.hashes],
    }


def _reference(asset: Asset) -> str:
    return f"asset:{asset.name}"


def _asset(asset: Asset, files: tuple[str, ...], root: Path) -> Mapping[str, Any]:
    own = [path for path in files if any(fnmatchcase(path, pattern) for pattern in asset.files)]
    licence = {"id": asset.licence} if asset.is_spdx else {"name": asset.licence}
    return {
        "type": "data" if "/data/" in asset.files[0] else "file",
        "bom-ref": _reference(asset),
        "name": asset.name,
        **({"version": asset.version} if asset.version else {}),
        "licenses": [{"license": licence}],
        "copyright": asset.holder,
        "components": [_file(path, root) for path in own],
    }


def _file(path: str, root: Path) -> Mapping[str, Any]:
    digest = hashlib.sha256((root / path).read_bytes()).hexdigest()
    return {"type": "file", "name": path, "hashes": [{"alg": "SHA-256", "content": digest}]}

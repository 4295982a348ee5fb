"""Trace the light of a scene with Mitsuba 3. No other module needs Mitsuba."""

from typing import Any, Final

import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from deploy.lab.traced.bodies import bodies
from deploy.lab.traced.camera import PinholeCamera
from deploy.lab.traced.developing import Radiance
from deploy.lab.traced.lights import Lamp, Light
from deploy.lab.traced.scenes import Scene
from deploy.lab.traced.solids import Paint, Solid

TRACED_SIZE_SHARE: Final = 0.75
"""The width of the traced picture, as a share of the width of the camera's. It is below 1, because the lens
of a small camera does not resolve every pixel."""

_BOUNCES: Final = 5


def start() -> None:
    """Choose how Mitsuba computes: compiled by LLVM if LLVM is installed, else on single numbers, which is
    slower."""
    try:
        mi.set_variant("llvm_ad_rgb")
        mi.Float(1.0) + mi.Float(1.0)
    except (ImportError, RuntimeError):
        mi.set_variant("scalar_rgb")


def trace(scene: Scene, samples: int, size: float) -> Radiance:
    """Return the light (rows, columns, 3) that the camera receives, red first.

    The array is `size` times `TRACED_SIZE_SHARE` as large as the camera's picture. `samples` is the number of
    light paths for each of its pixels.
    """
    parts: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": _BOUNCES, "hide_emitters": False},
        "sensor": _sensor(scene.camera, samples, size * TRACED_SIZE_SHARE),
        "room": _room(scene.light),
    }
    for n, lamp in enumerate(scene.light.lamps):
        parts[f"lamp{n}"] = _lamp(lamp)
    for n, solid in enumerate(bodies(scene)):
        parts[f"body{n}"] = _mesh(solid)
    image = mi.render(mi.load_dict(parts), spp=samples, seed=scene.number)
    return np.array(image, np.float32)[..., :3]


def _sensor(camera: PinholeCamera, samples: int, size: float) -> dict[str, Any]:
    look = mi.ScalarTransform4f().look_at(
        origin=list(camera.origin), target=list(camera.target), up=list(camera.up)
    )
    return {
        "type": "perspective",
        "fov": camera.view,
        "fov_axis": "x",
        "near_clip": 10.0,
        "far_clip": 20000.0,
        "to_world": look,
        "film": {
            "type": "hdrfilm",
            "width": round(camera.width * size),
            "height": round(camera.height * size),
            "rfilter": {"type": "box"},
            "component_format": "float32",
        },
        "sampler": {"type": "multijitter", "sample_count": samples},
    }


def _room(light: Light) -> dict[str, Any]:
    """Return the room's light in the form that the ray tracer Mitsuba takes. It is rotated, because the z
    axis points upwards here and the y axis in Mitsuba."""
    upright = mi.ScalarTransform4f().rotate(axis=[1, 0, 0], angle=90)
    return {"type": "envmap", "bitmap": mi.Bitmap(light.room.astype(np.float32)), "to_world": upright}


def _lamp(lamp: Lamp) -> dict[str, Any]:
    up = [0.0, 1.0, 0.0] if abs(lamp.at[1] - lamp.facing[1]) < abs(lamp.at[2]) else [0.0, 0.0, 1.0]
    look = mi.ScalarTransform4f().look_at(origin=list(lamp.at), target=list(lamp.facing), up=up)
    scale = mi.ScalarTransform4f().scale(lamp.diameter / 2)
    radiance = {"type": "rgb", "value": list(lamp.colour)}
    return {"type": "disk", "to_world": look @ scale, "emitter": {"type": "area", "radiance": radiance}}


def _surface(paint: Paint) -> Any:
    if isinstance(paint.colour, tuple):
        linear = [float(((c + 0.055) / 1.055) ** 2.4) for c in paint.colour]
        colour: dict[str, Any] = {"type": "rgb", "value": linear}
    else:
        picture = mi.Bitmap(np.array(paint.colour, order="C"))
        colour = {"type": "bitmap", "bitmap": picture, "wrap_mode": "mirror", "filter_type": "bilinear"}
    surface = {
        "type": "principled", "base_color": colour, "roughness": paint.roughness, "metallic": paint.metal,
        "specular": paint.shine, "clearcoat": paint.clear_coat, "clearcoat_gloss": 0.75,
    }  # fmt: skip
    return mi.load_dict({"type": "twosided", "bsdf": surface})


def _mesh(solid: Solid) -> Any:
    props = mi.Properties()
    props["mesh_bsdf"] = _surface(solid.paint)
    mesh = mi.Mesh(
        solid.name, len(solid.points), len(solid.triangles), has_vertex_texcoords=True, props=props
    )
    into = mi.traverse(mesh)
    into["vertex_positions"] = _flat(solid.points)
    into["vertex_texcoords"] = _flat(solid.uv)
    into["faces"] = mi.UInt32(solid.triangles.astype(np.uint32).ravel())
    into.update()
    return mesh


def _flat(values: NDArray[np.float64]) -> Any:
    return mi.Float(values.astype(np.float32).ravel())

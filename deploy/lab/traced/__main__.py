"""Render pictures of tables by path tracing, with labels. The reader is measured on them, and no network is
trained on them.

`PYTHONPATH=. python -m deploy.lab.traced OUT --count 40 --fonts FOLDER` needs an environment made from
deploy/requirements-traced.txt; docs/scenes.md says more.
"""

import json
import time
from pathlib import Path

import click
import cv2

from deploy.lab.traced.developing import developed
from deploy.lab.traced.faces import typefaces
from deploy.lab.traced.labels import labels
from deploy.lab.traced.scenes import KINDS, Scene, kind_of, scene
from device.words.lists import load


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--first", default=0, show_default=True, help="Number of the first scene.")
@click.option("--count", default=20, show_default=True, help="How many scenes.")
@click.option("--kind", type=click.Choice(sorted(set(KINDS))), help="Only those scenes of this kind.")
@click.option("--samples", default=36, show_default=True, help="Light paths a pixel.")
@click.option("--size", default=1.0, show_default=True, help="Share of the camera's pixels, to look at.")
@click.option("--seed", default=1, show_default=True, help="Another seed, other scenes of the same numbers.")
@click.option(
    "--fonts", type=click.Path(path_type=Path, exists=True), default=Path("/usr/share/fonts"),
    show_default=True, help="Folder below which the typefaces are.",
)  # fmt: skip
def main(
    out: Path, first: int, count: int, kind: str | None, samples: int, size: float, seed: int, fonts: Path
) -> None:
    """Draw scenes into OUT/scenes, each as a picture with a file of labels."""
    faces, words = typefaces(fonts), load()
    folder = out / "scenes"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        if kind is not None and kind_of(number) != kind:
            continue
        began = time.monotonic()
        traced_scene = scene(number, seed, faces, words)
        picture = folder / f"{traced_scene.name}.jpg"
        picture.write_bytes(_photograph(traced_scene, samples, size))
        picture.with_suffix(".json").write_text(
            json.dumps(_scaled(labels(traced_scene), size), indent=1) + "\n"
        )
        click.echo(f"{traced_scene.name}: {time.monotonic() - began:.1f} s", err=True)


def _photograph(traced_scene: Scene, samples: int, size: float) -> bytes:
    """Return the picture of a scene as a JPEG. `samples` is the number of light paths for each pixel, `size`
    the size of the picture, as a share of the camera's."""
    from deploy.lab.traced.tracing import start, trace

    start()
    how = traced_scene.development
    image = developed(
        traced_scene.rng(2000),
        trace(traced_scene, samples, size),
        traced_scene.light,
        traced_scene.camera,
        how,
        size,
    )
    coded = cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, how.quality])[1]
    return coded.tobytes()


def _scaled(truth: dict[str, object], size: float) -> dict[str, object]:
    """Return the labels for a picture that is `size` times as large as the camera's."""
    if size == 1.0:
        return truth

    def shrunk(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            return {k: shrunk(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [shrunk(v, key) for v in value]
        places = key in ("corners", "quad", "bbox", "width", "height")
        return round(value * size, 2) if places and isinstance(value, int | float) else value

    return {key: shrunk(value, key) for key, value in truth.items()}


if __name__ == "__main__":
    main()

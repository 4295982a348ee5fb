"""Read the cards of a photograph as an `Observation`, and render a photograph of a scene."""

import os

# ONNX Runtime reports its use to its maker unless told otherwise before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

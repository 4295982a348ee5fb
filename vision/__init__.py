"""Eyes: from a photograph to an `Observation`, and from a scene to a photograph."""

import os

# ONNX Runtime reports its use to its maker unless told otherwise before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

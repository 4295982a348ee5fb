"""Eyes: from a photograph to an `Observation`, and from a scene to a photograph."""

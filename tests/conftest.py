"""What holds for every test: none of them asserts how long something took, and the same tree tests the same.

`pytest --hypothesis-profile explore` looks for new counterexamples among many more random ones instead.
"""

import gc

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("same")


def pytest_collection_finish() -> None:
    """Spare the collector what lives to the end: ten thousand tests, and the modules they import."""
    gc.collect()
    gc.freeze()

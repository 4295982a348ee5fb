"""Configure all tests: no test asserts how long something took, and random tests draw the same examples
each time.

`pytest --hypothesis-profile explore` searches many more random examples for counterexamples.
"""

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("same")

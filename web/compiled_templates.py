"""Compile templates once for all applications in a process."""

from types import CodeType

from jinja2.bccache import Bucket, BytecodeCache


class TemplateCache(BytecodeCache):
    """Cache compiled templates. Jinja environments with the same settings, filters and extensions share
    them."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the compiled template, unless its source has changed."""
        checksum, code = self._known.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the compiled template."""
        if bucket.code is not None:
            self._known[bucket.key] = (bucket.checksum, bucket.code)

"""Keep compiled templates, so that all applications in one process compile a template only once."""

from types import CodeType

from jinja2.bccache import Bucket, BytecodeCache


class TemplateCache(BytecodeCache):
    """Cache compiled templates. Jinja environments with the same settings, filters and extensions share
    them."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Put the compiled template into `bucket`, if it is known and its source has not changed."""
        checksum, code = self._known.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the compiled template of `bucket` for later applications."""
        if bucket.code is not None:
            self._known[bucket.key] = (bucket.checksum, bucket.code)

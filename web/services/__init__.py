"""The services behind the pages, one module each. A page asks the table through a service.

The composition layer (`device.service`) implements these interfaces. A table without a service does not have
its page. A refusal is a `RefusedError` with one sentence for the person who asked.
"""

"""The services behind the pages, one module each. A page asks the table through a service.

The composition layer (`device.service`) implements these interfaces. If a table lacks a service, it also
lacks the page for that service. A refusal is a `RefusedError` with one sentence for the person who asked.
"""

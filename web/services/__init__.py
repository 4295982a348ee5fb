"""The services behind the pages, one module each. A page asks the table through a service.

The composition layer (`device.service`) implements the interfaces of the services. If a table lacks a
service, it also lacks the page for that service. A service refuses a request with a `RefusedError`, which
has one sentence for the person who asked.
"""

"""Implement the services behind the pages (`web.page_services`): set-up, the camera's view, photographs,
playing at the virtual table, enrolment."""

"""The services behind the pages (`web.ports`): set-up, looking, snapping, a table to touch, enrolment."""

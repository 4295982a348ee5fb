"""The services behind the pages (`web.services`): set-up, looking, snapping, a table to touch,
enrolment."""

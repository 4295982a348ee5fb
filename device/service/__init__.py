"""The services behind the pages (`web.page_services`): set-up, looking, snapping, a table to touch,
enrolment."""

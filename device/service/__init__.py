"""What stands behind the pages (`web.behind`): set-up, looking, snapping, a table to touch, enrolment."""

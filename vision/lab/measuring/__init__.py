"""Measurements of the reader: against labels, against golden scenes and their floors, and charts of both."""

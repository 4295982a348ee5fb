"""How well it reads: against labels, against golden scenes and their floors, and charts of both."""

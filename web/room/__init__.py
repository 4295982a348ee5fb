"""The pages of a party: those for the whole room, and those for tables that have no machine of their own."""

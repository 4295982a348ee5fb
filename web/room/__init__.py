"""The pages of a party: its room on a screen, and phones of tables that have no machine of their own."""

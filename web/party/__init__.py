"""The pages of a party: pages for the whole room, and pages for tables without a machine of their own."""

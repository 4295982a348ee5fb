"""What each network is taught: pictures cut into items, the answers, and how wrong it is about them."""

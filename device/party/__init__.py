"""Connect a party: a broker, hubs, tables and stewards (docs/party-wire.md)."""

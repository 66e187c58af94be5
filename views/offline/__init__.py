"""Playing on without a network: what a phone keeps, and how it adds up by itself."""

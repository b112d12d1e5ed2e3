"""Best responses to our policy, learned and exact: they measure its exploitability."""

"""Opponents and our client as seats at the table in node; their JavaScript."""

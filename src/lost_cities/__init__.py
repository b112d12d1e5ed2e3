"""Lost Cities (Ruby Quiz 51): the rules, the wire, a player of learned values, and the tools that measure it."""

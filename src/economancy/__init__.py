"""A player for Economancy and the tools to watch, test and measure it; design notes stand in each module."""

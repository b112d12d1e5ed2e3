"""The rules on many games at once, as arrays, and games played out on them."""

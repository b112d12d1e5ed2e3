"""Fits networks to what self-play saw: targets, gradients and steps."""

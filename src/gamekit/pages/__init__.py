"""Games shown to people: rounds told in sentences, and traces as pages and text to watch them on."""

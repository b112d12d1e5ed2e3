"""How clients written in JavaScript are asked: node as a child process, a line of JSON there and one back."""

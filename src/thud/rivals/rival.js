'use strict';
// What the rivals have in common: the board, seeded chance, and a move that is played.
const {DWARF, TROLL, cellAt, xOf, yOf, mixed, Board} = require('../client/board.js');
const {addMoves} = require('../client/moves.js');

class Rival {
  // `options.seed` decides between moves that seem equal.
  constructor(controller, options) {
    this.controller = controller;
    this.options = options;
    this.state = mixed((options.seed || 0) + 1) | 1;
    this.board = new Board();
    this.list = new Int32Array(1024);
  }

  // A number from 0 to count - 1 (xorshift).
  draw(count) {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % count;
  }

  turn() {
    const controller = this.controller;
    this.board.set(controller.spaces(), controller.side === 'd' ? DWARF : TROLL);
    const count = addMoves(this.board, this.list, 0);
    if (count === 0) return;
    const move = this.choose(this.shuffled(this.list.slice(0, count)));
    const from = move & 255, to = move >> 8;
    controller.select_space(xOf(from), yOf(from));
    controller.move(xOf(to), yOf(to));
  }

  shuffled(moves) {
    for (let i = moves.length - 1; i > 0; i--) {
      const j = this.draw(i + 1);
      [moves[i], moves[j]] = [moves[j], moves[i]];
    }
    return moves;
  }

  // The first of the moves for which worth(move) is highest after it has been made.
  bestOf(moves, worth) {
    let best = moves[0], most = -Infinity;
    for (const move of moves) {
      this.board.make(move);
      const value = worth(move);
      this.board.unmake(move);
      if (value > most) {
        most = value;
        best = move;
      }
    }
    return best;
  }

  end_turn() {}
}

module.exports = {Rival};

'use strict';
// Three styles that look one move ahead: what kills safely first, then a place to be.
const {DWARF, DISTANCE} = require('../client/board.js');
const {addHurls, addKills, exchange} = require('../client/moves.js');
const {Rival} = require('./rival.js');

class Stylist extends Rival {
  choose(moves) {
    this.replies = this.replies || new Int32Array(1024);
    const {board} = this, side = board.side;
    return this.bestOf(moves, (move) => {
      const mine = side === DWARF ? board.material() : -board.material();
      return 1000 * (mine - this.worstReply()) + this.place(side, move >> 8);
    });
  }

  // What the other side, to move, can win at once: a hurl's troll, or a landing's exchange.
  worstReply() {
    const {board, replies} = this;
    if (board.side === DWARF) return addHurls(board, replies, 0) > 0 ? 4 : 0;
    let most = 0;
    for (let i = addKills(board, replies, 0) - 1; i >= 0; i--) most = Math.max(most, exchange(board, replies[i]));
    return most;
  }

  // The distance from a cell to the nearest piece of a side.
  nearest(cell, side) {
    const {dwarfs, trolls, dwarfCount, trollCount} = this.board;
    const [pieces, count] = side === DWARF ? [dwarfs, dwarfCount] : [trolls, trollCount];
    let distance = 30;
    for (let i = 0; i < count; i++) {
      if (pieces[i] !== cell) distance = Math.min(distance, DISTANCE[pieces[i] << 8 | cell]);
    }
    return distance;
  }
}

// Goes for the nearest enemy.
class Rusher extends Stylist {
  place(side, to) { return -this.nearest(to, this.board.side); }
}

// Keeps away from the nearest enemy.
class Runner extends Stylist {
  place(side, to) { return this.nearest(to, this.board.side); }
}

// Keeps its own together: the sum of squared distances from their centre is to be small.
class Huddle extends Stylist {
  place(side) {
    const {dwarfs, trolls, dwarfCount, trollCount} = this.board;
    const [pieces, count] = side === DWARF ? [dwarfs, dwarfCount] : [trolls, trollCount];
    let x = 0, y = 0, squares = 0;
    for (let i = 0; i < count; i++) {
      const column = pieces[i] & 15, row = pieces[i] >> 4;
      x += column;
      y += row;
      squares += column * column + row * row;
    }
    return -(squares - (x * x + y * y) / Math.max(1, count)) / 100;
  }
}

module.exports = {Rusher, Runner, Huddle};

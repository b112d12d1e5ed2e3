'use strict';
// Plain alpha-beta of a fixed depth: material only, full width, killing moves first; equal moves by the seed.
const {DWARF, TROLL, POPULATION} = require('../client/board.js');
const {addHurls, addDwarfWalks, addKills, addTrollWalks} = require('../client/moves.js');
const {Rival} = require('./rival.js');

class AlphaBeta extends Rival {
  choose(moves) {
    this.lists = this.lists || Array.from({length: this.options.depth + 1}, () => new Int32Array(1024));
    const {board} = this, killing = (move) => board.side === DWARF
      ? board.cells[move >> 8] === TROLL : board.mask[move >> 8] > 0;
    const ordered = [...moves].sort((a, b) => killing(b) - killing(a));
    let alpha = -Infinity;
    return this.bestOf(ordered, () => {
      const value = -this.value(this.options.depth - 1, -Infinity, -alpha);
      alpha = Math.max(alpha, value);
      return value;
    });
  }

  // Material in dwarfs from the side to move, with a little shape if options.shape is set.
  leaf() {
    const {board} = this;
    let value = 100 * board.material();
    if (this.options.shape) value += this.shape();
    return board.side === DWARF ? value : -value;
  }

  // Dwarfs beside dwarfs, trolls near dwarfs.
  shape() {
    const {board} = this;
    let value = 0;
    for (let i = 0; i < board.dwarfCount; i++) value += POPULATION[board.mask[board.dwarfs[i]]];
    for (let i = 0; i < board.trollCount; i++) {
      let nearest = 30;
      for (let j = 0; j < board.dwarfCount; j++) {
        const a = board.trolls[i], b = board.dwarfs[j];
        nearest = Math.min(nearest, Math.max(Math.abs((a & 15) - (b & 15)), Math.abs((a >> 4) - (b >> 4))));
      }
      value += nearest;
    }
    return value;
  }

  value(depth, alpha, beta) {
    const {board} = this;
    if (depth === 0 || board.dwarfCount === 0 || board.trollCount === 0) return this.leaf();
    const list = this.lists[depth], dwarfs = board.side === DWARF;
    let end = dwarfs ? addHurls(board, list, 0) : addKills(board, list, 0);
    end = dwarfs ? addDwarfWalks(board, list, end) : addTrollWalks(board, list, end);
    if (end === 0) return this.leaf();
    if (depth === 1 && !this.options.shape) return this.lastMove(end && list, end);
    let best = -Infinity;
    for (let i = 0; i < end; i++) {
      board.make(list[i]);
      const value = -this.value(depth - 1, -beta, -Math.max(alpha, best));
      board.unmake(list[i]);
      if (value > best) best = value;
      if (best >= beta) break;
    }
    return best;
  }

  // The last move changes only material: what it kills.
  lastMove(list, end) {
    const {board} = this, now = this.leaf();
    let most = 0;
    for (let i = 0; i < end; i++) {
      const to = list[i] >> 8;
      const won = board.side === DWARF ? (board.cells[to] === TROLL ? 400 : 0) : 100 * POPULATION[board.mask[to]];
      if (won > most) most = won;
    }
    return now + most;
  }
}

module.exports = {AlphaBeta};

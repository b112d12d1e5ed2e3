'use strict';
// In what order moves are tried: killing ones by what they win, quiet ones by what they seem to be good for.
const {EMPTY, DWARF, TROLL, AREA, STEPS, POPULATION} = require('./board.js');
const {addHurls, addDwarfWalks, addKills, addTrollWalks, exchange} = require('./moves.js');

// Guessed, in units of the history of cut-offs.
const KILL = 1 << 24, LEAVES_DANGER = 6000, GUARDS = 3000, AIMS = 2500, NEIGHBOUR = 150, NEAR_TROLL = -400;

class Ordering {
  constructor(board) {
    this.board = board;
    this.history = [null, new Int32Array(65536), new Int32Array(65536)];  // by side and move
    this.danger = new Int32Array(AREA);  // what it is good for to leave a space
    this.aim = new Int32Array(AREA);  // and to enter one
    this.kills = new Int32Array(1024);
  }

  // Remember that a quiet move was good enough to end the search of a position.
  reward(side, move, depth) {
    const history = this.history[side];
    history[move] += depth * depth;
    if (history[move] > 1 << 13) for (let i = 0; i < 65536; i++) history[i] >>= 1;
  }

  // Let what was good in earlier turns count less.
  fade() {
    for (let i = 0; i < 65536; i++) {
      this.history[DWARF][i] >>= 3;
      this.history[TROLL][i] >>= 3;
    }
  }

  // Write moves from `start` on into `moves`, what they seem to be worth into `ranks`; return the end.
  // Killing ones rank above KILL / 2, or negative if the exchange loses.
  rank(moves, ranks, start, first, second) {
    return this.board.side === DWARF
      ? this.rankDwarfs(moves, ranks, start, first, second) : this.rankTrolls(moves, ranks, start, first, second);
  }

  rankTrolls(moves, ranks, start, first, second) {
    const board = this.board, history = this.history[TROLL], {mask} = board;
    let end = addKills(board, moves, start);
    for (let i = start; i < end; i++) {
      const won = exchange(board, moves[i]);
      ranks[i] = won > 0 ? KILL + won : won - 100;
    }
    const quiet = end;
    end = addTrollWalks(board, moves, end);
    for (let i = quiet; i < end; i++) {
      const move = moves[i];
      ranks[i] = history[move] + (move === first ? KILL / 4 : move === second ? KILL / 8 : 0);
    }
    return end;
  }

  rankDwarfs(moves, ranks, start, first, second) {
    const board = this.board, history = this.history[DWARF], {mask} = board, {danger, aim} = this;
    this.look();
    let end = addHurls(board, moves, start);
    for (let i = start; i < end; i++) ranks[i] = KILL;
    const quiet = end;
    end = addDwarfWalks(board, moves, end);
    for (let i = quiet; i < end; i++) {
      const move = moves[i], from = move & 255, to = move >> 8;
      ranks[i] = history[move] + danger[from] + aim[to] + NEIGHBOUR * (POPULATION[mask[to]] - POPULATION[mask[from]])
        + (move === first ? KILL / 4 : move === second ? KILL / 8 : 0);
    }
    return end;
  }

  // Fill danger and aim: dwarfs that can be killed, spaces that bring a line onto a troll or onto where one could land.
  look() {
    const board = this.board, {danger, aim, kills} = this, {cells, mask, trolls, trollCount} = board;
    danger.fill(0);
    aim.fill(0);
    for (let i = 0; i < trollCount; i++) {
      const troll = trolls[i];
      for (let d = 0; d < 8; d++) {
        const near = troll + STEPS[d];
        aim[near] += NEAR_TROLL;
        aim[near + STEPS[d]] += NEAR_TROLL;  // may lie behind the wall, where nothing is asked
      }
      this.aimAt(troll, AIMS);
    }
    const end = addKills(board, kills, 0);
    for (let i = 0; i < end; i++) {
      const won = exchange(board, kills[i]);
      if (won <= 0) continue;
      const to = kills[i] >> 8;
      for (let d = 0; d < 8; d++) if (mask[to] >> d & 1) danger[to + STEPS[d]] += LEAVES_DANGER;
      this.aimAt(to, GUARDS * won);
    }
  }

  // Raise the spaces on which a dwarf would complete a line towards a cell.
  aimAt(target, bonus) {
    const cells = this.board.cells, aim = this.aim;
    for (let d = 0; d < 8; d++) {
      const step = STEPS[d];
      let cell = target + step, distance = 1;
      while (cells[cell] === EMPTY) {
        cell += step;
        distance++;
      }
      if (cells[cell] !== DWARF) continue;
      const head = cell - step;
      let length = 0;
      while (cells[cell] === DWARF) {
        cell += step;
        length++;
      }
      if (length >= distance) continue;
      if (length + 1 >= distance - 1 && head !== target) aim[head] += bonus;
      if (length + 1 >= distance && cells[cell] === EMPTY) aim[cell] += bonus;
    }
  }
}

module.exports = {Ordering};

'use strict';
// The board as typed arrays with a wall around it, changed and restored move by move.
//
// A cell is x + 1 + 16 * (y + 1): one wall on the left also ends the row before. A move is from | to << 8.

const EMPTY = 0, DWARF = 1, TROLL = 2, WALL = 3;
const AREA = 272;
const STEPS = [-16, -15, 1, 17, 16, 15, -1, -17];  // N, NE, E, SE, S, SW, W, NW; the opposite of d is d ^ 4

const cellAt = (x, y) => x + 1 + 16 * (y + 1);
const xOf = (cell) => (cell & 15) - 1;
const yOf = (cell) => (cell >> 4) - 1;

// POPULATION[mask]: how many of 8 bits are set
const POPULATION = new Uint8Array(256);
for (let mask = 1; mask < 256; mask++) POPULATION[mask] = POPULATION[mask >> 1] + (mask & 1);

// DISTANCE[a << 8 | b]: Chebyshev distance of two cells
const DISTANCE = new Uint8Array(65536);
for (let a = 0; a < 256; a++) {
  for (let b = 0; b < 256; b++) {
    DISTANCE[a << 8 | b] = Math.max(Math.abs((a & 15) - (b & 15)), Math.abs((a >> 4) - (b >> 4)));
  }
}

// KEYS[piece * AREA + cell]: Zobrist keys, from a fixed mixing function (the finalizer of MurmurHash3)
const KEYS = new Int32Array(3 * AREA), LOCKS = new Int32Array(3 * AREA);
const mixed = (number) => {
  let value = Math.imul(number, 0x9e3779b1);
  value = Math.imul(value ^ value >>> 16, 0x85ebca6b);
  value = Math.imul(value ^ value >>> 13, 0xc2b2ae35);
  return value ^ value >>> 16;
};
for (let i = 0; i < 3 * AREA; i++) {
  KEYS[i] = mixed(2 * i + 1);
  LOCKS[i] = mixed(2 * i + 100001);
}

class Board {
  constructor() {
    this.cells = new Uint8Array(AREA).fill(WALL);
    this.mask = new Uint8Array(AREA);  // bit d: a dwarf stands on the neighbour in direction d
    this.place = new Uint8Array(AREA);  // where a piece stands in its list
    this.dwarfs = new Uint8Array(40);
    this.trolls = new Uint8Array(40);
    this.dwarfCount = this.trollCount = 0;
    this.sumX = this.sumY = this.sumSquares = 0;  // of the dwarfs' coordinates, for their centre and spread
    this.key = this.lock = 0;  // two hashes of pieces and side to move
    this.side = DWARF;
    this.spaces = [];
    this.undo = new Int32Array(1024);
    this.depth = 0;  // moves made and not yet taken back
  }

  // Set up a position: [{x, y, piece: 'd', 't' or null}] of all spaces, and the side to move.
  set(spaces, side) {
    this.cells.fill(WALL);
    this.mask.fill(0);
    this.dwarfCount = this.trollCount = this.sumX = this.sumY = this.sumSquares = this.key = this.lock = 0;
    this.depth = 0;
    this.side = side;
    this.spaces = Uint8Array.from(spaces, (space) => cellAt(space.x, space.y));
    for (const cell of this.spaces) this.cells[cell] = EMPTY;
    for (const {x, y, piece} of spaces) {
      if (piece === 'd') this.addDwarf(cellAt(x, y));
      if (piece === 't') this.addTroll(cellAt(x, y));
    }
    if (side === TROLL) this.swap();
  }

  swap() {
    this.key ^= KEYS[0];
    this.lock ^= LOCKS[0];
  }

  addDwarf(cell) {
    const mask = this.mask, x = cell & 15, y = cell >> 4;
    this.cells[cell] = DWARF;
    this.place[cell] = this.dwarfCount;
    this.dwarfs[this.dwarfCount++] = cell;
    for (let d = 0; d < 8; d++) mask[cell + STEPS[d]] ^= 1 << (d ^ 4);
    this.sumX += x;
    this.sumY += y;
    this.sumSquares += x * x + y * y;
    this.key ^= KEYS[AREA + cell];
    this.lock ^= LOCKS[AREA + cell];
  }

  removeDwarf(cell) {
    const mask = this.mask, x = cell & 15, y = cell >> 4, last = this.dwarfs[--this.dwarfCount];
    this.cells[cell] = EMPTY;
    this.place[last] = this.place[cell];
    this.dwarfs[this.place[cell]] = last;
    for (let d = 0; d < 8; d++) mask[cell + STEPS[d]] ^= 1 << (d ^ 4);
    this.sumX -= x;
    this.sumY -= y;
    this.sumSquares -= x * x + y * y;
    this.key ^= KEYS[AREA + cell];
    this.lock ^= LOCKS[AREA + cell];
  }

  addTroll(cell) {
    this.cells[cell] = TROLL;
    this.place[cell] = this.trollCount;
    this.trolls[this.trollCount++] = cell;
    this.key ^= KEYS[2 * AREA + cell];
    this.lock ^= LOCKS[2 * AREA + cell];
  }

  removeTroll(cell) {
    const last = this.trolls[--this.trollCount];
    this.cells[cell] = EMPTY;
    this.place[last] = this.place[cell];
    this.trolls[this.place[cell]] = last;
    this.key ^= KEYS[2 * AREA + cell];
    this.lock ^= LOCKS[2 * AREA + cell];
  }

  // Make a legal move of the side to move.
  make(move) {
    const from = move & 255, to = move >> 8 & 255;
    if (this.side === DWARF) {
      const killed = this.cells[to] === TROLL;
      if (killed) this.removeTroll(to);
      this.removeDwarf(from);
      this.addDwarf(to);
      this.undo[this.depth++] = killed ? 1 : 0;
      this.side = TROLL;
    } else {
      const killed = this.mask[to];
      this.removeTroll(from);
      this.addTroll(to);
      for (let d = 0; killed >> d; d++) if (killed >> d & 1) this.removeDwarf(to + STEPS[d]);
      this.undo[this.depth++] = killed;
      this.side = DWARF;
    }
    this.swap();
  }

  // Take the last move back; the order of the lists may change.
  unmake(move) {
    const from = move & 255, to = move >> 8 & 255, killed = this.undo[--this.depth];
    this.swap();
    if (this.side === TROLL) {
      this.removeDwarf(to);
      this.addDwarf(from);
      if (killed) this.addTroll(to);
      this.side = DWARF;
    } else {
      for (let d = 0; killed >> d; d++) if (killed >> d & 1) this.addDwarf(to + STEPS[d]);
      this.removeTroll(to);
      this.addTroll(from);
      this.side = TROLL;
    }
  }

  // Pass: only the search asks what the other side could do.
  pass() {
    this.side ^= DWARF ^ TROLL;
    this.swap();
  }

  // What is left, in dwarfs, from the dwarfs' side.
  material() {
    return this.dwarfCount - 4 * this.trollCount;
  }
}

module.exports = {EMPTY, DWARF, TROLL, WALL, AREA, STEPS, POPULATION, DISTANCE, cellAt, xOf, yOf, mixed, Board};

'use strict';
// Moves of both sides, killing ones and quiet ones apart, and the static exchange of a troll's landing.
const {EMPTY, DWARF, TROLL, STEPS, POPULATION} = require('./board.js');

// Each function writes moves into list from index `count` on and returns the new count.

// Hurls, found from the trolls: the first dwarf that a troll sees at distance m, with m in line behind it.
const addHurls = (board, list, count) => {
  const {cells, trolls, trollCount} = board;
  for (let i = 0; i < trollCount; i++) {
    const troll = trolls[i];
    for (let d = 0; d < 8; d++) {
      const step = STEPS[d];
      let cell = troll + step, distance = 1;
      while (cells[cell] === EMPTY) {
        cell += step;
        distance++;
      }
      if (cells[cell] !== DWARF) continue;
      const first = cell;
      while (distance > 0 && cells[cell] === DWARF) {
        cell += step;
        distance--;
      }
      if (distance === 0) list[count++] = first | troll << 8;
    }
  }
  return count;
};

const addDwarfWalks = (board, list, count) => {
  const {cells, dwarfs, dwarfCount} = board;
  for (let i = 0; i < dwarfCount; i++) {
    const from = dwarfs[i];
    for (let d = 0; d < 8; d++) {
      const step = STEPS[d];
      for (let cell = from + step; cells[cell] === EMPTY; cell += step) list[count++] = from | cell << 8;
    }
  }
  return count;
};

// Troll moves that kill: walks beside a dwarf, and all shoves.
const addKills = (board, list, count) => {
  const {cells, mask, trolls, trollCount} = board;
  for (let i = 0; i < trollCount; i++) {
    const from = trolls[i];
    for (let d = 0; d < 8; d++) {
      const step = STEPS[d];
      let cell = from + step;
      if (cells[cell] !== EMPTY) continue;
      if (mask[cell]) list[count++] = from | cell << 8;
      for (let behind = from - step; cells[behind] === TROLL; behind -= step) {
        cell += step;
        if (cells[cell] !== EMPTY) break;
        if (mask[cell]) list[count++] = from | cell << 8;
      }
    }
  }
  return count;
};

const addTrollWalks = (board, list, count) => {
  const {cells, mask, trolls, trollCount} = board;
  for (let i = 0; i < trollCount; i++) {
    const from = trolls[i];
    for (let d = 0; d < 8; d++) {
      const cell = from + STEPS[d];
      if (cells[cell] === EMPTY && mask[cell] === 0) list[count++] = from | cell << 8;
    }
  }
  return count;
};

const addMoves = (board, list, count) => board.side === DWARF
  ? addDwarfWalks(board, list, addHurls(board, list, count))
  : addTrollWalks(board, list, addKills(board, list, count));

// Can a line still be hurled at a troll that has gone from one cell to another and killed all around it?
const isCovered = (board, from, to) => {
  const cells = board.cells;
  for (let d = 0; d < 8; d++) {
    const step = STEPS[d];
    let cell = to + step, distance = 1;
    if (cells[cell] === DWARF) {
      cell += step;
      distance = 2;
    }
    while (cells[cell] === EMPTY || cell === from) {
      cell += step;
      distance++;
    }
    while (distance > 0 && cells[cell] === DWARF) {
      cell += step;
      distance--;
    }
    if (distance === 0) return true;
  }
  return false;
};

// What a troll's landing wins at once, in dwarfs: those it kills, less itself if it can be hurled at.
const exchange = (board, move) => {
  const from = move & 255, to = move >> 8 & 255;
  return POPULATION[board.mask[to]] - (isCovered(board, from, to) ? 4 : 0);
};

module.exports = {addHurls, addDwarfWalks, addKills, addTrollWalks, addMoves, isCovered, exchange};

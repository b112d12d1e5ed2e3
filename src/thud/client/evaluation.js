'use strict';
// What a position is worth, in hundredths of a dwarf, to the dwarfs. (Its file's name must not appear in the text.)
const {EMPTY, DWARF, TROLL, STEPS, POPULATION, DISTANCE, AREA, mixed} = require('./board.js');

// LINES[mask]: on how many of the 4 axes do dwarfs stand on both sides?
const LINES = new Uint8Array(256);
for (let mask = 0; mask < 256; mask++) LINES[mask] = POPULATION[mask & mask >> 4 & 15];

class Scorer {
  // `weights`: see weights/*.json for each name's meaning.
  // `noise`: 0, or a seed for 0 to 3 hundredths that let measurements play different games.
  constructor(board, weights, noise = 0) {
    this.board = board;
    this.noise = noise;
    this.weights = weights;
    this.covered = new Int32Array(AREA);  // = this.stamp: a line of dwarfs can be hurled at a troll that lands here
    this.reached = new Int32Array(AREA);  // = this.stamp: a troll can land here now
    this.extra = 0;  // what a dwarf counts beyond what it scores
    this.stamp = 0;
    this.first = 0;  // the most dwarfs that a troll can kill safely now
    this.exposed = Int32Array.from({length: 16}, (_, i) => weights.exposed[Math.min(i, weights.exposed.length - 1)]);
    this.crowd = Int32Array.from({length: 9}, (_, i) => weights.crowd[Math.min(i, weights.crowd.length - 1)]);
    this.near = Int32Array.from({length: 9}, (_, i) => weights.neighbours[Math.min(i, weights.neighbours.length - 1)]);
  }

  // Mark what lines of dwarfs cover; return how many trolls can be hurled at now.
  cover() {
    const {cells, mask, dwarfs, dwarfCount} = this.board, covered = this.covered, stamp = ++this.stamp;
    let targets = 0;
    for (let i = 0; i < dwarfCount; i++) {
      const dwarf = dwarfs[i], around = mask[dwarf];
      for (let d = 0; d < 8; d++) {
        if (around >> d & 1) continue;  // not the head of a line in this direction
        const step = STEPS[d];
        let ahead = dwarf + step;
        if (!(around >> (d ^ 4) & 1)) {  // a line of one
          if (cells[ahead] === TROLL && covered[ahead] !== -stamp) {
            covered[ahead] = -stamp;
            targets++;
          }
          continue;
        }
        if (cells[ahead] !== EMPTY && cells[ahead] !== TROLL) continue;
        let reach = 2;
        for (let behind = dwarf - 2 * step; cells[behind] === DWARF; behind -= step) reach++;
        let distance = 1;
        for (; distance <= reach && cells[ahead] === EMPTY; distance++, ahead += step) {
          if (distance > 1 || reach > 2) covered[ahead] = stamp;  // a landing beside the line takes its head
        }
        if (distance <= reach && cells[ahead] === TROLL && covered[ahead] !== -stamp) {
          covered[ahead] = -stamp;
          targets++;
        }
      }
    }
    return targets;
  }

  // The score from the side to move.
  score() {
    const board = this.board;
    const value = this.forDwarfs() + (this.noise ? mixed(board.key ^ this.noise) & 3 : 0);
    return (board.side === DWARF ? value : -value) | 0;
  }

  // The score from the side to move if its best landing came true.
  glance() {
    return this.score() + (this.board.side === TROLL ? (100 + this.extra) * this.first : 0);
  }

  forDwarfs() {
    const board = this.board, weights = this.weights, {dwarfCount, trollCount} = board;
    this.first = 0;
    if (trollCount === 0 || dwarfCount === 0) return this.worth();
    const targets = this.cover();
    let value = this.worth() + this.landings() + this.shape() + this.approach();
    if (board.side === TROLL && targets > 1) value += weights.targets * (targets - 1);
    return value;
  }

  // Empty spaces beside dwarfs that no line covers, by their distance from the nearest troll.
  landings() {
    const {cells, mask, spaces, trolls, trollCount, side} = this.board;
    const {covered, reached, stamp, exposed, crowd, weights} = this;
    let value = 0, first = 0, second = 0;
    this.reach();
    for (let i = 0; i < spaces.length; i++) {
      const cell = spaces[i], around = mask[cell];
      if (around === 0 || cells[cell] !== EMPTY || covered[cell] === stamp) continue;
      let nearest = 15;
      for (let j = 0; j < trollCount; j++) {
        const distance = DISTANCE[trolls[j] << 8 | cell];
        if (distance < nearest) nearest = distance;
      }
      const kills = POPULATION[around];
      if (reached[cell] === stamp) {
        if (kills > first) {
          second = first;
          first = kills;
        } else if (kills > second) second = kills;
      }
      value -= exposed[nearest] * crowd[kills];
    }
    value /= 100;
    this.first = first;
    return side === DWARF ? value - weights.threat * first - weights.threats * second : value - weights.threats * second;
  }

  // Say before a search whether the match will end within its sight; return whether that changes what positions are worth.
  settle(ending) {
    const before = this.extra;
    this.extra = ending ? 0 : this.weights.dwarf;
    return this.extra !== before;
  }

  // Material. While the match is long a dwarf is worth more than it scores: the others need it. (The terms below make a
  // dwarf that stands badly worth less, and it would be given away for nothing.)
  worth() {
    return 100 * this.board.material() + this.extra * this.board.dwarfCount;
  }

  // Mark where trolls can walk or be shoved to.
  reach() {
    const {cells, trolls, trollCount} = this.board, {reached, stamp} = this;
    for (let j = 0; j < trollCount; j++) {
      for (let d = 0; d < 8; d++) {
        const step = STEPS[d];
        let cell = trolls[j] + step;
        if (cells[cell] !== EMPTY) continue;
        reached[cell] = stamp;
        for (let behind = trolls[j] - step; cells[behind] === TROLL; behind -= step) {
          cell += step;
          if (cells[cell] !== EMPTY) break;
          reached[cell] = stamp;
        }
      }
    }
  }

  // How the dwarfs stand together.
  shape() {
    const {mask, dwarfs, dwarfCount: n, sumX, sumY, sumSquares} = this.board, {near, weights} = this;
    let value = 0, lines = 0;
    for (let i = 0; i < n; i++) {
      const around = mask[dwarfs[i]];
      lines += LINES[around];
      value += near[POPULATION[around]];
    }
    const spread = Math.sqrt(Math.max(0, sumSquares / n - (sumX * sumX + sumY * sumY) / (n * n)));
    return value + weights.line * lines - weights.spread * spread;
  }

  // How near the sides are: each troll to the nearest dwarf, the dwarfs' centre to the nearest troll.
  approach() {
    const {dwarfs, dwarfCount, trolls, trollCount, sumX, sumY} = this.board, {covered, weights} = this;
    if (weights.walk === 0 && weights.gap === 0 && weights.hunt === 0) return 0;
    const x = sumX / dwarfCount, y = sumY / dwarfCount;
    let walk = 0, gap = 99;
    for (let j = 0; j < trollCount; j++) {
      const troll = trolls[j], row = troll << 8;
      let nearest = 15;
      for (let i = 0; i < dwarfCount; i++) {
        const distance = DISTANCE[row | dwarfs[i]];
        if (distance < nearest) nearest = distance;
      }
      walk += nearest;
      const dx = (troll & 15) - x, dy = (troll >> 4) - y;
      gap = Math.min(gap, dx * dx + dy * dy);
    }
    return weights.walk * walk - (weights.gap + weights.hunt * (8 - trollCount) / 8) * Math.sqrt(gap);
  }
}

module.exports = {Scorer};

'use strict';
// What each weight contributes in the positions of recorded games: one game, a line of JSON, from standard input (a
// result of matches.js with "record"), one line of JSON out.
//
//   first line   {"side": "dwarf", "weights": {...}}: whose turns are looked at, and what is asked for: every number
//   out          {"names": [...], "rows": [[turn, dwarfs, trolls, contribution of 100 of each weight, ...], ...]}
const readline = require('readline');
const {DWARF, TROLL, Board} = require('../client/board.js');
const {Scorer} = require('../client/evaluation.js');
const {Table} = require('./table.js');

const FIXED = new Set(['radius', 'far', 'close', 'crowd', 'tempo']);  // shapes, not weights
const UNIT = 100;

const zeroed = (weights) => Object.fromEntries(Object.entries(weights).map(
  ([name, value]) => [name, FIXED.has(name) ? value : Array.isArray(value) ? value.map(() => 0) : 0]));

// A list of [name, weights of which only that is not 0].
const units = (weights) => Object.entries(weights).filter(([name, value]) => !FIXED.has(name) && value !== null)
  .flatMap(([name, value]) => Array.isArray(value)
    ? value.map((_, i) => [`${name}.${i}`, {...zeroed(weights), [name]: value.map((_, j) => i === j ? UNIT : 0)}])
    : [[name, {...zeroed(weights), [name]: UNIT}]]);

class Idle {
  turn() {}
  end_turn() {}
}

const rowsOf = (game, side, asked) => {
  const table = new Table(Idle, Idle), board = new Board(), rows = [];
  const scorers = asked.map(([, weights]) => new Scorer(board, weights));
  game.moves.forEach(([x, y, toX, toY], turn) => {
    const mover = turn % 2 ? 't' : 'd';
    if (mover === side) {
      board.set(table.controllers.d.spaces(), side === 'd' ? DWARF : TROLL);
      const material = 100 * board.material();
      const parts = scorers.map((scorer) => {
        scorer.rally();
        return scorer.forDwarfs() - material;
      });
      rows.push([turn, board.dwarfCount, board.trollCount, ...parts]);
    }
    table.side = mover;
    table.play(table.space(x, y), {x: toX, y: toY});
  });
  return rows;
};

let side = null, asked = [];
readline.createInterface({input: process.stdin}).on('line', (line) => {
  const value = JSON.parse(line);
  if (value.weights) {
    side = value.side[0];
    asked = units(value.weights);
    process.stdout.write(`${JSON.stringify({names: asked.map(([name]) => name)})}\n`);
  } else {
    process.stdout.write(`${JSON.stringify({rows: rowsOf(value, side, asked)})}\n`);
  }
});

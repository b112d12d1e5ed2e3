'use strict';
// Clients by what stands for them in JSON, a SEAT:
//
//   {"kind": "ours", "options": {...}}            the client of ../client with these weights and settings
//   {"kind": "alphabeta", "depth": 2, "seed": 1}  or huddle, rusher, runner: see ../rivals
//   {"kind": "file", "path": ".../client.js"}     any class that a file exports
const path = require('path');
const {Client} = require('../client/client.js');
const {AlphaBeta} = require('../rivals/alphabeta.js');
const {Huddle, Rusher, Runner} = require('../rivals/styles.js');

const RIVALS = {alphabeta: AlphaBeta, huddle: Huddle, rusher: Rusher, runner: Runner};

const classOf = (seat) => {
  if (seat.kind === 'file') return require(path.resolve(seat.path));
  if (seat.kind === 'ours') {
    return class extends Client {
      constructor(controller) { super(controller, {...seat.options, strict: true}); }
      end_turn() {}
    };
  }
  if (!RIVALS[seat.kind]) throw new Error(`expected a kind of seat (${Object.keys(RIVALS)}), got ${seat.kind}`);
  return class extends RIVALS[seat.kind] {
    constructor(controller) { super(controller, seat); }
  };
};

module.exports = {classOf};

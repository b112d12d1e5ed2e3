'use strict';
// Plays games between clients: one job, a line of JSON, from standard input; one result, a line of JSON, out.
//
//   job     {"dwarf": SEAT, "troll": SEAT, "turns": 500, "record": false, ...}; what else it holds comes back with it
//   SEAT    {"kind": "ours", "options": {...}}           the client of ../client with these weights and settings
//           {"kind": "alphabeta", "depth": 2, "seed": 1}  or huddle, rusher, runner: see ../rivals
//           {"kind": "file", "path": ".../client.js"}    any class that a file exports
//   result  the job and {"score": dwarfs less trolls in points, "length", "reason", "mean", "max": seconds a turn by side}
const path = require('path');
const readline = require('readline');
const {Table} = require('./table.js');
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

const summary = (seconds) => ({
  mean: seconds.length ? seconds.reduce((a, b) => a + b) / seconds.length : 0, max: Math.max(0, ...seconds),
});

const play = (job) => {
  const table = new Table(classOf(job.dwarf), classOf(job.troll), job.turns || 500, Boolean(job.record));
  table.turn();
  const {dwarfs, trolls} = table.scores(), d = summary(table.seconds.d), t = summary(table.seconds.t);
  const round = (number) => Math.round(number * 1e5) / 1e5;
  return {
    ...job, score: dwarfs - trolls, points: [dwarfs, trolls], length: table.turnNumber, reason: table.reason,
    mean: [round(d.mean), round(t.mean)], max: [round(d.max), round(t.max)], ...(job.record ? {moves: table.moves} : {}),
  };
};

readline.createInterface({input: process.stdin}).on('line', (line) => {
  if (line.trim()) process.stdout.write(`${JSON.stringify(play(JSON.parse(line)))}\n`);
});

'use strict';
// Plays games between clients: one job, a line of JSON, from standard input; one result, a line of JSON, out.
//
//   job     {"dwarf": SEAT, "troll": SEAT, "turns": 500, "record": false, ...}; what else it holds comes back with it;
//           from a position: "from": STATE (see __init__.py)
//   SEAT    see clients.js
//   result  the job and {"score": dwarfs less trolls in points, "length", "reason", "mean", "max": CPU seconds a turn by side}
const readline = require('readline');
const {classOf} = require('./clients.js');
const {Table} = require('./table.js');

const summary = (seconds) => ({
  mean: seconds.length ? seconds.reduce((a, b) => a + b) / seconds.length : 0, max: Math.max(0, ...seconds),
});

const play = (job) => {
  const from = job.from || {};
  const table = new Table(classOf(job.dwarf), classOf(job.troll), job.turns || 500, Boolean(job.record), from.board);
  table.turnNumber = from.moves || 0;
  table.side = table.turnNumber % 2 ? 't' : 'd';
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

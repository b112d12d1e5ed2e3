'use strict';
// The public environment itself, in the folder that is the argument, with clients of ours added to its own: a request,
// a line of JSON, from standard input; an answer, a line of JSON, out. Nothing is written there but its result files.
//
//   {"add": {"dwarf/entry/thud": text, ...}}     clients by the names that it would give them
//   {"validate": {"side": "dwarf", "text": class}}  {"valid", "errors", "messages"}
//   {"match": [dwarf, troll]}                     {"score", "points", "length", "reason", "mean", "max"}: CPU seconds a turn
//   {"league": true}                              {"dwarf": table, "troll": table, "matches": [...], "times"}
const path = require('path');
const readline = require('readline');

console.log = console.error;  // standard output is for answers

const folder = path.resolve(process.argv[2]);
const environment = (file) => require(path.join(folder, 'src', file));
const Clients = environment('clients.js');
const Match = environment('models/match.js');
const Tournament = environment('models/tournament.js');
const Validator = environment('lib/client_validator.js');

const classOf = (text) => {
  const module = {exports: {}};
  new Function('module', text)(module);
  return module.exports;
};

const times = {};  // by client: CPU seconds of its turns

// The same class, but the time from turn() to move() is kept.
const timed = (name, Class) => class extends Class {
  constructor(controller, utils) {
    super(controller, utils);
    const move = controller.move.bind(controller);
    controller.move = (x, y) => {
      (times[name] = times[name] || []).push(cpu() - this.asked);
      return move(x, y);
    };
  }

  turn() {
    this.asked = cpu();
    return super.turn();
  }
};

const cpu = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
};

const summary = (name) => {
  const all = times[name] || [0];
  return {mean: all.reduce((a, b) => a + b) / all.length, max: Math.max(...all)};
};

const requests = {
  add(clients) {
    for (const [name, text] of Object.entries(clients)) Clients[name] = timed(name, classOf(text));
    return Object.keys(Clients);
  },

  validate({side, text}) {
    const {valid, errors, messages} = new Validator(text, `${side}/entry/thud`);
    return {valid, errors: errors.map(String), messages};
  },

  match([dwarf, troll]) {
    for (const name of Object.keys(times)) delete times[name];
    const match = new Match(dwarf, troll);
    match.run();
    const {dwarfs, trolls} = match.score, d = summary(dwarf), t = summary(troll);
    return {
      dwarf, troll, score: dwarfs - trolls, points: [dwarfs, trolls], length: match.length,
      reason: match.end_reason || null, mean: [d.mean, t.mean], max: [d.max, t.max],
    };
  },

  league() {
    const tournament = new Tournament();
    tournament.run();
    const {dwarf, troll} = tournament.tables();
    const matches = tournament.matches.map((match) => match.report());
    return {dwarf, troll, matches, times: Object.fromEntries(Object.keys(times).map((name) => [name, summary(name)]))};
  },
};

readline.createInterface({input: process.stdin}).on('line', (line) => {
  const [[name, argument]] = Object.entries(JSON.parse(line));
  process.stdout.write(`${JSON.stringify(requests[name](argument))}\n`);
});

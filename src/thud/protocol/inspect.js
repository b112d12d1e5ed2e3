'use strict';
// What a file's class is like, as a line of JSON: node inspect.js FILE.js d|t
//
//   {"error": "..."}      it is no class, or could not be made with the controller alone, as the validator makes it
//   {"lacks": [...]}      which methods it has not
const path = require('path');
const {Table} = require('./table.js');

class Idle {
  turn() {}
  end_turn() {}
}

const inspected = (file, side) => {
  try {
    const Class = require(path.resolve(file));
    if (typeof Class !== 'function') return {error: `expected module.exports = class ..., got ${typeof Class}`};
    const client = new Class(new Table(Idle, Idle).controllers[side]);
    return {lacks: ['turn', 'end_turn'].filter((name) => typeof client[name] !== 'function')};
  } catch (error) {
    return {error: String(error)};
  }
};

console.log(JSON.stringify(inspected(process.argv[2], process.argv[3])));

'use strict';
// One seat of a game played elsewhere: a state, a line of JSON, from standard input; a move, a line of JSON, out.
//
//   node seat.js '{"0": SEAT, "1": SEAT}'    the clients of the dwarfs and of the trolls; SEAT as in clients.js
//
// States and moves: see __init__.py. A state with "over" is the last.
const readline = require('readline');
const {classOf} = require('./clients.js');
const {Table} = require('./table.js');

console.log = console.error; // moves go to standard output, what a class prints does not

const seats = JSON.parse(process.argv[2]);
let table = null, client = null, controller = null;

class Idle {
  turn() {}
  end_turn() {}
}

const rowsOf = ({rows}) => rows.map((row) => row.map((space) => space ? (space.piece ? space.piece.side : ' ') : '#').join(''));

const same = (board) => rowsOf(table).join('') === board.join('');

// Bring the table up to date: by the rival's move, so that the lists of pieces keep their order, else afresh.
const follow = ({board, previous, moves}) => {
  if (table && previous && !same(board)) {
    const from = table.space(previous[0], previous[1]);
    if (from && from.piece) {
      const to = table.space(previous[2], previous[3]);
      const found = table.movesFrom(from).find(({x, y}) => x === to.x && y === to.y);
      table.side = from.piece.side;
      if (found) table.play(from, found);
    }
  }
  if (!table || !same(board)) {
    table = new Table(Idle, Idle, 500, false, board);
    table.endTurn = () => client.end_turn();
  }
  table.turnNumber = moves + 1;
};

const answer = (state) => {
  follow(state);
  const side = state.seat === 0 ? 'd' : 't', other = side === 'd' ? 't' : 'd';
  table.side = side;
  table.controllers[other].declared = state.declared[1 - state.seat];
  if (!client) {
    controller = table.controllers[side];
    client = new (classOf(seats[state.seat]))(controller, table.utils());
  }
  controller.table = table;
  table.controllers[side] = controller;
  let played = null;
  const play = table.play.bind(table);
  table.play = (from, target) => {
    played = [from.x, from.y, target.x, target.y];
    play(from, target);
  };
  table.clockStops = () => {};
  client.turn();
  table.play = play;
  return played && controller.declared ? [...played, true] : played;
};

const lines = readline.createInterface({input: process.stdin});
lines.on('line', (line) => {
  const state = JSON.parse(line);
  if (state.over) lines.close();
  else process.stdout.write(`${JSON.stringify(answer(state))}\n`);
});

'use strict';
// A table for two clients: the environment's rules and the controllers it hands out, with the same shapes, so that
// clients can be measured without it. What is said of a dwarf or a space in danger is left out (always false).

const LAYOUT = [
  '#####dd dd#####', '####d     d####', '###d       d###', '##d         d##', '#d           d#',
  'd             d', 'd     ttt     d', '      t#t      ', 'd     ttt     d', 'd             d',
  '#d           d#', '##d         d##', '###d       d###', '####d     d####', '#####dd dd#####',
];
const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const OTHER = {d: 't', t: 'd'};

// CPU seconds of this process: what else runs on the machine must not count. A page has no such clock.
const cpu = () => {
  if (typeof process === 'undefined') return 0;
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
};

class Table {
  constructor(dwarfClient, trollClient, maxTurns = 500, record = false, layout = LAYOUT) {
    this.rows = layout.map((row, y) => [...row].map((piece, x) => piece === '#' ? null : {x, y, piece: null}));
    this.spaces = this.rows.flat().filter(Boolean);
    this.lists = {d: [], t: []};
    this.indexed = {d: [], t: []};
    for (const space of this.spaces) {
      const side = layout[space.y][space.x];
      if (side !== ' ') this.place({side, space});
    }
    this.turnNumber = 0;
    this.maxTurns = maxTurns;
    this.side = 'd';
    this.reason = null;
    this.moves = record ? [] : null;
    this.seconds = {d: [], t: []};
    this.previous = {side: '?', from: {x: 0, y: 0}, to: {x: 0, y: 0}, type: 'game_start', killed: 0};
    this.controllers = {d: new Controller(this, 'd'), t: new Controller(this, 't')};
    this.clients = {};
    for (const [side, Client] of [['d', dwarfClient], ['t', trollClient]]) {
      this.clients[side] = new Client(this.controllers[side], this.utils());
      this.clients[side].controller = this.controllers[side];
    }
  }

  utils() {
    return {...UTILS};
  }

  place(piece) {
    piece.space.piece = piece;
    this.lists[piece.side].push(piece);
    this.indexed[piece.side].push(piece);
  }

  remove(space) {
    const {piece} = space, list = this.lists[piece.side];
    list.splice(list.indexOf(piece), 1);
    this.indexed[piece.side][this.indexed[piece.side].indexOf(piece)] = null;
    space.piece = null;
  }

  space(x, y) {
    return this.rows[y] ? this.rows[y][x] : null;
  }

  // The spaces from one on in a direction, without it.
  ray(space, [dx, dy]) {
    const ray = [];
    for (let at = this.space(space.x + dx, space.y + dy); at; at = this.space(at.x + dx, at.y + dy)) ray.push(at);
    return ray;
  }

  neighbours(space, side) {
    return STEPS.map(([dx, dy]) => this.space(space.x + dx, space.y + dy))
      .filter((each) => each && each.piece && each.piece.side === side);
  }

  line(space, step, side) {
    let length = 1;
    for (const each of this.ray(space, step)) {
      if (!each.piece || each.piece.side !== side) break;
      length++;
    }
    return length;
  }

  // The moves of the piece on a space, in the environment's order.
  movesFrom(space) {
    if (!space.piece) return [];
    return space.piece.side === 'd' ? this.dwarfMoves(space) : this.trollMoves(space);
  }

  dwarfMoves(space) {
    const moves = [];
    for (const step of STEPS) {
      const ray = this.ray(space, step), blocked = ray.findIndex((each) => each.piece);
      for (const {x, y} of blocked < 0 ? ray : ray.slice(0, blocked)) {
        moves.push({x, y, type: 'walk', kills: 0, in_danger: false});
      }
      if (blocked < 0 || ray[blocked].piece.side !== 't') continue;
      if (blocked < this.line(space, [-step[0], -step[1]], 'd')) {
        moves.push({x: ray[blocked].x, y: ray[blocked].y, type: 'hurl', kills: 1, in_danger: false});
      }
    }
    return moves;
  }

  trollMoves(space) {
    const walks = [], shoves = [];
    for (const step of STEPS) {
      const ray = this.ray(space, step), reach = this.line(space, [-step[0], -step[1]], 't');
      for (let i = 0; i < Math.min(reach, ray.length) && !ray[i].piece; i++) {
        const {x, y} = ray[i], kills = this.neighbours(ray[i], 'd').length;
        if (i === 0) walks.push({x, y, type: 'walk', kills, in_danger: false});
        else if (kills) shoves.push({x, y, type: 'shove', kills, in_danger: false});
      }
    }
    return walks.concat(shoves);
  }

  nearest(space, side) {
    let pieces = [], distance = 15;
    for (const {space: {x, y}} of this.lists[side]) {
      const far = Math.max(Math.abs(x - space.x), Math.abs(y - space.y));
      if (far === 0 || far > distance) continue;
      if (far < distance) pieces = [];
      distance = far;
      pieces.push({x, y});
    }
    return {distance, pieces: this.inBoxOrder(space, distance, pieces)};
  }

  // The environment looks along the upper row from the right, then at both sides row by row, then the lower row.
  inBoxOrder(space, distance, pieces) {
    const place = ({x, y}) => {
      if (y === space.y - distance) return -1000 + space.x - x;
      if (y === space.y + distance) return 1000 + space.x - x;
      return 2 * (y - space.y) + (x > space.x ? 1 : 0);
    };
    return pieces.sort((a, b) => place(a) - place(b));
  }

  scores() {
    const dwarfs = this.lists.d.length, trolls = 4 * this.lists.t.length;
    const winning = dwarfs > trolls ? 'd' : dwarfs < trolls ? 't' : '?';
    return {dwarfs, trolls, difference: Math.abs(dwarfs - trolls), winning};
  }

  // Start the game; with clients that move, it is over when this returns.
  turn() {
    this.turnNumber++;
    this.asked = cpu();
    this.clients[this.side].turn();
  }

  clockStops() {
    this.seconds[this.side].push(cpu() - this.asked);
  }

  // Move a piece of the side to move, and kill what that kills.
  play(from, target) {
    const to = this.space(target.x, target.y), {piece} = from;
    if (to.piece) this.remove(to);
    from.piece = null;
    to.piece = piece;
    piece.space = to;
    if (this.side === 't') for (const dwarf of this.neighbours(to, 'd')) this.remove(dwarf);
    if (this.moves) {
      const {d, t} = this.lists;
      this.moves.push([from.x, from.y, to.x, to.y, target.type, d.length, t.length]);
    }
    const end = {x: to.x, y: to.y};
    this.previous = {from: {x: from.x, y: from.y}, to: end, side: this.side, type: target.type, killed: target.kills};
  }

  endTurn() {
    this.clients[this.side].end_turn();
    this.side = OTHER[this.side];
    if (this.turnNumber >= this.maxTurns) this.reason = 'Timeout';
    else if (this.lists.d.length === 0) this.reason = 'No more dwarfs';
    else if (this.lists.t.length === 0) this.reason = 'No more trolls';
    else if (this.controllers.d.declared && this.controllers.t.declared) this.reason = 'Players agreed to finish';
    else this.turn();
  }
}

const point = ({space: {x, y}}) => ({x, y});

class Controller {
  constructor(table, side) {
    this.table = table;
    this.side = side;
    this.current_space = null;
    this.checked_space = null;
  }

  own(action) {
    return this.table.side === this.side ? action() : null;
  }

  proxy({x, y, piece}) {
    return {x, y, piece: piece ? piece.side : null};
  }

  turn() { return this.own(() => this.table.turnNumber); }
  scores() { return this.table.scores(); }
  spaces() { return this.table.spaces.map(this.proxy); }
  dwarfs() { return this.table.lists.d.map(point); }
  trolls() { return this.table.lists.t.map(point); }
  pieces() { return this.side === 'd' ? this.dwarfs() : this.trolls(); }
  indexed_dwarfs() { return this.table.indexed.d.map((piece) => piece && point(piece)); }
  indexed_trolls() { return this.table.indexed.t.map((piece) => piece && point(piece)); }
  previous_move() { return this.table.previous; }
  declare(agrees) { this.declared = agrees; }
  opponent_declared() { return this.table.controllers[OTHER[this.side]].declared; }

  space_info(x, y) {
    const space = this.table.space(x, y);
    if (!space) return null;
    const moves = this.table.movesFrom(space);
    return {
      ...this.proxy(space), moves, safe_moves: moves.filter((move) => !move.in_danger),
      nearest_dwarf: this.table.nearest(space, 'd'), nearest_troll: this.table.nearest(space, 't'), in_danger: false,
    };
  }

  killing_moves() {
    return this.pieces().flatMap(({x, y}) => this.table.movesFrom(this.table.space(x, y))
      .filter((move) => move.kills > 0)
      .map((move) => ({from: {x, y}, to: {x: move.x, y: move.y}, kills: move.kills})));
  }

  check_space(x, y) {
    return this.own(() => {
      const {piece} = this.table.space(x, y);
      if (!piece || piece.side !== this.side) return null;
      const info = this.space_info(x, y);
      this.checked_space = {x, y, moves: info.moves, in_danger: info.in_danger};
      return info;
    });
  }

  select_space(x, y) {
    return this.own(() => {
      const space = this.table.space(x, y);
      if (!space) return undefined;
      const own = Boolean(space.piece) && space.piece.side === this.side;
      if (!own) this.clear_space();
      else {
        this.current_space = this.proxy(space);
        this.checked_space = {x, y, moves: this.table.movesFrom(space), in_danger: false};
      }
      return own;
    });
  }

  check_move(x, y) {
    const space = this.table.space(x, y);
    if (!this.current_space || !space) return undefined;
    const from = this.table.space(this.current_space.x, this.current_space.y);
    const move = this.table.movesFrom(from).find((each) => each.x === x && each.y === y);
    if (!move) return {valid: false, type: null, kills: 0, targets: []};
    const hurled = move.type === 'hurl' ? [{x, y}] : [];
    const targets = this.side === 't' ? this.table.neighbours(space, 'd').map(({x, y}) => ({x, y})) : hurled;
    return {valid: true, type: move.type, kills: targets.length, targets};
  }

  move(x, y) {
    return this.own(() => {
      const target = this.checked_space.moves.find((each) => each.x === x && each.y === y);
      const from = target && this.table.space(this.current_space.x, this.current_space.y);
      this.clear_space();
      if (!target) return false;
      this.table.clockStops();
      this.table.play(from, target);
      this.table.endTurn();
      return true;
    });
  }

  clear_space() {
    this.current_space = this.checked_space = null;
  }
}

const UTILS = {
  distance_between: (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y),
  closest_to(spaces, target) {
    for (const space of spaces) space.distance = UTILS.distance_between(space, target);
    return spaces.sort((a, b) => a.distance - b.distance)[0];
  },
  farthest_from(spaces, target) {
    for (const space of spaces) space.distance = UTILS.distance_between(space, target);
    return spaces.sort((a, b) => b.distance - a.distance)[0];
  },
};

module.exports = {Table, Controller};

// A game at our table in the page itself: a person or the client's class on each side.
const PAUSE = 30;  // milliseconds after each turn in which the page is drawn
const COLUMNS = 'abcdefghijklmno';
const WORDS = {d: 'dwarfs', t: 'trolls'};
const byId = (id) => document.getElementById(id);
const named = ({x, y}) => COLUMNS[x] + (y + 1);

let table = null, picked = null;

// Whoever clicks: the move is made by a click, after turn() has returned.
class Person {
  turn() {}
  end_turn() {}
}

const isPerson = () => table.clients[table.side] instanceof Person;

const start = () => {
  const classes = ['dwarf', 'troll'].map((side) => byId(side).value === 'person' ? Person : clients[side]);
  const mine = table = new Table(...classes);
  picked = null;
  // Each turn of its own, not inside the turn before, so that the page is drawn in between.
  mine.turn = () => {
    draw();
    setTimeout(() => {
      if (mine !== table) return;
      Table.prototype.turn.call(mine);
      draw();
    }, PAUSE);
  };
  mine.turn();
};

const targets = () => picked ? table.movesFrom(table.space(picked.x, picked.y)) : [];

const click = (space) => {
  if (table.reason || !isPerson()) return;
  const controller = table.controllers[table.side];
  if (targets().some(({x, y}) => x === space.x && y === space.y)) {
    const from = picked;
    picked = null;
    controller.select_space(from.x, from.y);
    controller.move(space.x, space.y);
  } else picked = space.piece && space.piece.side === table.side && space !== picked ? space : null;
  draw();
};

const cellOf = (space, x, y) => {
  if (!space) return document.createElement('span');
  const cell = document.createElement('button'), {previous} = table, side = space.piece && space.piece.side;
  const isAt = (point) => point.x === x && point.y === y;
  cell.type = 'button';
  cell.className = ['space', (x + y) % 2 ? 'odd' : '', side ? `piece ${WORDS[side].slice(0, -1)}` : '',
    table.turnNumber > 1 && (isAt(previous.from) || isAt(previous.to)) ? 'last' : '', space === picked ? 'picked' : '',
    targets().some(isAt) ? 'target' : ''].filter(Boolean).join(' ');
  cell.setAttribute('aria-label', `${named(space)} ${side ? WORDS[side].slice(0, -1) : ''}`.trim());
  cell.onclick = () => click(space);
  return cell;
};

const draw = () => {
  const {dwarfs, trolls} = table.scores(), {previous} = table;
  const cells = table.rows.flatMap((row, y) => row.map((space, x) => cellOf(space, x, y)));
  byId('board').replaceChildren(...cells);
  const next = table.reason || `the ${WORDS[table.side]} ${isPerson() ? 'are yours to move' : 'think'}`;
  byId('status').textContent = `move ${Math.max(1, table.turnNumber)}: dwarfs ${dwarfs}, trolls ${trolls}; ${next}`;
  byId('story').textContent = previous.side === '?' ? '' : `The ${WORDS[previous.side].slice(0, -1)} on `
    + `${named(previous.from)}: ${previous.type} to ${named(previous.to)}${previous.killed ? `, kills ${previous.killed}` : ''}.`;
};

byId('new').onclick = start;
// thud.html#client,client begins with these two
location.hash.slice(1).split(',').filter(Boolean).forEach((who, seat) => { byId(['dwarf', 'troll'][seat]).value = who; });
start();

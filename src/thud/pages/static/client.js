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

// Show a space as it is now: the picture of the board has all spaces, and templates have the pieces.
const drawSpace = (space) => {
  const cell = byId('board').querySelector(`[data-click="${named(space)}"]`), ground = cell.querySelector('rect');
  const {previous} = table, side = space.piece && space.piece.side;
  const isAt = (point) => point.x === space.x && point.y === space.y;
  cell.querySelector('svg, g')?.remove();
  if (side) {
    const piece = byId(side).content.firstElementChild.cloneNode(true);
    for (const name of ['x', 'y']) piece.setAttribute(name, parseInt(ground.getAttribute(name), 10));
    for (const name of ['width', 'height']) piece.setAttribute(name, 20);
    cell.append(piece);
  }
  const own = !table.reason && isPerson() && (side === table.side || targets().some(isAt));
  ground.classList.toggle('to', table.turnNumber > 1 && (isAt(previous.from) || isAt(previous.to)));
  cell.classList.toggle('picked', space === picked);
  cell.classList.toggle('clickable', own);
  for (const [name, value] of [['role', 'button'], ['tabindex', '0']]) {
    if (own) cell.setAttribute(name, value);
    else cell.removeAttribute(name);
  }
  cell.querySelector('title').textContent = `${named(space)}${side ? `, ${WORDS[side].slice(0, -1)}` : ''}`;
};

const draw = () => {
  const {dwarfs, trolls} = table.scores(), {previous} = table;
  table.rows.flat().filter(Boolean).forEach(drawSpace);
  const next = table.reason || `the ${WORDS[table.side]} ${isPerson() ? 'are yours to move' : 'think'}`;
  byId('status').textContent = `move ${Math.max(1, table.turnNumber)}: dwarfs ${dwarfs}, trolls ${trolls}; ${next}`;
  byId('story').textContent = previous.side === '?' ? '' : `The ${WORDS[previous.side].slice(0, -1)} on `
    + `${named(previous.from)}: ${previous.type} to ${named(previous.to)}${previous.killed ? `, kills ${previous.killed}` : ''}.`;
};

const clickOn = (event) => {
  const cell = event.target.closest('.clickable, .picked');
  if (cell) click(table.rows.flat().find((space) => space && named(space) === cell.dataset.click));
  return Boolean(cell);
};

byId('board').onclick = clickOn;
byId('board').onkeydown = (event) => {
  if (['Enter', ' '].includes(event.key) && clickOn(event)) event.preventDefault();
};
byId('new').onclick = start;
// thud.html#client,client begins with these two
location.hash.slice(1).split(',').filter(Boolean).forEach((who, seat) => { byId(['dwarf', 'troll'][seat]).value = who; });
start();

'use strict';
// Sorts the tables by a column (click or Enter), filters players and games by a name, and lists the games.
const data = JSON.parse(document.getElementById('games-data').textContent);
const PAGE = 50;
const byId = (id) => document.getElementById(id);
const make = (kind, text, kinds) => {
  const element = document.createElement(kind);
  if (text !== undefined) element.textContent = text;
  if (kinds) element.className = kinds;
  return element;
};
const filter = byId('filter'), list = byId('game-rows'), more = byId('more'), count = byId('game-count');
let shown = PAGE, pair = null;

// What a cell is sorted by: its own value, else its text.
const valueOf = (cell) => {
  const text = cell.dataset.value ?? cell.textContent.trim();
  const number = Number.parseFloat(text.replace('−', '-'));
  return text !== '' && !Number.isNaN(number) ? number : text.toLowerCase();
};
const compare = (one, other) => {
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0;
  return typeof one === 'number' ? -1 : 1;
};
const sortBy = (head) => {
  const table = head.closest('table'), body = table.tBodies[0], column = head.cellIndex;
  const falling = head.getAttribute('aria-sort') === 'descending' || (column === 0 && !head.hasAttribute('aria-sort'));
  for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', falling ? 'ascending' : 'descending');
  const rows = [...body.rows].filter((row) => !row.classList.contains('axis'));
  rows.sort((one, other) => (falling ? 1 : -1) * compare(valueOf(one.cells[column]), valueOf(other.cells[column])));
  body.prepend(...rows);
};
for (const head of document.querySelectorAll('table.sortable thead th')) {
  if (!head.textContent.trim()) continue;
  const button = make('button');
  button.type = 'button';
  button.append(...head.childNodes);
  button.addEventListener('click', () => sortBy(head));
  head.append(button);
}

const wanted = () => {
  const text = filter.value.trim().toLowerCase();
  const named = (seat) => data.players[seat].toLowerCase().includes(text);
  return data.games.filter(([, , seats]) =>
    (!text || seats.some(named)) && (!pair || pair.every((player) => seats.includes(player))));
};
const linked = (text, address) => {
  if (!address) return document.createTextNode(text);
  const link = make('a', text);
  link.href = address;
  return link;
};
const rowOf = ([number, variant, seats, returns, culprit, reason, length, link, errors]) => {
  const row = make('tr'), best = returns && Math.max(...returns);
  row.append(make('td'));
  row.cells[0].append(linked(number, link));
  for (const [seat, player] of seats.entries()) {
    const cell = make('td', data.players[player], `left${returns && returns[seat] === best ? ' won' : ''}`);
    if (seat === culprit) {
      cell.append(make('br'), make('small', data.reasons[reason], 'fault'));
      if (errors) cell.lastChild.append(' ', linked('standard error', errors));
    } else if (data.points && returns) cell.append(' ', make('small', returns[seat]));
    row.append(cell);
  }
  if (data.variants) row.append(make('td', variant, 'left'));
  row.append(make('td', length));
  return row;
};
const draw = () => {
  const games = wanted();
  list.replaceChildren(...games.slice(0, shown).map(rowOf));
  more.hidden = games.length <= shown;
  more.textContent = `show ${Math.min(PAGE * 4, games.length - shown)} more`;
  const who = pair ? ` of ${pair.map((player) => data.players[player]).join(' and ')}` : '';
  count.textContent = `${games.length} of ${data.games.length} games${who}`;
  byId('all').hidden = !pair;
};
const narrow = () => {
  const text = filter.value.trim().toLowerCase();
  for (const row of document.querySelectorAll('tr[data-player]')) row.hidden = !row.dataset.player.includes(text);
  shown = PAGE;
  draw();
};
filter.addEventListener('input', narrow);
more.addEventListener('click', () => { shown += PAGE * 4; draw(); });
byId('all').addEventListener('click', () => { pair = null; narrow(); });
for (const cell of document.querySelectorAll('[data-pair]')) {
  cell.addEventListener('click', () => {
    pair = JSON.parse(cell.dataset.pair);
    byId('games').open = true;
    narrow();
  });
}
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== filter) { event.preventDefault(); filter.focus(); }
});
draw();

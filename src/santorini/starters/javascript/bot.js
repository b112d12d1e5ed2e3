'use strict';
// A player of Santorini. Think in place and value; the rest reads boards and writes them. It uses no card's power.
const NUMBERS = [1, 2, 3, 4, 5];
const ALL = NUMBERS.flatMap((row) => NUMBERS.map((column) => [row, column]));
const same = (one, other) => one[0] === other[0] && one[1] === other[1];
const isTaken = (space, tokens) => tokens.some((token) => same(token, space));
const around = (space) => ALL.filter((other) =>
  Math.max(Math.abs(space[0] - other[0]), Math.abs(space[1] - other[1])) === 1);
const levelOf = (spaces, [row, column]) => spaces[row - 1][column - 1];
const tokensOf = (player) => player.tokens || player;

// My two spaces: the first that are free, from the middle on.
const place = (taken) => ALL.filter((space) => !isTaken(space, taken))
  .sort((a, b) => Math.abs(a[0] - 3) + Math.abs(a[1] - 3) - Math.abs(b[0] - 3) - Math.abs(b[1] - 3)).slice(0, 2);

// What a turn is worth to me: the levels after it, where I moved to, my tokens.
const value = (spaces, moved, tokens) => 10 * levelOf(spaces, moved) +
  tokens.flatMap(around).map((space) => levelOf(spaces, space) % 4).reduce((sum, level) => sum + level, 0);

// Each turn: a move to 3 wins at once, any other is followed by a build.
const turns = ({spaces, players: [me, other]}) => [0, 1].flatMap((number) => {
  const mine = tokensOf(me), token = mine[number], taken = [...tokensOf(other), mine[1 - number]];
  const targets = around(token).filter((to) => !isTaken(to, taken) && levelOf(spaces, to) < 4 &&
    levelOf(spaces, to) <= levelOf(spaces, token) + 1);
  return targets.flatMap((to) => {
    const tokens = number ? [mine[0], to] : [to, mine[1]];
    if (levelOf(spaces, to) === 3 && levelOf(spaces, token) === 2) return [{worth: 1000, tokens, spaces}];
    return around(to).filter((at) => !isTaken(at, taken) && levelOf(spaces, at) < 4).map((at) => {
      const after = spaces.map((row, r) => row.map((level, c) => same(at, [r + 1, c + 1]) ? level + 1 : level));
      return {worth: value(after, to, tokens), tokens, spaces: after};
    });
  });
});

const answer = (board) => {
  if (!Array.isArray(board)) {
    const {tokens, spaces} = turns(board).reduce((best, turn) => turn.worth > best.worth ? turn : best);
    const [me, other] = board.players;
    return {players: [other, me.tokens ? {...me, tokens} : tokens], spaces, turn: board.turn + 1};
  }
  if (!board.length || Array.isArray(board[0])) return [...board, place(board[0] || [])]; // the set-up
  return [board[1], {...board[0], tokens: place(board[1].tokens || [])}]; // with cards: mine first, and back last
};

// Boards as they come: a board ends with its last bracket, not with a line.
let text = '', open = 0;
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  for (const letter of chunk) {
    text += letter;
    if ('[{'.includes(letter)) open++;
    if (']}'.includes(letter) && --open === 0) {
      process.stdout.write(`${JSON.stringify(answer(JSON.parse(text)))}\n`); // what it thinks: console.error(...)
      text = '';
    }
  }
});

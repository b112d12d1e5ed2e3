/* The page to watch games on: where we are, the board, keys, the address. Texts are only ever set as text. */

const $ = (id) => document.getElementById(id);
const TRACE = JSON.parse($("trace").textContent);
const PLAY_MILLISECONDS = 1000;
const LEAST_PICTURE = 240; // pixels
const STORY_HEIGHT = 56; // pixels kept free below the board
const LEAP = 10; // steps, in a game whose length grows with every step
const at = { game: 0, step: 0, eyes: 0, ply: 0, candidate: null }; // ply 0: the game itself; else of the expected line
const expanded = []; // drawings as the numbers of their lines
let playing = null;
let addressTimer = null;

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const game = () => TRACE.games[at.game];
const frame = () => game().frames[at.step];
const percent = (share) => `${Math.round(share * 100)}%`;
const seen = (list) => list[Math.min(at.eyes, list.length - 1)];
const told = (step) => seen(game().frames[step].story ?? [[]]); // beyond its move and the ending
const title = (one) => (one.move ? `${one.moment}: ${game().names[one.seat]}` : one.moment);

/** Return a drawing as HTML; see gamekit.pages.drawings. */
function drawing(number) {
  while (expanded.length <= number) {
    const [like, ...changes] = TRACE.drawings[expanded.length];
    const lines = like < 0 ? [] : expanded[like].slice();
    let place = lines.length;
    for (const [back, count, ...coming] of changes.map((number) => TRACE.changes[number])) lines.splice((place -= back), count, ...coming);
    expanded.push(lines);
  }
  return expanded[number].map((line) => TRACE.lines[line].map((piece) => TRACE.pieces[piece]).join("")).join("\n");
}

/** Show a step of a game; numbers out of range are brought into it. */
function show(gameNumber, step) {
  const changed = gameNumber !== at.game || !$("eyes").children.length;
  at.game = Math.max(0, Math.min(gameNumber, TRACE.games.length - 1));
  at.step = Math.max(0, Math.min(step, game().frames.length - 1));
  at.ply = 0;
  at.candidate = null;
  if (changed) showGame();
  showStep();
  clearTimeout(addressTimer); // browsers refuse to change the address too often
  addressTimer = setTimeout(() => history.replaceState(null, "", `#${at.game + 1}.${at.step + 1}`), 300);
}

function showGame() {
  const { names, complaint, hides, frames } = game();
  $("game").value = at.game;
  $("ending").textContent = game().ending;
  $("complaint").hidden = !complaint;
  $("complaint").textContent = complaint ? `This trace is not valid: ${complaint}` : "";
  $("eyes-label").hidden = !hides;
  at.eyes = hides ? Math.min(at.eyes, names.length) : 0;
  $("eyes").replaceChildren(...["an onlooker", ...(hides ? names : [])].map((name, value) => make("option", { value }, name)));
  $("eyes").value = at.eyes;
  $("slider").max = frames.length - 1;
  showAppraisal();
}

function showStep() {
  const one = frame();
  const { frames, ending } = game();
  if (at.step === frames.length - 1) stop();
  $("where").textContent = title(one);
  $("sentence").textContent = one.move ?? ending;
  $("slider").value = at.step;
  $("slider").setAttribute("aria-valuetext", `${at.step + 1} of ${frames.length}: ${title(one)}`);
  $("count").textContent = `${at.step + 1} / ${frames.length}`;
  $("type").hidden = !one.move || TRACE.games.length > 1;
  $("type").lastChild.textContent = `${TRACE.command} --step ${at.step + 1}`;
  showBoard();
  moveCursor();
  showDecision();
}

/** Show the board of the step, or of a ply of the line that is expected in it. */
function showBoard() {
  const ply = decision()?.line[at.ply - 1];
  $("board").classList.toggle("expected", Boolean(ply));
  if (ply) {
    drawInto($("board"), seen(ply[1]), { room: room(), drawings: () => [drawing(seen(ply[1]))] });
    $("story").replaceChildren();
    return;
  }
  drawFrame($("board"), at.step, room());
  $("story").replaceChildren(...told(at.step).map((line) => make("li", {}, line)));
}

/** Return the width and height that the board may fill beside the other parts of the page; null where it is scrolled. */
function room() {
  const board = $("board");
  const stage = board.parentElement;
  if (matchMedia("(max-width: 760px)").matches) return null;
  const scrolls = getComputedStyle(stage).overflowY === "visible";
  return [board.clientWidth, scrolls ? innerHeight : stage.clientHeight - board.offsetTop - STORY_HEIGHT];
}

function drawFrame(element, step, room) {
  const one = game().frames[step];
  const drawings = () => game().frames.filter(({ length }) => length === one.length).map(({ boards }) => drawing(seen(boards)));
  const words = one.move?.slice(game().names[one.seat].length + 2);
  const forfeit = one.move ? undefined : game().forfeit;
  drawInto(element, seen(one.boards), { seat: one.seat, action: one.action, words, forfeit, room, drawings });
}

/** Draw a board, by the game's own script if it has one; its buttons are pictures here. */
function drawInto(element, number, about) {
  if (drawBoard) drawBoard(element, drawing(number), { names: game().names, ...about });
  else element.innerHTML = drawing(number);
  if (about.room) fit(element, about.room[1]);
  for (const button of element.querySelectorAll("button")) button.disabled = true;
}

/** Make the picture of a board, which stands between lines of text, no higher than the room for all. */
function fit(element, height) {
  for (const picture of element.querySelectorAll(":scope > * > svg")) {
    const texts = element.clientHeight - picture.getBoundingClientRect().height;
    picture.style.maxHeight = `${Math.max(height - texts, LEAST_PICTURE)}px`;
  }
}

/** Return the number of the first step of the next length of the game, or of this one and then of that before. */
function leap(direction) {
  const { frames } = game();
  if (!grouped()) return at.step + direction * LEAP;
  const { length } = frame();
  const first = frames.findIndex((one) => one.length === length);
  if (direction > 0) {
    const next = frames.findIndex((one, step) => step > at.step && one.length !== length);
    return next < 0 ? frames.length - 1 : next;
  }
  if (first < at.step || first === 0) return first;
  return frames.findIndex((one) => one.length === frames[first - 1].length);
}

/** Tell whether several steps have the same length of the game, as those of a day. */
function grouped() {
  const { frames } = game();
  const lengths = new Set(frames.map(({ length }) => length)).size;
  return lengths > 1 && lengths < 0.7 * frames.length;
}

const GO = {
  first: () => show(at.game, 0),
  last: () => show(at.game, Infinity),
  previous: () => show(at.game, at.step - 1),
  next: () => show(at.game, at.step + 1),
  back: () => show(at.game, leap(-1)),
  on: () => show(at.game, leap(1)),
  "previous-game": () => at.game > 0 && show(at.game - 1, 0),
  "next-game": () => at.game + 1 < TRACE.games.length && show(at.game + 1, 0),
  mistake: () => show(at.game, nextMistake()),
  deeper: () => showPly(at.ply + 1),
  higher: () => showPly(at.ply - 1),
  play: () => (playing === null ? start() : stop()),
};
const KEYS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowDown: "deeper",
  ArrowUp: "higher",
  PageUp: "back",
  PageDown: "on",
  Home: "first",
  End: "last",
  m: "mistake",
  p: "previous-game",
  n: "next-game",
  " ": "play",
};

function start() {
  if (at.step === game().frames.length - 1) show(at.game, 0);
  playing = setInterval(GO.next, PLAY_MILLISECONDS);
  $("play").textContent = "❚❚ Stop";
}

function stop() {
  clearInterval(playing);
  playing = null;
  $("play").textContent = "▶ Play";
}

/** Show what the address asks for, as in #2.17: game 2, step 17. */
function showHash() {
  const [number, step] = location.hash.slice(1).split(".").map((text) => (parseInt(text, 10) || 1) - 1);
  show(number, step ?? 0);
}

function listen() {
  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const busy = event.target.closest("select") || (event.key === " " && event.target.closest("button"));
    if (!name || busy || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    GO[name]();
  });
  for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => GO[button.dataset.go]());
  $("slider").addEventListener("input", () => show(at.game, Number($("slider").value)));
  $("game").addEventListener("change", () => show(Number($("game").value), 0));
  $("eyes").addEventListener("change", () => {
    at.eyes = Number($("eyes").value);
    showStep();
  });
  addEventListener("hashchange", showHash);
  new ResizeObserver(() => { // also when the graph comes, which takes room
    drawGraph();
    showBoard();
    mark();
  }).observe($("board").parentElement);
}

function openTrace() {
  document.body.classList.toggle("many", TRACE.games.length > 1);
  TRACE.games.forEach((one, number) => {
    $("game").append(make("option", { value: number }, `${number + 1}: ${one.names.join(", ")}`));
  });
  listen();
  showHash();
}

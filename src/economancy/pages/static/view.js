"use strict";
/* A trace, step by step: where we are, the board, the graph of chances, the costliest moves, keys. */

const TRACE = JSON.parse(document.getElementById("trace").textContent);
const at = { game: 0, step: 0 };
const $ = (id) => document.getElementById(id);
const game = () => TRACE.games[at.game];
const percent = (share) => `${Math.round(share * 100)}%`;
const PLAY_MILLISECONDS = 1100;
const OUTCOME_HEIGHT = 56; // pixels kept free below the board
const PAGES_AT_ONCE = 80; // a longer game is printed day by day unless asked for: paper is not for ever
let timer = null;
let addressTimer = null;
let sizedFor = "";

/** Show a step of a game; numbers out of range are brought into it. */
function show(gameNumber, step) {
  const changed = gameNumber !== at.game || !$("board").firstChild;
  at.game = Math.min(Math.max(gameNumber, 0), TRACE.games.length - 1);
  at.step = Math.min(Math.max(step, 0), game().steps.length - 1);
  if (changed) showGame();
  showStep();
  clearTimeout(addressTimer); // browsers refuse to change the address too often
  addressTimer = setTimeout(() => history.replaceState(null, "", `#${at.game + 1}.${at.step + 1}`), 300);
}

function showGame() {
  $("game").value = at.game;
  $("ending").textContent = game().ending;
  $("complaint").hidden = !game().complaint;
  $("complaint").textContent = game().complaint ? `This trace is not valid: ${game().complaint}` : "";
  $("scrubber").max = game().steps.length - 1;
  $("costliest").replaceChildren(...game().costliest.map(costlyMove));
  if (!game().costliest.length) $("costliest").append(make("li", "fine", {}, "None was found."));
  drawGraph();
}

/** Return what a step is, in a few sentences: where, who does what, and what is to be known about it. */
function sentences(step) {
  const { state, label, day, phase } = step;
  const mover = state.player === undefined ? "" : `${game().names[state.player]} ${label}`;
  return {
    where: `Day ${day}${day === state.day ? "" : ` (a day ${state.day})`} · ${phase}`,
    what: mover || game().ending,
  };
}

/** Return what the board is drawn with in a step. */
function boardView(step) {
  const seat = step.state.player;
  const moves = seat !== undefined;
  return {
    faces: TRACE.faces,
    names: game().names,
    mover: seat,
    actions: moves && step.action !== null ? { [seat]: step.action } : {},
    labels: moves ? { [seat]: step.label } : endLabels(step.state.phase),
  };
}

function endLabels(phase) {
  if (phase.name === "end" && phase.winner !== false) return { [phase.winner]: "wins" };
  return phase.name === "fault" ? { [phase.forfiet]: "forfeits" } : {};
}

function showStep() {
  const step = game().steps[at.step];
  const { where, what } = sentences(step);
  $("where").textContent = where;
  $("sentence").textContent = what;
  $("outcome").textContent = game().outcomes[at.step] ?? "";
  moveCursor();
  sizeCards(step.day);
  drawBoard($("board"), step.state, boardView(step));
  $("scrubber").value = at.step;
  $("scrubber").setAttribute("aria-valuetext", `${at.step + 1} of ${game().steps.length}: ${where}, ${what}`);
  $("count").textContent = `${at.step + 1} / ${game().steps.length}`;
  showCandidates();
  for (const item of $("costliest").querySelectorAll("button")) {
    item.setAttribute("aria-current", String(Number(item.dataset.step) === at.step));
  }
}

/** Give the cards the size that suits all steps of a day, so that it changes at dawn only. */
function sizeCards(day) {
  const key = `${at.game} ${day} ${innerWidth} ${innerHeight}`;
  if (key === sizedFor) return;
  sizedFor = key;
  const board = $("board");
  const stage = board.parentElement;
  const narrow = matchMedia("(max-width: 760px)").matches; // there the page is scrolled anyway
  if (narrow) {
    board.style.setProperty("--card", "62px");
    board.style.setProperty("--seat-columns", 1);
    board.classList.add("small-cards");
    return;
  }
  const scrolls = getComputedStyle(stage).overflowY === "visible";
  const height = scrolls ? innerHeight : stage.clientHeight - board.offsetTop - OUTCOME_HEIGHT;
  const states = game().steps.filter((step) => step.day === day).map((step) => step.state);
  fitBoard(board, states, board.clientWidth, height);
}

function showCandidates() {
  const step = game().steps[at.step];
  const rows = game().candidates[at.step];
  const cost = game().costs[at.step];
  const known = rows !== undefined;
  $("candidates").hidden = !known;
  $("cost").classList.toggle("costly", known && game().costliest.includes(at.step));
  if (!known) {
    const asked = step.state.player !== undefined;
    $("cost").textContent = asked ? "This move was not analysed; the chances here are interpolated." : "The game is over.";
    if (asked && step.action === null) $("cost").textContent = "No legal move, so there is nothing to compare.";
    return;
  }
  const name = game().names[step.state.player];
  $("cost").textContent = cost < 0.005 ? `${name}'s move is as good as any.` : `${name}'s move cost ${percent(cost)} of a win.`;
  const head = make("tr");
  for (const text of ["Move", "Our mix", "Worth"]) head.append(make("th", "", { scope: "col" }, text));
  const body = rows.map(([text, probability, worth, played]) => {
    const row = make("tr", played ? "played" : "");
    const bar = make("td", "share", {}, percent(probability));
    bar.style.setProperty("--share", percent(probability));
    row.append(make("th", "", { scope: "row" }, played ? `${text} (played)` : text), bar, make("td", "", {}, percent(worth)));
    return row;
  });
  $("candidates").replaceChildren(head, ...body);
}

function costlyMove(number) {
  const step = game().steps[number];
  const item = make("li");
  const text = `Day ${step.day}: ${game().names[step.state.player]} ${step.label}`;
  const button = make("button", "", { type: "button", "data-step": number }, text);
  button.prepend(make("b", "", {}, `−${percent(game().costs[number])} `));
  button.addEventListener("click", () => show(at.game, number));
  item.append(button);
  return item;
}

/** Return the number of the first step of the day before or after; going back stops at this day's beginning first. */
function dayStep(direction) {
  const { steps } = game();
  const { day } = steps[at.step];
  if (direction > 0) {
    const next = steps.findIndex((step) => step.day > day);
    return next < 0 ? steps.length - 1 : next;
  }
  const first = steps.findIndex((step) => step.day === day);
  return first < at.step ? first : Math.max(steps.findIndex((step) => step.day === day - 1), 0);
}

const GO = {
  previous: () => show(at.game, at.step - 1),
  next: () => show(at.game, at.step + 1),
  "previous-day": () => show(at.game, dayStep(-1)),
  "next-day": () => show(at.game, dayStep(1)),
  first: () => show(at.game, 0),
  last: () => show(at.game, Infinity),
  "previous-game": () => at.game > 0 && show(at.game - 1, 0),
  "next-game": () => at.game + 1 < TRACE.games.length && show(at.game + 1, 0),
  play: () => (timer === null ? startPlaying() : stopPlaying()),
};
const KEYS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  PageUp: "previous-day",
  PageDown: "next-day",
  Home: "first",
  End: "last",
  p: "previous-game",
  n: "next-game",
  " ": "play",
};

function startPlaying() {
  if (at.step === game().steps.length - 1) show(at.game, 0);
  timer = setInterval(() => {
    GO.next();
    if (at.step === game().steps.length - 1) stopPlaying();
  }, PLAY_MILLISECONDS);
  $("play").textContent = "❚❚ Stop";
  $("play").setAttribute("aria-label", "Stop");
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  $("play").textContent = "▶ Play";
  $("play").setAttribute("aria-label", "Play");
}

function listen() {
  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const typing = event.target.closest("select") || (event.key === " " && event.target.closest("button"));
    if (!name || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    GO[name]();
  });
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => GO[button.dataset.go]());
  }
  $("scrubber").addEventListener("input", () => show(at.game, Number($("scrubber").value)));
  $("game").addEventListener("change", () => show(Number($("game").value), 0));
  addEventListener("hashchange", showHash);
  addEventListener("resize", () => {
    drawGraph();
    showStep();
  });
}

/** Show what the address asks for, as in #2.17: game 2, move 17. */
function showHash() {
  const [gameNumber, step] = location.hash.slice(1).split(".").map((part) => (parseInt(part, 10) || 1) - 1);
  show(gameNumber, step ?? 0);
}

function openTrace() {
  document.body.classList.toggle("many", TRACE.games.length > 1);
  TRACE.games.forEach((one, number) => {
    $("game").append(make("option", "", { value: number }, `${number + 1}: ${one.names.join(", ")}`));
  });
  $("source").textContent = TRACE.source;
  $("print-what").value = game().steps.length <= PAGES_AT_ONCE ? "game" : "day";
  listen();
  zoomCards($("board"));
  showHash();
}

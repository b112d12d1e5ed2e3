/* The board on the pages to watch games and to play: a state that stands in the drawing becomes cards. */

const NARROW = 62; // a card's width where the page is scrolled anyway
const LABEL = { end: "wins", fault: "forfeits" };

/** Return the state in a drawing. */
function stateIn(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return JSON.parse(template.content.querySelector(".state").textContent);
}

function drawState(element, html, { seat, action, words, names, forfeit, room, drawings, playing }) {
  const state = stateIn(html);
  if (!document.getElementById("emblem-unknown")) document.body.insertAdjacentHTML("afterbegin", CARDS.emblems);
  const moves = seat !== undefined;
  drawBoard(element, state, {
    faces: facesOf(state),
    names,
    mover: seat,
    actions: moves && action !== undefined ? { [seat]: action[0] } : {},
    labels: playing ? state.labels : moves ? { [seat]: words } : endLabels(state.phase, forfeit),
  });
  if (playing) return;
  size(element, room, drawings);
  if (!element.dataset.zooms) zoomCards(element);
  element.dataset.zooms = "yes";
}

function facesOf(state) {
  const names = [...Object.keys(state.shop), ...state.players.flatMap(({ cards }) => cards.map(({ name }) => name))];
  return Object.fromEntries(names.map((name) => [name, CARDS.faces[name] ?? CARDS.unknown]));
}

function endLabels(phase, forfeit) {
  if (forfeit !== undefined) return { [forfeit]: LABEL.fault };
  return phase.name === "end" && phase.winner !== false ? { [phase.winner]: LABEL.end } : {};
}

/** Give the cards the size that suits all steps of a day, so that it changes at dawn only. */
function size(element, room, drawings) {
  if (!room) {
    element.style.setProperty("--card", `${NARROW}px`);
    element.style.setProperty("--seat-columns", 1);
    element.classList.add("small-cards");
    return;
  }
  fitBoard(element, drawings().map(stateIn), ...room);
}

return drawState;

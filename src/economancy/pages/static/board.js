"use strict";
/* The board: a state of the game drawn into an element. No dependencies; texts are only ever set as text. */

/**
 * Draw a state. What has not changed since the element's last state is left as it is.
 *
 * state: the JSON of a state as the protocol has it (coins may be strings: integers past 2^53 are no JavaScript numbers).
 * view, all but `faces` optional:
 *   faces    {name: face} of economancy.pages.faces, with every name that the state holds
 *   names    [name of each seat]
 *   mover    the seat framed in green
 *   actions  {seat: action}: bids on the coins; a blue border around a card bought, attacking or defending
 *   labels   {seat: text}: the blue label at the bottom of a seat's box
 */
function drawBoard(element, state, view) {
  if (!element.querySelector(".shop")) {
    element.classList.add("board", "wide");
    element.append(group("shop", { "aria-label": "Shop" }), group("players", { "aria-label": "Players" }));
  }
  const [shop, players] = element.children;
  renew(shop, Object.keys(state.shop).sort().map((name) => pile(name, state, view)));
  renew(players, state.players.map((_, seat) => ({ key: `seat ${seat}`, draw: drawSeat })));
  state.players.forEach((player, seat) => drawPlayer(players.children[seat], player, seat, state, view));
}

/** Make an element's children those of the items, {key, draw}; a child whose key is the same stays. */
function renew(element, items) {
  items.forEach(({ key, draw }, i) => {
    const old = element.children[i];
    if (old?.dataset.key === key) return;
    const child = draw();
    child.dataset.key = key;
    if (old) old.replaceWith(child);
    else element.append(child);
  });
  while (element.children.length > items.length) element.lastChild.remove();
}

function pile(name, state, view) {
  const left = state.shop[name];
  const buying = state.phase.name === "buy";
  const chosen = buying && Object.values(view.actions ?? {}).includes(name);
  const draw = () => {
    const element = make("div", left ? "pile" : "pile sold-out");
    const card = drawCard(name, view.faces[name], { chosen, note: `${left} left`, click: `buy-${name}` });
    element.append(card, make("span", "left", {}, left));
    return element;
  };
  return { key: JSON.stringify([name, left, chosen]), draw };
}

function drawSeat() {
  const box = group("player");
  const row = make("div", "player-row");
  row.append(make("div", "purse"), make("div", "cards"));
  box.append(make("header", "player-head"), row, make("p", "label"));
  return box;
}

function drawPlayer(box, player, seat, state, view) {
  const moves = seat === view.mover;
  const name = view.names?.[seat] ?? `Player ${seat + 1}`;
  const out = player.cards.length === 0;
  box.className = `player${moves ? " mover" : ""}${out ? " out" : ""}`;
  box.setAttribute("aria-label", `${name}${moves ? ", to move" : ""}${out ? ", out of the game" : ""}`);
  const points = player.cards.reduce((sum, card) => sum + view.faces[card.name].points, 0);
  const facts = out ? "out of the game" : `${counted(points, "point")} · ${counted(player.buys, "buy")}`;
  const [head, row, label] = box.children;
  head.replaceChildren(make("span", "player-name", {}, name), make("span", "player-facts", {}, facts));
  const [purse, cards] = row.children;
  purse.replaceWith(drawPurse(player, seat, state, view));
  renew(cards, player.cards.map((card, index) => slot(card, index, seat, state, view)));
  label.textContent = view.labels?.[seat] ?? "";
  label.hidden = !label.textContent;
}

function drawPurse(player, seat, state, view) {
  const bid = state.phase.name === "investing" ? view.actions?.[seat] : undefined;
  const purse = make("div", "purse", {
    role: "img",
    "aria-label": `${counted(player.coins, "coin")}${bid === undefined ? "" : `, bids ${bid}`}`,
    title: counted(player.coins, "coin"),
  });
  const text = bid === undefined ? "" : shortNumber(bid);
  purse.append(
    make("span", text.length > 4 ? "coin long" : "coin", {}, text),
    make("span", "coins", {}, shortNumber(player.coins)),
  );
  return purse;
}

function slot(card, index, seat, state, view) {
  const { phase } = state;
  const fighting = phase.name === "attacking" && index !== 0;
  const named = fighting && seat === phase.attacker && index === (phase.attacker_card ?? phase["attacker-card"]);
  const chosen = named || (fighting && view.actions?.[seat] === index);
  const face = view.faces[card.name];
  const used = card.uses === 0 ? "" : card.uses >= face.uses ? "used-up" : "used";
  const draw = () => {
    const element = make("div", `slot ${used}`);
    const note = [named ? "attacking" : "", used.replace("-", " ")].filter(Boolean).join(", ");
    element.append(drawCard(card.name, face, { chosen, note, click: `card-${seat}-${index}` }));
    return element;
  };
  return { key: JSON.stringify([card.name, used, named, chosen]), draw };
}

/** Return a card as an element; `click` is what a click on it means to the page. */
function drawCard(name, face, { chosen, note, click }) {
  const about = describeCard(name, face) + (note ? ` (${note})` : "") + (chosen ? ", chosen" : "");
  const card = make("div", `card${chosen ? " chosen" : ""}`, {
    "aria-label": about,
    "data-card": name,
    "data-click": click,
    title: describeCard(name, face),
    role: "img",
  });
  card.style.setProperty("--hue", face.hue);
  if (face.emblem === "unknown") card.classList.add("unknown");
  card.append(make("span", "card-name", {}, name));
  if (face.cost !== null) card.append(make("span", "card-cost", {}, face.cost));
  card.append(emblem(face.emblem, "card-emblem"), make("span", "card-text", {}, face.text));
  if (face.attack !== null) {
    const attack = make("span", "card-attack", {}, face.attack);
    const defence = make("span", "card-defence", {}, face.defence);
    attack.prepend(emblem("attack", "sign"));
    defence.prepend(emblem("defence", "sign"));
    card.append(attack, defence);
  }
  return card;
}

/** Return all that stands on a card as one line. */
function describeCard(name, face) {
  const facts = [name];
  if (face.cost !== null) facts.push(`costs ${face.cost}`);
  if (face.attack !== null) facts.push(`attack ${face.attack}`, `defence ${face.defence}`);
  return facts.join(", ") + (face.text ? `. ${face.text}` : "");
}

/** Return a number in at most about six characters; strings of digits are numbers, too. */
function shortNumber(number) {
  const digits = String(number);
  if (!/^\d{6,}$/.test(digits)) return digits;
  if (digits.length > 15) return `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
  const whole = ((digits.length - 1) % 3) + 1;
  const fraction = digits.slice(whole, 3);
  return digits.slice(0, whole) + (fraction ? `.${fraction}` : "") + " kMGT"[Math.ceil(digits.length / 3) - 1];
}

function counted(number, thing) {
  return `${number} ${thing}${String(number) === "1" ? "" : "s"}`;
}

/** Return a symbol of emblems.svg, which the page holds. */
function emblem(name, className) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#emblem-${name}`);
  svg.append(use);
  return svg;
}

/** Return a new part of the board: no landmark, for a page may have several boards. */
const group = (className, attributes = {}) => make("section", className, { role: "group", ...attributes });

/** Return a new element with a class, attributes and a text. */
function make(tag, className, attributes = {}, text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

const CARD_WIDTHS = [150, 140, 130, 120, 110, 102, 94, 88, 82, 76, 70, 66, 62, 58, 54, 50, 47, 44];
const SHOP_SHARES = [1, 0.8, 0.66, 0.54, 0.44, 0.36, 0.3];
const SEAT_COLUMNS = [1, 2]; // players beside each other: what suits low and wide screens
const READABLE = 88; // the least width of a card whose text can be read (judged by eye)

/** Size the cards of an element's board so that all these states fit into so many pixels, if they can. */
function fitBoard(element, states, width, height) {
  const sizes = CARD_WIDTHS.flatMap((card) =>
    SEAT_COLUMNS.flatMap((columns) => SHOP_SHARES.map((share) => ({ card, columns, share }))),
  );
  const heights = (size) => states.map((state) => boardHeight(state, size, width));
  const best =
    sizes.find((size) => states.every((state) => boardHeight(state, size, width) <= height)) ??
    least(sizes.filter(({ card }) => card === CARD_WIDTHS.at(-1)), (size) => Math.max(...heights(size)));
  element.style.setProperty("--card", `${best.card}px`);
  element.style.setProperty("--shop-share", `${best.share}fr`);
  element.style.setProperty("--seat-columns", best.columns);
  element.classList.toggle("small-cards", best.card < READABLE);
}

/** Return the item of which a number is least. */
function least(items, number) {
  return items.reduce((best, item) => (number(item) < number(best) ? item : best));
}

/** Return how high a board of this width is, in pixels, with such sizes: the arithmetic of board.css, without layout. */
function boardHeight(state, { card, columns: seatColumns, share }, width) {
  const gap = card / 9;
  const shopWidth = ((width - 14) * share) / (1 + share) - card / 4 - 2;
  const columns = Math.floor((shopWidth + gap) / (card + gap));
  if (columns < 1) return Infinity;
  const rows = Math.ceil(Object.keys(state.shop).length / columns);
  const shop = rows * (card * 1.4 + Math.max(14, card / 6) * 1.4 + 4 + gap) + card / 4;
  const seatWidth = ((width - 14) / (1 + share) - (seatColumns - 1) * gap) / seatColumns;
  const inRow = Math.floor((seatWidth - (card * 2) / 11 - 8 - Math.max(58, card * 0.56) - card / 8) / (card * (1 + 1 / 14)));
  if (inRow < 1) return Infinity;
  const heights = state.players.map((player) => {
    const slots = player.cards.reduce((count, { uses }) => count + (uses ? 1.4 : 1), 0);
    const cards = Math.max(Math.ceil(slots / inRow), 1) * (card * 1.4 + card / 14);
    const head = 36 + (card * 2) / 11 + gap;
    return head + (player.cards.length ? Math.max(cards, Math.max(44, card / 2) + 28) : 0);
  });
  let players = 42; // the label
  for (let seat = 0; seat < heights.length; seat += seatColumns) {
    players += Math.max(...heights.slice(seat, seat + seatColumns));
  }
  return Math.max(shop, players);
}

/** Show a card large while the pointer is on it, or a finger. */
function zoomCards(element) {
  let zoom = null;
  const close = () => zoom?.remove();
  element.addEventListener("pointerover", (event) => {
    close();
    const card = event.target.closest(".card");
    if (!card) return;
    card.removeAttribute("title"); // it would cover the large card
    const place = card.getBoundingClientRect();
    zoom = card.cloneNode(true);
    zoom.classList.remove("chosen");
    zoom.classList.add("zoom");
    zoom.setAttribute("aria-hidden", "true");
    document.body.append(zoom);
    const { offsetWidth: width, offsetHeight: height } = zoom;
    const left = place.right + 8 + width < innerWidth ? place.right + 8 : place.left - 8 - width;
    zoom.style.left = `${Math.max(left, 4)}px`;
    zoom.style.top = `${Math.max(Math.min(place.top, innerHeight - height - 8), 4)}px`;
  });
  element.addEventListener("pointerleave", close);
  addEventListener("keydown", close);
}

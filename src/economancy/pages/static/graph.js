"use strict";
/* The graph of every seat's chance to win along the game, over the scrubber: the same place is the same move. */

const GRAPH = { pad: 10, top: 8, bottom: 18 };
const DIGIT_WIDTH = 8; // pixels at most, of a day's number (measured)

/** Return each seat's chance and that of nobody winning before a step, and whether that is interpolated; null if unknown. */
function chancesAt(number) {
  const points = game().chances;
  const after = points.findIndex((point) => point[0] >= number);
  if (after < 0 || (after === 0 && points[0][0] > number)) return null;
  if (points[after][0] === number) return { shares: points[after].slice(1), interpolated: false };
  const [low, high] = [points[after - 1], points[after]];
  const part = (number - low[0]) / (high[0] - low[0]);
  return { shares: low.slice(1).map((share, i) => share + (high[i + 1] - share) * part), interpolated: true };
}

function drawGraph() {
  const { steps, chances, names, costliest } = game();
  const width = $("graph").clientWidth;
  const height = $("graph").clientHeight;
  const plot = height - GRAPH.top - GRAPH.bottom;
  const x = (step) => GRAPH.pad + ((width - 2 * GRAPH.pad) * step) / Math.max(steps.length - 1, 1);
  const y = (share) => GRAPH.top + plot * (1 - share);
  const svg = shape("svg", { width, height, role: "img", "aria-label": graphText() });
  for (const share of [0, 0.5, 1]) {
    svg.append(shape("line", { class: "grid", x1: 0, x2: width, y1: y(share), y2: y(share) }));
  }
  markDays(svg, x, y, width);
  names.concat("Nobody").forEach((name, seat) => {
    const points = chances.map((point) => `${x(point[0]).toFixed(1)},${y(point[seat + 1]).toFixed(1)}`).join(" ");
    svg.append(shape("polyline", { class: seatClass(seat), points }));
  });
  for (const share of [0.5, 1]) svg.append(shape("text", { class: "scale", x: width, y: y(share) + 11 }, percent(share)));
  for (const step of costliest) {
    const share = chancesAt(step)?.shares[steps[step].state.player] ?? 0;
    const [left, top] = [x(step), y(share)];
    const mark = shape("path", { class: "costly-mark", d: `M${left} ${top + 4}l-6 10h12z` });
    mark.append(shape("title", {}, `${names[steps[step].state.player]} ${steps[step].label}`));
    svg.append(mark);
  }
  svg.append(shape("line", { id: "cursor", y1: 0, y2: height - GRAPH.bottom + 4 }));
  $("graph").replaceChildren(svg);
  $("graph").onpointerdown = (event) => seek(event, width);
  $("graph").onpointermove = (event) => event.buttons === 1 && seek(event, width);
}

function seek(event, width) {
  const share = (event.clientX - $("graph").getBoundingClientRect().left - GRAPH.pad) / (width - 2 * GRAPH.pad);
  show(at.game, Math.round(share * (game().steps.length - 1)));
}

/** Mark where days begin, with as many numbers as there is room for. */
function markDays(svg, x, y, width) {
  let room = -Infinity;
  game().steps.forEach((step, number, steps) => {
    if (number && steps[number - 1].day === step.day) return;
    const left = x(number);
    const named = left - room > 26;
    svg.append(shape("line", { class: named ? "day named" : "day", x1: left, x2: left, y1: y(1), y2: y(0) + (named ? 6 : 3) }));
    if (!named) return;
    room = left;
    const inside = Math.min(left + 2, width - DIGIT_WIDTH * String(step.day).length);
    svg.append(shape("text", { class: "day-number", x: inside, y: y(0) + 14 }, step.day));
  });
}

function moveCursor() {
  const width = $("graph").clientWidth;
  const left = GRAPH.pad + ((width - 2 * GRAPH.pad) * at.step) / Math.max(game().steps.length - 1, 1);
  $("cursor").setAttribute("x1", left);
  $("cursor").setAttribute("x2", left);
  const now = chancesAt(at.step);
  const items = game().names.concat("Nobody").map((name, seat) => {
    const item = make("span", `legend-item ${seatClass(seat)}`, {}, name);
    const sign = shape("svg", { width: 26, height: 10, "aria-hidden": "true" });
    sign.append(shape("line", { class: seatClass(seat), x1: 1, x2: 25, y1: 5, y2: 5 }));
    item.prepend(sign);
    item.append(make("b", "", {}, now ? percent(now.shares[seat]) : "–"));
    return item;
  });
  if (now?.interpolated) items.push(make("span", "fine", {}, "interpolated"));
  $("legend").replaceChildren(make("span", "legend-title", {}, "Chance to win"), ...items);
}

function seatClass(seat) {
  return seat === game().names.length ? "line-draw" : `line-${seat}`;
}

function graphText() {
  const now = game().names.map((name, seat) => {
    const values = game().chances.map((point) => percent(point[seat + 1]));
    return values.length ? `${name} from ${values[0]} to ${values[values.length - 1]}` : name;
  });
  return `Chance to win along the game: ${now.join(", ")}`;
}

/** Return a new SVG element. */
function shape(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== "") element.textContent = text;
  return element;
}

/* The graph of every seat's win share along the game, over the slider: the same place is the same step. */

const GRAPH = { pad: 10, top: 8, bottom: 18 };
const DIGIT_WIDTH = 8; // pixels at most, of a number below the graph (measured)
const LINES = 6; // kinds of lines in graph.css

/** Return each seat's win share before a step, and whether that is interpolated; null if unknown. */
function sharesAt(step) {
  const { points } = game();
  const after = points.findIndex((point) => point.frame >= step);
  if (after < 0 || (after === 0 && points[0].frame > step)) return null;
  if (points[after].frame === step) return { ...points[after], interpolated: false };
  const [low, high] = [points[after - 1], points[after]];
  const part = (step - low.frame) / (high.frame - low.frame);
  return { shares: low.shares.map((share, i) => share + (high.shares[i] - share) * part), interpolated: true };
}

const line = (seat) => `line-${seat % LINES}`;

function drawGraph() {
  const { frames, points, names } = game();
  $("graph").hidden = $("legend").hidden = points.length < 2;
  if (points.length < 2) return;
  const width = $("graph").clientWidth;
  const height = $("graph").clientHeight;
  const plot = height - GRAPH.top - GRAPH.bottom;
  const y = (share) => GRAPH.top + plot * (1 - share);
  const svg = shape("svg", { width, height, role: "img", "aria-label": graphText() });
  for (const share of [0, 0.5, 1]) svg.append(shape("line", { class: "grid", x1: 0, x2: width, y1: y(share), y2: y(share) }));
  markLengths(svg, y, width);
  names.forEach((name, seat) => {
    const corners = points.map((point) => `${placeOf(point.frame, width).toFixed(1)},${y(point.shares[seat]).toFixed(1)}`);
    svg.append(shape("polyline", { class: line(seat), points: corners.join(" ") }));
  });
  for (const share of [0.5, 1]) svg.append(shape("text", { class: "scale", x: width, y: y(share) + 11 }, percent(share)));
  for (const one of mistakes()) {
    const share = sharesAt(one.frame)?.shares[frames[one.frame].seat] ?? 0;
    const mark = shape("path", { class: `mark ${one.grade}`, d: `M${placeOf(one.frame, width)} ${y(share) + 4}l-6 10h12z` });
    mark.append(shape("title", {}, frames[one.frame].move));
    svg.append(mark);
  }
  svg.append(shape("line", { id: "cursor", y1: 0, y2: height - GRAPH.bottom + 4 }));
  $("graph").replaceChildren(svg);
  moveCursor();
}

/** Return how far from the left a step stands. */
function placeOf(step, width) {
  return GRAPH.pad + ((width - 2 * GRAPH.pad) * step) / Math.max(game().frames.length - 1, 1);
}

function seek(event) {
  const { left, width } = $("graph").getBoundingClientRect();
  const share = (event.clientX - left - GRAPH.pad) / (width - 2 * GRAPH.pad);
  show(at.game, Math.round(share * (game().frames.length - 1)));
}

/** Mark where the length of the game grows, with as many numbers as there is room for. */
function markLengths(svg, y, width) {
  const { frames } = game();
  let room = -Infinity;
  frames.forEach(({ length }, step) => {
    if (step && frames[step - 1].length === length) return;
    const left = placeOf(step, width);
    const named = left - room > 26;
    if (!named && !grouped()) return;
    svg.append(shape("line", { class: named ? "length named" : "length", x1: left, x2: left, y1: y(1), y2: y(0) + (named ? 6 : 3) }));
    if (!named) return;
    room = left;
    const number = String(length - frames[0].length + 1);
    if (step && left + 2 > width - DIGIT_WIDTH * number.length) return; // it would stand on the one before
    svg.append(shape("text", { class: "number", x: Math.min(left + 2, width - DIGIT_WIDTH * number.length), y: y(0) + 14 }, number));
  });
}

function moveCursor() {
  const cursor = $("cursor");
  if (!cursor) return;
  const place = placeOf(at.step, $("graph").clientWidth);
  cursor.setAttribute("x1", place);
  cursor.setAttribute("x2", place);
  const now = sharesAt(at.step);
  const items = game().names.map((name, seat) => {
    const item = make("span", { class: "item" }, name);
    const sign = shape("svg", { width: 26, height: 10, "aria-hidden": "true" });
    sign.append(shape("line", { class: line(seat), x1: 1, x2: 25, y1: 5, y2: 5 }));
    item.prepend(sign);
    const lead = now?.points ? ` ${now.points[seat] > 0 ? "+" : ""}${now.points[seat]}` : "";
    item.append(make("b", {}, now ? percent(now.shares[seat]) + lead : "–"));
    return item;
  });
  if (now?.interpolated) items.push(make("span", { class: "fine" }, "interpolated"));
  $("legend").replaceChildren(make("span", { class: "fine" }, "Win share"), ...items);
}

function graphText() {
  const { names, points } = game();
  const [first, last] = [points[0], points[points.length - 1]];
  return `Win share along the game: ${names.map((name, seat) => `${name} from ${percent(first.shares[seat])} to ${percent(last.shares[seat])}`).join(", ")}`;
}

/** Return a new SVG element. */
function shape(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== "") element.textContent = text;
  return element;
}

$("graph").addEventListener("pointerdown", seek);
$("graph").addEventListener("pointermove", (event) => event.buttons === 1 && seek(event));

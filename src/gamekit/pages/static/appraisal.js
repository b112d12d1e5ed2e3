/* What the moves were worth: it comes round by round, after the games. */

const MOST_LISTED = 10;
const LEAST_COST = 0.01; // of gamekit.analysis.games: what costs more and is not sure is within its margin of error
const GRADES = ["inaccuracy", "mistake", "blunder"];
const PLY_MILLISECONDS = 1200;
let appraising = true;
let redraw = null;
let linePlaying = null;

for (const one of TRACE.games) Object.assign(one, { points: [], decisions: new Map() });

/** Take in what is known of a round; see gamekit.pages.replay. */
function appraised(round) {
  const one = TRACE.games[round.game ?? 0];
  const { frame: first, frames = 1, shares, points } = round;
  for (const name of ["pieces", "lines", "changes", "drawings", "options"]) TRACE[name].push(...(round[name] ?? []));
  if (round.shares.length) {
    for (let step = first; step < first + frames; step++) one.points.push({ frame: step, shares, points });
    one.points.sort((a, b) => a.frame - b.frame);
  }
  for (const { frame = first, ...each } of round.decisions) {
    one.decisions.set(frame, { frame, grade: "", sure: false, line: [], ...each });
  }
  if (redraw === null) redraw = requestAnimationFrame(showNews);
}

function appraisalDone() {
  appraising = false;
  if (redraw === null) redraw = requestAnimationFrame(showNews);
}

function showNews() {
  redraw = null;
  showAppraisal();
  if (at.ply === 0) showDecision();
}

const decision = () => game().decisions.get(at.step);

/** Return the decisions that cost something for sure, the worst first. */
function mistakes() {
  return [...game().decisions.values()].filter(({ sure }) => sure).sort((a, b) => b.cost - a.cost || a.frame - b.frame);
}

/** Return the step of the next mistake after this step, or of the first one. */
function nextMistake() {
  const steps = mistakes().map((one) => one.frame).sort((a, b) => a - b);
  return steps.find((step) => step > at.step) ?? steps[0] ?? at.step;
}

/** Show what is known of the whole game. */
function showAppraisal() {
  const { decisions, frames } = game();
  drawGraph();
  const found = mistakes();
  $("mistakes").hidden = !decisions.size;
  showCounts();
  $("costliest").replaceChildren(...found.slice(0, MOST_LISTED).map(costlyMove));
  if (!found.length) $("costliest").append(make("li", { class: "fine" }, "No move cost much."));
  const all = frames.length - 1;
  const source = [
    "A move costs what the best candidate's win share is more than its own; a draw counts as an equal share of a win.",
    "From 5% it is an inaccuracy, from 10% a mistake, from 20% a blunder, unless that is within its margin of error.",
    decisions.size < all ? `${decisions.size} of ${all} moves were looked at; what lies between is interpolated.` : "",
  ];
  if (appraising) $("source").textContent = `Looking at the moves: ${decisions.size} of ${all}…`;
  else $("source").textContent = decisions.size ? source.join(" ") : "Nothing is known of what the moves were worth.";
}

/** Show for every seat how many of its moves were how bad. */
function showCounts() {
  const { names, decisions, frames } = game();
  const head = make("tr", {}, ...["Player", "?!", "?", "??", "lost"].map((text) => make("th", { scope: "col" }, text)));
  [...GRADES, "win shares lost in all"].forEach((text, i) => head.children[i + 1].setAttribute("aria-label", text));
  const rows = names.map((name, seat) => {
    const own = [...decisions.values()].filter((one) => frames[one.frame].seat === seat);
    const counts = GRADES.map((grade) => own.filter((one) => one.grade === grade).length);
    const lost = percent(own.reduce((sum, one) => sum + one.cost, 0));
    return make("tr", {}, make("th", { scope: "row" }, name), ...[...counts, lost].map((text) => make("td", {}, String(text))));
  });
  $("counts").replaceChildren(head, ...rows);
}

function costlyMove(one) {
  const { moment, move } = game().frames[one.frame];
  const button = make("button", { type: "button", "data-step": one.frame }, make("b", {}, `−${percent(one.cost)} `), `${moment}: ${move}`);
  button.setAttribute("aria-current", String(one.frame === at.step));
  if (one.grade) button.classList.add(one.grade);
  button.addEventListener("click", () => show(at.game, one.frame));
  return make("li", {}, button);
}

/** Show what is known of the decision of this step. */
function showDecision() {
  const found = decision();
  for (const item of $("costliest").querySelectorAll("button")) item.setAttribute("aria-current", String(Number(item.dataset.step) === at.step));
  $("candidates").hidden = $("basis").hidden = !found;
  $("cost").className = found?.sure ? "costly" : "";
  $("cost").textContent = costText(found);
  stopLine();
  showPlies();
  if (!found) {
    mark();
    return;
  }
  at.candidate ??= found.played;
  $("basis").textContent = `The best is ${found.basis}.`;
  showCandidates(found);
}

function costText(found) {
  const one = frame();
  if (!one.move) return "The game is over.";
  if (!found) return appraising ? "Not looked at yet." : "This move was not looked at.";
  const name = game().names[one.seat];
  if (found.cost < LEAST_COST) return `${name}'s move is as good as any.`;
  const lost = `${name} lost ${percent(found.cost)} of a win`;
  return found.grade ? `${lost}: ${/^[aeiou]/.test(found.grade) ? "an" : "a"} ${found.grade}.` : `${lost}${found.sure ? "" : ", within the margin of error"}.`;
}

function showCandidates({ candidates, played }) {
  const counts = candidates.some(([, , points]) => points !== undefined);
  const mixed = candidates.some(([, , , often]) => often !== undefined);
  const most = Math.max(...candidates.map(([, share]) => share));
  const titles = ["Move", "Wins", ...(counts ? ["Points"] : []), ...(mixed ? ["Our mix"] : [])];
  const head = make("tr", {}, ...titles.map((text) => make("th", { scope: "col" }, text)));
  const rows = candidates.map(([option, share, points, often], number) => {
    const name = `${TRACE.options[option][0]}${number === played ? " (played)" : ""}`;
    const button = make("button", { type: "button", "aria-pressed": String(number === at.candidate) }, name);
    button.addEventListener("click", () => choose(number));
    const win = make("td", { class: "share" }, percent(share));
    win.style.setProperty("--share", percent(share));
    const row = make("tr", {}, make("th", { scope: "row" }, button), win);
    if (counts) row.append(make("td", {}, points === undefined ? "" : `${points > 0 ? "+" : ""}${points}`));
    if (mixed) row.append(make("td", {}, often ? percent(often) : "–"));
    row.classList.toggle("played", number === played);
    row.classList.toggle("best", share === most);
    return row;
  });
  $("candidates").replaceChildren(head, ...rows);
  mark();
}

function choose(number) {
  at.candidate = number;
  if (at.ply) showPly(0);
  [...$("candidates").querySelectorAll("button")].forEach((button, i) => button.setAttribute("aria-pressed", String(i === number)));
  mark();
}

/** Mark on the board what the chosen candidate would click. */
function mark() {
  for (const element of $("board").querySelectorAll(".picked")) element.classList.remove("picked");
  const [, ...clicks] = TRACE.options[decision()?.candidates[at.candidate]?.[0]] ?? [];
  if (at.ply) return;
  for (const click of clicks) {
    for (const element of $("board").querySelectorAll(`[data-click="${CSS.escape(click)}"]`)) element.classList.add("picked");
  }
}

/** Show the line that is expected after the best candidate, as buttons. */
function showPlies() {
  const plies = decision()?.line ?? [];
  $("line").hidden = !plies.length;
  $("plies").replaceChildren(...plies.map(([words], number) => {
    const button = make("button", { type: "button", "aria-current": String(at.ply === number + 1) }, words);
    button.addEventListener("click", () => showPly(number + 1));
    return make("li", {}, button);
  }));
  $("line-back").hidden = at.ply === 0;
}

/** Show a ply of the expected line; 0 is the game itself. */
function showPly(ply) {
  const plies = decision()?.line ?? [];
  const wanted = Math.max(0, Math.min(ply, plies.length));
  if (wanted === at.ply) return;
  stop();
  at.ply = wanted;
  showBoard();
  const { move } = frame();
  $("sentence").textContent = wanted ? `Expected: ${plies[wanted - 1][0]}` : move;
  showPlies();
  mark();
}

function playLine() {
  showPly(at.ply < decision().line.length ? at.ply + 1 : 1);
  linePlaying = setInterval(() => (at.ply < decision().line.length ? showPly(at.ply + 1) : stopLine()), PLY_MILLISECONDS);
}

function stopLine() {
  clearInterval(linePlaying);
  linePlaying = null;
}

$("line-play").addEventListener("click", () => (linePlaying === null ? playLine() : stopLine()));
$("line-back").addEventListener("click", () => {
  stopLine();
  showPly(0);
});

"use strict";
/* What every page of a seat does: it asks the server for news, sends clicks and says what went wrong.

   The page's own script defines `show(latest)`, which keeps the news, and `showHint()`. The story that it keeps is
   whole: the server sends what is new of it. */

const base = document.body.dataset.base;
const RETRY_MILLISECONDS = 1000;

const part = (id) => document.getElementById(id);
let news = null;
let sending = false;
let hint = null; // the answer to a click on "Hint", and the moment that it is for

/** Ask the server; return its JSON. Throws an Error with the server's own words if it refuses. */
async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const response = await fetch(base + path, options);
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), { refused: response.status });
  return answer;
}

/** Return what tells the server which rounds of the story are here. */
const have = () => (news === null ? "" : `have=${news.game}.${news.story.length}`);

/** Show news, the story before them kept. */
function take(latest) {
  const before = news !== null && news.game === latest.game ? news.story : [];
  if (latest.since <= before.length) show({ ...latest, story: [...before.slice(0, latest.since), ...latest.story] });
}

/** Show what there is, then whatever is new, for ever; a lost connection is tried again. */
async function listen() {
  for (;;) {
    try {
      take(await ask(`/news?after=${news === null ? -1 : news.version}&${have()}`));
      if (part("trouble").dataset.lost) trouble("");
    } catch (error) {
      if (error.refused === 403) return trouble(`${error.message}.`);
      trouble("The connection is lost; trying again…", true);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}

/** Send a click, as JSON text: numbers may be integers that JavaScript's cannot hold. */
async function send(path, body) {
  if (sending) return;
  sending = true;
  try {
    take(await ask(`${path}?${have()}`, body));
    trouble("");
  } catch (error) {
    trouble(error.refused ? `Not done: ${error.message}.` : "The connection is lost; please try again.");
  } finally {
    sending = false;
  }
}

function trouble(text, lost = false) {
  const place = part("trouble");
  place.textContent = text;
  place.hidden = !text;
  if (lost) place.dataset.lost = "true";
  else delete place.dataset.lost;
}

function restart() {
  const sure = news.over || !news.alone || window.confirm("Leave this game and begin a new one?");
  if (sure) send("/new", `{"game":${news.game}}`);
}

function leave() {
  if (window.confirm("Leave this game? It ends for everybody.")) send("/leave", `{"game":${news.game}}`);
}

/** Show the buttons to begin a new game and to leave this one, and who waits for others to agree. */
function showWays() {
  const agreed = news.agreed.includes(news.seat);
  part("restart").hidden = news.over !== null || news.story.length === 0 || agreed;
  part("leave").hidden = news.alone || news.over !== null;
  part("last").hidden = news.over !== null || news.finished.length === 0;
  part("last").href = `${base}/watch/${news.finished.at(-1)}`;
  const others = news.agreed.filter((seat) => seat !== news.seat).map((seat) => news.names[seat]);
  part("agreed").hidden = news.alone || news.agreed.length === 0;
  part("agreed").textContent = agreed
    ? "You would like a new game. It begins when all agree."
    : `${others.join(" and ")} would like a new game. Do you agree?`;
}

async function askHint() {
  const moment = news.moment;
  part("hint").textContent = "Thinking…";
  try {
    const answer = await ask("/hint", `{"moment":${moment}}`);
    if (moment !== news.moment) return;
    hint = { moment, ...answer };
    showHint();
  } catch (error) {
    part("hint").textContent = "";
    if (moment === news.moment) trouble(`No hint: ${error.message}.`);
  }
}

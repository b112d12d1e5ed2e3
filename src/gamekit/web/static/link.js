"use strict";
/* What every page of a seat does: it asks the server for news, sends clicks and says what went wrong.

   The page's own script defines `show(latest)`, which keeps the news, and `showHint()`. */

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

/** Show what there is, then whatever is new, for ever; a lost connection is tried again. */
async function listen() {
  for (;;) {
    try {
      show(await ask(`/news?after=${news === null ? -1 : news.version}`));
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
    show(await ask(path, body));
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
  if (news.over || window.confirm("Leave this game and begin a new one?")) send("/new", `{"game":${news.game}}`);
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

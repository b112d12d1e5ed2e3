"use strict";
/* What every page of a seat does: it asks the server for news, sends clicks and says what went wrong.

   The page's own script defines `show(latest)`, which keeps the news, and `showHint()`. The story that it keeps is
   whole: the server sends what is new of it. Every request has a limit, and what is lost is tried again; of clicks that
   are not sent yet the last one counts. */

const base = document.body.dataset.base; // relative to the page's own address
const RETRY_MILLISECONDS = 1000;
const LIMITS = { news: 30000, click: 10000, hint: 60000 }; // in milliseconds; the server lets news wait for 20 s

const part = (id) => document.getElementById(id);
let news = null;
let hint = null; // the answer to a click on "Hint", and the moment that it is for
let outbox = null; // the click to be sent
let sending = false;
let listening = null; // what breaks off the request for news
let pausing = null; // what ends the pause before the next try

/** Ask the server; return its JSON. Throws an Error with the server's own words if it refuses. */
async function ask(path, limit, body, controller = new AbortController()) {
  const timer = setTimeout(() => controller.abort(), limit);
  try {
    const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const response = await fetch(base + path, { ...options, signal: controller.signal });
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.error), { refused: response.status });
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

/** Return what tells the server which rounds of the story are here. */
const have = () => (news === null ? "" : `have=${news.game}.${news.story.length}.${news.line}`);

/** Show news, the story before them kept. */
function take(latest) {
  const same = news !== null && news.game === latest.game && news.line === latest.line;
  const [before, lengths] = same ? [news.story, news.lengths] : [[], []];
  if (latest.since > before.length) return;
  const whole = (kept, more) => [...kept.slice(0, latest.since), ...more];
  show({ ...latest, story: whole(before, latest.story), lengths: whole(lengths, latest.lengths) });
}

/** Show what there is, then whatever is new, for ever; a lost connection is tried again. */
async function listen() {
  let lost = false;
  for (;;) {
    listening = new AbortController();
    try {
      const version = news === null || lost ? -1 : news.version; // after a loss there is an answer at once
      take(await ask(`/news?after=${version}&${have()}`, lost ? LIMITS.click : LIMITS.news, undefined, listening));
      lost = false;
      if (part("trouble").dataset.lost && outbox === null) trouble("");
    } catch (error) {
      if (error.refused === 403) return trouble(`${error.message}.`);
      if (listening.signal.reason === "awake") {
        lost = true;
        continue;
      }
      lost = true;
      trouble(outbox ? "The connection is lost; your click is kept and sent again…" : "The connection is lost; trying again…", true);
      await pause();
    }
  }
}

/** Wait a second, or until the page is looked at again or the network is back. */
const pause = () =>
  new Promise((resolve) => {
    pausing = resolve;
    setTimeout(resolve, RETRY_MILLISECONDS);
  });

/** Ask anew: a request from before a sleep, or over another network, may never be answered. */
function wake() {
  listening?.abort("awake");
  pausing?.();
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
addEventListener("online", wake);

/** Send a click, as JSON text: numbers may be integers that JavaScript's cannot hold. It is tried until it is answered. */
async function send(path, body) {
  outbox = { path, body, tries: 0 };
  if (sending) return;
  sending = true;
  document.body.dataset.sending = "true";
  while (outbox !== null) await sendOne(outbox);
  sending = false;
  delete document.body.dataset.sending;
}

async function sendOne(click) {
  try {
    const latest = await ask(`${click.path}?${have()}`, LIMITS.click, click.body);
    if (outbox === click) outbox = null;
    trouble("");
    take(latest);
    if (click.tries) wake(); // the request for news may hang, too
  } catch (error) {
    click.tries += 1;
    if (error.refused) {
      if (outbox === click) outbox = null;
      const counted = error.refused === 409 && click.tries > 1; // it had arrived, but its answer was lost
      trouble(counted ? "" : `Not done: ${error.message}.`);
    } else {
      trouble("The connection is lost; your click is kept and sent again…", true);
      await pause();
    }
  }
}

function trouble(text, lost = false) {
  const place = part("trouble");
  place.textContent = text;
  place.hidden = !text;
  if (lost) place.dataset.lost = "true";
  else delete place.dataset.lost;
}

function takeBack() {
  if (news.may_take_back) send("/back", `{"moment":${news.moment}}`);
}

function leave() {
  if (window.confirm("Leave this game? It ends for everybody.")) send("/leave", `{"game":${news.game}}`);
}

/** Show the buttons to begin a new game, to go back and to leave, who waits for others to agree, and who is away. */
function showWays() {
  const agreed = news.agreed.includes(news.seat);
  const name = (seat) => news.names[seat];
  part("restart").hidden = news.over !== null || agreed || (!news.alone && news.story.length === 0);
  part("take-back").hidden = !news.may_take_back;
  part("leave").hidden = news.alone || news.over !== null;
  part("last").hidden = news.over !== null || news.finished.length === 0;
  part("last").href = `${base}/watch/${news.finished.at(-1)}`;
  const others = news.agreed.filter((seat) => seat !== news.seat).map(name);
  part("agreed").hidden = news.alone || news.agreed.length === 0;
  part("agreed").textContent = agreed
    ? "You would like a new game. It begins when all agree."
    : `${others.join(" and ")} would like a new game. Do you agree?`;
  const chosen = news.chosen.map(name);
  part("chosen").hidden = chosen.length === 0;
  part("chosen").textContent = `${chosen.join(" and ")} ${chosen.length === 1 ? "has" : "have"} chosen.`;
  const away = news.away.map(name);
  part("away").hidden = away.length === 0;
  part("away").textContent = `${away.join(" and ")} ${away.length === 1 ? "is" : "are"} away.${standInText()}`;
  showStandIn();
  part("crash").hidden = news.last_words.length === 0;
  part("crash").querySelector("pre").textContent = news.last_words.join("\n");
}

/** Return who plays for people who are away. */
const standInText = () => Object.entries(news.stand_ins).map(([seat, name]) => ` ${name} plays for ${news.names[seat]} meanwhile.`).join("");

const missing = () => news.away.filter((seat) => !(seat in news.stand_ins));

/** Offer programs to play for who is away, while the game goes on. */
function showStandIn() {
  const field = part("stand-in").querySelector("select");
  part("stand-in").hidden = news.over !== null || missing().length === 0 || news.builtins.length === 0;
  if (field.length !== news.builtins.length) field.replaceChildren(...news.builtins.map((name) => new Option(name)));
}

function standIn() {
  send("/stand-in", JSON.stringify({ game: news.game, seat: missing()[0], player: part("stand-in").querySelector("select").value }));
}

async function askHint() {
  const moment = news.moment;
  part("hint").textContent = "Thinking…";
  try {
    const answer = await ask("/hint", LIMITS.hint, `{"moment":${moment}}`);
    if (moment !== news.moment) return;
    hint = { moment, ...answer };
    showHint();
  } catch (error) {
    part("hint").textContent = "";
    if (moment === news.moment) trouble(`No hint: ${error.refused ? error.message : "the connection is lost"}.`);
  }
}

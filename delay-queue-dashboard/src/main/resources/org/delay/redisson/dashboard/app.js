import * as api from "./api.js";
import {byId, h, replace} from "./dom.js";
import {duration} from "./format.js";
import {language, setLanguage, t} from "./words.js";
import {dead} from "./dead.js";
import {find} from "./find.js";
import {instances} from "./instances.js";
import {load} from "./load.js";
import {message} from "./message.js";
import {overview} from "./overview.js";
import {settings} from "./settings.js";
import {topic} from "./topic.js";

const POLL = 2000;

/** Each makes a screen of the parts of its address: {title, load, render, still}. A still screen is not read again. */
const SCREENS = {"": overview, load, topic, message, find, dead, instances, settings};
const MENU = ["", "load", "dead", "instances", "settings"];

let screen;
let timer;
let turn = 0;
let seen;
let answeredAt;
let age;

function parts() {
  return location.hash.replace(/^#\/?/, "").split("/").map(part => {
    try {
      return decodeURIComponent(part);
    } catch (error) {
      return part;
    }
  });
}

function open() {
  const [name, ...rest] = parts();
  const make = Object.hasOwn(SCREENS, name) ? SCREENS[name] : overview;
  screen = make(rest, {refresh, say});
  seen = age = undefined;
  byId("screen").replaceChildren(h("p", {class: "empty"}, t("loading")));
  frame(name);
  byId("screen").focus({preventScroll: true});
  window.scrollTo(0, 0);
  refresh();
}

function frame(name) {
  document.documentElement.lang = language();
  document.title = screen.title + " · delay-queue";
  byId("skip").textContent = t("skip");
  byId("nav").setAttribute("aria-label", t("screens"));
  const here = ["message", "topic", "find"].includes(name) ? "" : name;
  replace(byId("nav"), MENU.map(each =>
    h("a", {href: "#/" + each, "data-key": "nav " + each, "aria-current": each === here ? "page" : null}, t("nav." + (each || "overview")))));
  const user = api.me().user;
  replace(byId("user"), user ? t("signedIn", {user}) : h("a", {href: "login", "data-key": "login"}, t("signIn")));
  const other = language() === "zh-CN" ? "en" : "zh-CN";
  byId("language").textContent = other === "en" ? "English" : "中文";
  byId("language").lang = other;
}

/** Reads and shows. Answers may overtake each other: only that of the latest question counts. */
async function refresh(force) {
  clearTimeout(timer);
  const mine = ++turn;
  const shown = screen;
  try {
    const answer = await shown.load();
    if (mine !== turn) {
      return;
    }
    answeredAt = performance.now();
    age = (answer.age || 0) + (answer.data && answer.data.countedAge || 0);
    const data = answer.data || answer;
    const text = JSON.stringify(data);
    if (force || text !== seen) {
      seen = text;
      replace(byId("screen"), shown.render(data));
    }
    trouble(answer.problem ? t("redisAway", {problem: answer.problem}) : "");
  } catch (problem) {
    if (mine !== turn) {
      return;
    }
    failed(problem);
  }
  tick();
  if (!document.hidden && (!shown.still || !seen)) {
    timer = setTimeout(refresh, POLL);
  }
}

function failed(problem) {
  if (problem.status === 401) {
    trouble(t("signedOut"), h("button", {type: "button", "data-key": "reload", click: () => location.reload()}, t("signIn")));
  } else if (problem instanceof api.Problem) {
    trouble(problem.status === 503 ? t("redisAway", {problem: problem.message}) : problem.message);
  } else {
    trouble(t("applicationAway"));
  }
  if (!seen) {
    byId("screen").replaceChildren(h("h1", {}, screen.title), h("p", {class: "empty"}, t("nothingYet")));
  }
}

function trouble(text, ...more) {
  const place = byId("trouble");
  if (place.firstChild ? place.firstChild.textContent !== text : text) {
    replace(place, text ? [h("span", {}, text), ...more] : []);
  }
  place.hidden = !text;
}

function say(text) {
  byId("news").textContent = text;
}

function tick() {
  byId("age").textContent = age === undefined || !seen || screen.still ? ""
    : t("counted", {time: duration(Math.max(1, Math.floor((age + performance.now() - answeredAt) / 1000)) * 1000)});
}

async function start() {
  byId("language").addEventListener("click", () => {
    setLanguage(language() === "zh-CN" ? "en" : "zh-CN");
    open();
  });
  byId("skip").addEventListener("click", event => {
    event.preventDefault();
    byId("screen").focus();
  });
  window.addEventListener("hashchange", open);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden && !screen.still) {
      refresh();
    }
  });
  setInterval(tick, 1000);
  try {
    await api.begin();
  } catch (problem) {
    screen = {title: "delay-queue"};
    failed(problem);
    return;
  }
  open();
}

start();

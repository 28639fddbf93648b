import {get, me} from "./api.js";
import {chart} from "./chart.js";
import {confirmed} from "./confirm.js";
import {h, quiet, table, tiles, to} from "./dom.js";
import {clock, duration, firstLine, lateness, number, short, time} from "./format.js";
import {t} from "./words.js";

/** The priority of messages that were sent without one. */
const USUAL = 4;

const STATES = ["due", "leased", "dead"];

/** A list of messages, which the screens of a topic and of dead letters show. */
export function messages(rows, state, first) {
  const at = {due: t("dueAt"), leased: t("leaseUntil"), dead: t("diedAt")}[state];
  return table(t("state." + state), [
    ...(first ? [first] : []),
    {name: t("id"), wide: true, of: each => h("a", {href: to("message", each.topic, each.id), "data-key": "id " + each.id}, each.id)},
    {name: at, time: true, half: true, of: each => time(each.at)},
    ...(rows.some(each => each.priority !== USUAL) ? [{name: t("priority"), number: true, of: each => quiet(each.priority !== USUAL, each.priority)}] : []),
    {name: t("failures"), number: true, of: each => quiet(each.failures, number(each.failures))},
    ...(state === "dead" ? [{name: t("error"), wide: true, long: true, of: each => firstLine(each.error)}] : []),
  ], rows);
}

export function topic([name, given], {refresh, say}) {
  const state = STATES.includes(given) ? given : "due";
  let cursor = null;
  const before = [];

  async function load() {
    const [counts, list] = await Promise.all([
      get("topic", {topic: name}), get("messages", {topic: name, state, cursor})]);
    return {
      age: Math.max(counts.age, list.age),
      problem: counts.problem || list.problem,
      data: {topic: counts.data.topic, list: list.data},
    };
  }

  const change = what => confirmed({what, topic: name, number: null, say, done: refresh});

  function pages(list) {
    return (before.length > 0 || list.next) && h("div", {class: "actions"},
      h("button", {type: "button", "data-key": "newer", disabled: !before.length, click: () => {
        cursor = before.pop();
        refresh();
      }}, t("previous")),
      h("button", {type: "button", "data-key": "older", disabled: !list.next, click: () => {
        before.push(cursor);
        cursor = list.next;
        refresh();
      }}, t("next")));
  }

  function trends(topic) {
    const from = topic.nextFrom;
    const end = topic.countedAt - topic.countedAt % 60000 + 60000;
    const begin = end - topic.hour.length * 60000;
    const coming = topic.next.reduce((all, each) => all + each, 0);
    return h("div", {class: "two"},
      h("section", {class: "panel", "aria-labelledby": "last-hour"},
        h("h2", {id: "last-hour"}, t("lastHour"), " ", h("span", {class: "count"}, number(topic.delivered))),
        chart({name: t("deliveredInHour", {n: number(topic.delivered)}), values: topic.hour,
          title: index => clock(begin + index * 60000) + ": " + number(topic.hour[index]),
          ticks: [clock(begin), clock((begin + end) / 2), clock(end)]})),
      h("section", {class: "panel", "aria-labelledby": "next-hour"},
        h("div", {class: "head"},
          h("h2", {id: "next-hour"}, t("nextHour"), " ", h("span", {class: "count"}, number(coming))),
          h("a", {href: to("load", name), "data-key": "load"}, t("wholeLoad"))),
        chart({name: t("dueInHour", {n: number(coming)}), values: topic.next,
          title: index => clock(from + index * 300000) + ": " + number(topic.next[index]),
          ticks: [clock(from), clock(from + 1800000), clock(from + 3600000)]})));
  }

  return {
    title: name,
    load,
    render: ({topic, list}) => topic ? [
      h("p", {class: "crumbs"}, h("a", {href: "#/", "data-key": "up"}, t("nav.overview"))),
      h("div", {class: "head"},
        h("h1", {}, name, " ", topic.paused && h("span", {class: "badge"}, t("paused"))),
        me().mayOperate && h("button", {type: "button", "data-key": "pause", click: () => change(topic.paused ? "resume" : "pause")},
          t(topic.paused ? "resume" : "pause"))),
      tiles([
        {name: t("oldestOverdue"), value: topic.oldestOverdue ? duration(topic.oldestOverdue) : t("none"), bad: topic.oldestOverdue > 60000 && !topic.paused},
        {name: t("p99"), value: topic.p99 === null ? "–" : lateness(topic.p99), hint: topic.p50 === null ? null : t("median", {time: lateness(topic.p50)})},
        {name: t("waiting"), value: short(topic.due)},
        {name: t("inFlight"), value: short(topic.leased)},
        {name: t("deadLetters"), value: short(topic.dead), bad: topic.dead > 0},
      ]),
      topic.next.length > 0 && trends(topic),
      h("section", {class: "panel", "aria-label": t("messages")},
        h("div", {class: "tabs"}, STATES.map(each => h("a", {
          href: to("topic", name, each), "data-key": "tab " + each, "aria-current": each === state ? "true" : null,
        }, t("state." + each))), state === "dead" && topic.dead > 0 && h("a", {class: "aside", href: to("dead", name)}, t("workOnDead"))),
        list.messages.length ? messages(list.messages, state) : h("p", {class: "empty"}, t("noMessages")),
        pages(list)),
    ] : [h("h1", {}, name), h("p", {class: "empty"}, t("noTopic"))],
  };
}

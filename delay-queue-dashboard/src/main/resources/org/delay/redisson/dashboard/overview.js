import {get} from "./api.js";
import {h, table, tiles, to} from "./dom.js";
import {duration, number, short} from "./format.js";
import {t} from "./words.js";

const ROWS = 100;

export function overview(parts, {refresh}) {
  let wanted = "";
  let all = false;

  function badge(topic) {
    return topic.paused ? h("span", {class: "badge"}, t("paused")) : null;
  }

  const columns = [
    {name: t("topic"), wide: true, of: each => [h("a", {href: to("topic", each.topic), "data-key": "topic " + each.topic}, each.topic), " ", badge(each)]},
    {name: t("waiting"), number: true, of: each => number(each.due)},
    {name: t("inFlight"), number: true, of: each => number(each.leased)},
    {name: t("dead"), number: true, of: each => each.dead
      ? h("a", {class: "bad", href: to("dead", each.topic), "data-key": "dead " + each.topic}, number(each.dead)) : "0"},
    {name: t("oldestOverdue"), number: true, of: each => each.oldestOverdue
      ? h("span", {class: each.paused ? null : "late"}, duration(each.oldestOverdue)) : "–"},
  ];

  function find() {
    return h("section", {class: "panel", "aria-label": t("find")}, h("h2", {}, t("find")), h("div", {class: "fields"},
      h("label", {}, t("topic"), h("input", {id: "find-topic", "data-key": "find-topic", maxlength: 249, autocomplete: "off", spellcheck: "false"})),
      h("label", {}, t("id"), h("input", {id: "find-id", "data-key": "find-id", maxlength: 200, autocomplete: "off", spellcheck: "false", keydown: event => event.key === "Enter" && go()})),
      h("button", {type: "button", id: "find-go", "data-key": "find-go", click: go}, t("show"))));
  }

  function go() {
    const topic = document.getElementById("find-topic").value.trim();
    const id = document.getElementById("find-id").value;
    if (topic && id) {
      location.hash = to("message", topic, id);
    }
  }

  function topics(data) {
    if (!data.topics.length) {
      return h("p", {class: "empty"}, t("noTopics"));
    }
    const matching = data.topics.filter(each => each.topic.toLowerCase().includes(wanted.toLowerCase()));
    const shown = all ? matching : matching.slice(0, ROWS);
    return [
      table(t("topics"), columns, shown),
      !matching.length && h("p", {class: "empty"}, t("noMatch")),
      matching.length > shown.length && h("button", {type: "button", "data-key": "more", click: () => {
        all = true;
        refresh(true);
      }}, t("showAll", {n: number(matching.length)})),
      data.number > data.topics.length && h("p", {class: "empty"}, t("onlyWorst", {n: number(data.topics.length), of: number(data.number)})),
    ];
  }

  return {
    title: t("nav.overview"),
    load: () => get("overview"),
    render: data => show(data, data.topics.find(each => !each.paused)),
  };

  /** Late topics that are not paused come first. What is late in a paused topic is meant to be. */
  function show(data, worst) {
    const overdue = worst ? worst.oldestOverdue : 0;
    return [
      h("h1", {class: "unseen"}, t("nav.overview")),
      data.clockBehind > 0 && h("p", {class: "trouble"}, t("clockBehind", {time: duration(data.clockBehind)})),
      data.instances === 0 && h("p", {class: "trouble"}, t("noInstances")),
      tiles([
        {name: t("oldestOverdue"), value: overdue ? duration(overdue) : t("none"), bad: overdue > 60000},
        {name: t("waiting"), value: short(data.total.due)},
        {name: t("inFlight"), value: short(data.total.leased)},
        {name: t("deadLetters"), value: short(data.total.dead), bad: data.total.dead > 0},
        {name: t("nav.instances"), value: number(data.instances), bad: data.instances === 0},
      ]),
      h("section", {class: "panel", "aria-labelledby": "topics-title"},
        h("div", {class: "head"},
          h("h2", {id: "topics-title"}, t("topics"), " ", h("span", {class: "count"}, number(data.number))),
          data.topics.length > 5 && h("label", {class: "filter"}, h("span", {}, t("filter")), h("input", {
            type: "search", value: wanted, "data-key": "filter", autocomplete: "off", spellcheck: "false",
            input: event => {
              wanted = event.target.value;
              refresh(true);
            },
          }))),
        topics(data),
        data.unread.length > 0 && h("p", {class: "trouble"}, t("unread", {topics: data.unread.join(", ")}))),
      find(),
    ];
  }
}

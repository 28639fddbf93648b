import {get} from "./api.js";
import {minibars, spark} from "./chart.js";
import {h, quiet, table, tiles, to} from "./dom.js";
import {finder} from "./find.js";
import {duration, lateness, number, short} from "./format.js";
import {pager} from "./pager.js";
import {t} from "./words.js";

const badge = topic => topic.paused ? h("span", {class: "badge"}, t("paused")) : null;

const sum = values => values.reduce((all, each) => all + each, 0);

const columns = () => [
  {name: t("topic"), wide: true, of: each => [h("a", {href: to("topic", each.topic), "data-key": "topic " + each.topic}, each.topic), " ", badge(each)]},
  {name: t("oldestOverdue"), number: true, of: each => each.oldestOverdue
    ? h("span", {class: each.paused ? null : "late"}, duration(each.oldestOverdue)) : quiet(0, "–")},
  {name: t("waiting"), number: true, of: each => quiet(each.due, number(each.due))},
  {name: t("inFlight"), number: true, of: each => quiet(each.leased, number(each.leased))},
  {name: t("dead"), number: true, of: each => each.dead
    ? h("a", {class: "bad", href: to("dead", each.topic), "data-key": "dead " + each.topic}, number(each.dead)) : quiet(0, "0")},
  {name: t("lateness"), number: true, half: true, of: each => each.p50 === null ? quiet(0, "–") : lateness(each.p50) + " / " + lateness(each.p99)},
  {name: t("lastHour"), number: true, half: true, of: each => h("span", {class: "trend"},
    spark(each.hour, t("deliveredInHour", {n: number(each.delivered)})), h("span", {}, quiet(each.delivered, short(each.delivered))))},
  {name: t("nextHour"), number: true, half: true, of: each => h("a", {class: "trend", href: to("load", each.topic), "data-key": "load " + each.topic},
    minibars(each.next, t("dueInHour", {n: number(sum(each.next))})), h("span", {}, quiet(sum(each.next), short(sum(each.next)))))},
];

export function overview(parts, {refresh}) {
  let wanted = "";
  let from = 0;

  function filter(data) {
    return (data.number > 5 || wanted) && h("label", {class: "filter"}, h("span", {}, t("filter")), h("input", {
      type: "search", value: wanted, "data-key": "filter", autocomplete: "off", spellcheck: "false", maxlength: 249,
      input: event => {
        wanted = event.target.value;
        from = 0;
        refresh();
      },
    }));
  }

  function topics(data) {
    if (!data.number) {
      return h("p", {class: "empty"}, t("noTopics"));
    }
    return data.topics.length
      ? [table(t("topics"), columns(), data.topics), pager(data, at => {
        from = at;
        refresh();
      })]
      : h("p", {class: "empty"}, t("noMatch"));
  }

  function render(data) {
    return [
      h("h1", {class: "unseen"}, t("nav.overview")),
      data.clockBehind > 0 && h("p", {class: "trouble"}, t("clockBehind", {time: duration(data.clockBehind)})),
      data.instances === 0 && h("p", {class: "trouble"}, t("noInstances")),
      tiles([
        {name: t("oldestOverdue"), value: data.oldestOverdue ? duration(data.oldestOverdue) : t("none"), bad: data.oldestOverdue > 60000},
        {name: t("p99"), value: data.p99 === null ? "–" : lateness(data.p99)},
        {name: t("waiting"), value: short(data.total.due)},
        {name: t("inFlight"), value: short(data.total.leased)},
        {name: t("deadLetters"), value: short(data.total.dead), bad: data.total.dead > 0},
        {name: t("nav.instances"), value: number(data.instances), bad: data.instances === 0},
      ]),
      h("section", {class: "panel", "aria-labelledby": "topics-title"},
        h("div", {class: "head"},
          h("h2", {id: "topics-title"}, t("topics"), " ", h("span", {class: "count"}, number(data.number))), filter(data)),
        topics(data),
        data.unread.length > 0 && h("p", {class: "trouble"}, t("unread", {topics: data.unread.join(", ")}))),
      data.number > 0 && finder({topics: data.topics.map(each => each.topic)}),
    ];
  }

  return {
    title: t("nav.overview"),
    load: () => get("overview", {name: wanted || null, from: from || null}),
    render,
  };
}

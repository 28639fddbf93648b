import {get} from "./api.js";
import {chart, isInView} from "./chart.js";
import {h, table, tiles, to} from "./dom.js";
import {clock, day, dayHour, dayTime, number, short} from "./format.js";
import {t} from "./words.js";

const SCALES = ["minutes", "hours", "days"];
const TICKS = 4;

/** A start of a bucket, as closely as the scale needs. */
const start = {minutes: clock, hours: dayTime, days: millis => day(millis, "UTC")};

const tick = {minutes: clock, hours: dayHour, days: start.days};

/** What falls due, of all topics or of one. */
export function load([topic = "", given]) {
  let isOpen = false;
  const scale = SCALES.includes(given) ? given : "minutes";
  const at = (data, index) => data.from + index * data.bucket;
  const text = (data, index) => start[scale](at(data, index));

  function line(data) {
    const value = data.bestMinute * (data.bucket / 60000);
    return {value, text: t(value ? "best." + scale : "noBest", {n: number(value)})};
  }

  function sentence(data, best) {
    const above = data.buckets.filter(each => best.value && each > best.value).length;
    return h("p", {class: "legend"}, isInView(best, data.buckets) && h("span", {class: "key"}), best.text, " ",
      above > 0 ? h("strong", {class: "late"}, t("above." + scale, {n: number(above)})) : best.value > 0 && t("allBelow"));
  }

  function rows(data) {
    const all = data.buckets.map((value, index) => ({name: text(data, index), value})).filter(each => each.value);
    return [
      ...(data.overdue ? [{name: t("overdue"), value: data.overdue, late: true}] : []),
      ...all,
      ...(data.later ? [{name: t("later." + scale), value: data.later}] : []),
    ];
  }

  function ticks(data) {
    return Array.from({length: TICKS + 1}, (unused, index) =>
      tick[scale](at(data, Math.round(index * data.buckets.length / TICKS))));
  }

  function render(data) {
    const best = line(data);
    const coming = data.buckets.reduce((sum, each) => sum + each, 0);
    return [
      topic && h("p", {class: "crumbs"}, h("a", {href: to("load"), "data-key": "all"}, t("loadOfAll"))),
      h("h1", {}, topic ? t("loadOf", {topic}) : t("nav.load")),
      tiles([
        {name: t("overdue"), value: short(data.overdue), bad: data.overdue > data.bestMinute},
        {name: t("within." + scale), value: short(coming)},
        {name: t("later." + scale), value: short(data.later)},
      ]),
      h("section", {class: "panel", "aria-label": t("nav.load")},
        h("div", {class: "tabs"}, SCALES.map(each => h("a", {
          href: to("load", topic, each), "data-key": "scale " + each, "aria-current": each === scale ? "true" : null,
        }, t("scale." + each))), topic && h("a", {class: "aside", href: to("topic", topic), "data-key": "topic"}, topic)),
        rows(data).length > 0 ? [chart({
          name: t("chartOf." + scale, {n: number(coming), most: number(Math.max(...data.buckets))}),
          values: data.buckets,
          overdue: data.overdue,
          title: index => text(data, index) + ": " + number(data.buckets[index]),
          ticks: ticks(data),
          line: best,
        }),
        sentence(data, best)] : h("p", {class: "empty"}, t("nothingDue"))),
      (rows(data).length > 0 || data.unread.length > 0) && h("section", {class: "panel", "aria-label": t("dueBy." + scale)},
        rows(data).length > 0 && h("details", {open: isOpen, toggle: event => {
            isOpen = event.target.open;
          }},
          h("summary", {"data-key": "numbers"}, t("dueBy." + scale), " ", h("span", {class: "count"}, number(rows(data).length))),
          table(t("dueBy." + scale), [
            {name: t("begins." + scale), of: each => h("span", {class: each.late ? "late" : null}, each.name)},
            {name: t("messages"), number: true, of: each => number(each.value)},
          ], rows(data))),
        data.unread.length > 0 && h("p", {class: "trouble"}, t("unread", {topics: data.unread.join(", ")}))),
    ];
  }

  return {
    title: topic ? t("loadOf", {topic}) : t("nav.load"),
    load: () => get("load", {topic: topic || null, scale}),
    render,
  };
}

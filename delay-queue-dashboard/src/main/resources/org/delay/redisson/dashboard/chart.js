import {h, svg} from "./dom.js";
import {number, short} from "./format.js";
import {t} from "./words.js";

const HEIGHT = 100;

/** A bar that is seen if there is anything at all. */
const tall = (value, most) => value ? Math.max(1.5, Math.min(HEIGHT, value / most * HEIGHT)) : 0;

function drawing(name, width, height, kind, ...children) {
  return svg("svg", {class: kind, role: "img", "aria-label": name, viewBox: "0 0 " + width + " " + height, preserveAspectRatio: "none"}, ...children);
}

function bars(values, most, title) {
  return values.map((value, index) => value > 0 && svg("rect", {
    x: index + .1, y: HEIGHT - tall(value, most), width: .8, height: tall(value, most),
  }, title && svg("title", {}, title(index))));
}

/** A line through the values above its area, for a cell of a table. */
export function spark(values, name) {
  const most = Math.max(1, ...values);
  const last = Math.max(1, values.length - 1);
  const points = values.map((value, index) => index + "," + (19 - value / most * 18).toFixed(1)).join(" ");
  return drawing(name, last, 20, "spark", svg("polygon", {points: "0,20 " + points + " " + last + ",20"}), svg("polyline", {points}));
}

/** The next number above this one that is easy to halve. */
function round(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * [1, 2, 4, 6, 8, 10].find(each => each * unit >= value);
}

/** Small bars, for a cell of a table. */
export function minibars(values, name) {
  return drawing(name, values.length, HEIGHT, "minibars", bars(values, Math.max(1, ...values)));
}

/** A line far above all bars would press them flat. */
export const isInView = (line, values) => line.value > 0 && line.value <= 3 * Math.max(...values);

/**
 * Bars over a time, with what is overdue before them, and a line.
 *
 * name: for those who can't see it; values; title: index => text; ticks: texts, evenly below the bars; overdue: a number or nothing;
 * line: {value}, drawn where it is in view
 */
export function chart({name, values, title, ticks, overdue, line}) {
  const isDrawn = line && isInView(line, values);
  const most = round(Math.max(2, ...values, isDrawn ? line.value : 0));
  const at = isDrawn && HEIGHT - line.value / most * HEIGHT;
  const late = overdue > 0 && h("div", {class: "overdue"},
    h("strong", {}, short(overdue)),
    drawing(t("overdueBar", {n: number(overdue)}), 1, HEIGHT, "bars", bars([overdue], most)),
    h("span", {}, t("overdue")));
  const scale = values.some(Boolean) && h("div", {class: "scale", "aria-hidden": "true"}, [most, most / 2, 0].map(each => h("span", {}, short(each))));
  return h("figure", {class: "chart"}, late, scale,
    h("div", {class: "due"},
      drawing(name, values.length, HEIGHT, "bars",
        svg("path", {class: "grid", d: "M0 .5H" + values.length + "M0 50H" + values.length}),
        bars(values, most, title),
        isDrawn && values.map((value, index) => value > line.value && svg("rect", {
          class: "above", x: index + .1, y: HEIGHT - tall(value, most), width: .8, height: tall(value, most) - tall(line.value, most),
        }, svg("title", {}, title(index)))),
        isDrawn && svg("line", {x1: 0, x2: values.length, y1: at, y2: at})),
      h("div", {class: "ticks"}, ticks.map(text => h("span", {}, text)))));
}

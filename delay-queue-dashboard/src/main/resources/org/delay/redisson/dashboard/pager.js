import {h} from "./dom.js";
import {number} from "./format.js";
import {t} from "./words.js";

/** Buttons to the pages of topics before and after, if there are any. */
export function pager(data, go) {
  const last = data.from + data.topics.length;
  return data.matching > data.rows && h("div", {class: "actions pages"},
    h("span", {}, t("rowsOf", {from: number(data.from + 1), to: number(last), of: number(data.matching)})),
    h("button", {type: "button", "data-key": "previous", disabled: data.from === 0, click: () => go(Math.max(0, data.from - data.rows))}, t("previous")),
    h("button", {type: "button", "data-key": "next", disabled: last >= data.matching, click: () => go(last)}, t("next")));
}

import {get} from "./api.js";
import {h, table} from "./dom.js";
import {duration} from "./format.js";
import {t} from "./words.js";

export function instances() {
  return {
    title: t("nav.instances"),
    load: () => get("instances"),
    render: data => [h("h1", {}, t("nav.instances")), h("section", {class: "panel", "aria-label": t("nav.instances")}, data.instances.length
      ? table(t("nav.instances"), [
        {name: t("application"), wide: true, of: each => each.application || "–"},
        {name: t("instance"), wide: true, long: true, of: each => each.id},
        {name: t("runningFor"), number: true, of: each => duration(each.age)},
        {name: t("format"), number: true, of: each => each.format},
        {name: t("aliveFor"), number: true, of: each => duration(each.left)},
      ], data.instances)
      : h("p", {class: "empty"}, t("noInstances")))],
  };
}

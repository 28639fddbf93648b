import {get, me} from "./api.js";
import {facts, h, table} from "./dom.js";
import {t} from "./words.js";

export function settings() {
  const may = allowed => allowed ? t("yes") : t("no");
  return {
    title: t("nav.settings"),
    still: true,
    load: () => get("settings"),
    render: data => [
      h("h1", {}, t("nav.settings")),
      h("section", {class: "panel"}, h("h2", {}, t("you")), facts([
        [t("user"), me().user || t("notSignedIn")],
        [t("maySee"), t("yes")],
        [t("mayOperate"), may(me().mayOperate)],
        [t("mayReadValues"), may(me().maySeeValues)],
      ])),
      h("section", {class: "panel", "aria-labelledby": "effective"}, h("h2", {id: "effective"}, t("effective")), table(t("effective"), [
        {name: t("property"), wide: true, of: each => h("code", {}, each.property.split(/(?<=\.)/).map(part => [part, h("wbr")]))},
        {name: t("value"), wide: true, of: each => each.value || "–"},
      ], data.settings)),
    ],
  };
}

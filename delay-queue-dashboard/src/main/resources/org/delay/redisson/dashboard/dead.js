import {get, me} from "./api.js";
import {confirmed} from "./confirm.js";
import {h, table, to} from "./dom.js";
import {number} from "./format.js";
import {messages} from "./topic.js";
import {t} from "./words.js";

/** The topics with dead letters. */
function topics() {
  return {
    title: t("deadLetters"),
    load: () => get("overview"),
    render: data => {
      const rows = data.topics.filter(each => each.dead).sort((one, other) => other.dead - one.dead);
      return [h("h1", {}, t("deadLetters")), h("section", {class: "panel", "aria-label": t("topics")}, rows.length
        ? table(t("deadLetters"), [
          {name: t("topic"), wide: true, of: each => h("a", {href: to("dead", each.topic), "data-key": each.topic}, each.topic)},
          {name: t("deadLetters"), number: true, of: each => number(each.dead)},
        ], rows)
        : h("p", {class: "empty"}, t("noDead")))];
    },
  };
}

function ofTopic(name, {refresh, say}) {
  let cursor = null;
  const before = [];
  const chosen = new Set();

  function done() {
    chosen.clear();
    refresh(true);
  }

  function choice(rows) {
    return {
      name: t("select"),
      of: each => h("input", {type: "checkbox", "data-key": "choose " + each.id, "aria-label": t("selectOne", {id: each.id}), checked: chosen.has(each.id),
        change: event => {
          event.target.checked ? chosen.add(each.id) : chosen.delete(each.id);
          refresh(true);
        }}),
    };
  }

  function actions(rows) {
    const all = rows.length > 0 && rows.every(each => chosen.has(each.id));
    const act = what => h("button", {type: "button", "data-key": what, disabled: !chosen.size, class: what === "redrive" ? "primary" : null,
      click: () => confirmed({what, topic: name, ids: [...chosen], number: chosen.size, say, done})}, t(what + "Some", {n: number(chosen.size)}));
    return h("div", {class: "actions"},
      h("label", {class: "check"}, h("input", {type: "checkbox", "data-key": "all", checked: all, change: event => {
        rows.forEach(each => event.target.checked ? chosen.add(each.id) : chosen.delete(each.id));
        refresh(true);
      }}), t("selectPage")),
      act("redrive"), act("delete"));
  }

  return {
    title: t("deadOf", {topic: name}),
    load: () => get("messages", {topic: name, state: "dead", cursor}),
    render: list => [
      h("p", {class: "crumbs"}, h("a", {href: to("dead"), "data-key": "up"}, t("deadLetters"))),
      h("h1", {}, name),
      h("section", {class: "panel", "aria-label": t("deadLetters")}, list.messages.length ? [
        me().mayOperate && actions(list.messages),
        messages(list.messages, "dead", me().mayOperate && choice(list.messages)),
      ] : h("p", {class: "empty"}, t("noDeadHere")),
      (before.length > 0 || list.next) && h("div", {class: "actions"},
        h("button", {type: "button", "data-key": "newer", disabled: !before.length, click: () => {
          cursor = before.pop();
          done();
        }}, t("previous")),
        h("button", {type: "button", "data-key": "older", disabled: !list.next, click: () => {
          before.push(cursor);
          cursor = list.next;
          done();
        }}, t("next")))),
    ],
  };
}

export const dead = ([name], context) => name ? ofTopic(name, context) : topics();

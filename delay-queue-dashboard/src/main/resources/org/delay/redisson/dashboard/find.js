import {get} from "./api.js";
import {h, to} from "./dom.js";
import {number} from "./format.js";
import {messages} from "./topic.js";
import {t} from "./words.js";

/** Asks for a message: by its id, or by its key. */
export function finder({topics = [], topic = "", key = ""} = {}) {
  const field = id => document.getElementById(id);

  function go() {
    const name = field("find-topic").value.trim();
    const id = field("find-id").value;
    const wanted = field("find-key").value;
    if (name && (id || wanted)) {
      location.hash = id ? to("message", name, id) : to("find", name, wanted);
    }
  }

  const input = (id, name, most, value, more) => h("label", {}, name, h("input", {
    id, "data-key": id, value, maxlength: most, autocomplete: "off", spellcheck: "false", ...more,
    keydown: event => event.key === "Enter" && go(),
  }));

  return h("section", {class: "panel", "aria-labelledby": "find-title"}, h("h2", {id: "find-title"}, t("find")),
    h("div", {class: "fields"},
      input("find-topic", t("topic"), 249, topic, {list: "find-topics"}),
      input("find-id", t("id"), 200, ""),
      input("find-key", t("orKey"), 1000, key),
      h("datalist", {id: "find-topics"}, topics.map(each => h("option", {value: each}))),
      h("button", {type: "button", id: "find-go", "data-key": "find-go", click: go}, t("show"))));
}

/** The messages of a topic with a key. A search reads messages one by one, so it goes on only if somebody wants it to. */
export function find([topic, key = ""], {refresh}) {
  let found = [];
  let examined = 0;
  let cursor = null;

  async function load() {
    const answer = await get("find", {topic, key, cursor});
    found = found.concat(answer.data.messages);
    examined += answer.data.examined;
    cursor = answer.data.next;
    return {...answer, data: {found, examined, more: cursor !== null}};
  }

  return {
    title: t("find"),
    still: true,
    load,
    render: data => [
      h("p", {class: "crumbs"}, h("a", {href: to("topic", topic), "data-key": "up"}, topic)),
      h("h1", {}, t("withKey", {key})),
      h("section", {class: "panel", "aria-label": t("messages")},
        ["due", "leased", "dead"].map(state => {
          const rows = data.found.filter(each => each.state.toLowerCase() === state);
          return rows.length > 0 && [h("h2", {}, t("state." + state)), messages(rows, state)];
        }),
        h("p", {class: "empty"}, data.more ? t("searchedPart", {n: number(data.examined)})
          : data.found.length ? t("searched", {n: number(data.examined)}) : t("keyNotFound", {n: number(data.examined)})),
        data.more && h("button", {type: "button", "data-key": "go-on", click: () => refresh(true)}, t("searchOn"))),
      finder({topic, key}),
    ],
  };
}

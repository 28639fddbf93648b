import {get, me} from "./api.js";
import {bulk, causeText} from "./bulk.js";
import {confirmed} from "./confirm.js";
import {h, table, to} from "./dom.js";
import {number, time} from "./format.js";
import {pager} from "./pager.js";
import {taskPanel} from "./tasks.js";
import {messages} from "./topic.js";
import {t} from "./words.js";

/** Several answers as one, as old as the oldest of them. */
function together(answers, data) {
  return {
    age: Math.max(...answers.map(answer => answer.age)),
    problem: answers.map(answer => answer.problem).find(Boolean),
    data,
  };
}

/** The topics with dead letters, and the tasks that work on them. */
function topics({refresh, say}) {
  let from = 0;

  async function load() {
    const answers = await Promise.all([get("overview", {dead: "", from}), get("tasks")]);
    return together(answers, {...answers[0].data, tasks: answers[1].data.tasks});
  }

  return {
    title: t("deadLetters"),
    load,
    render: data => [h("h1", {}, t("deadLetters")),
      data.tasks.filter(each => each.state !== "DONE").map(each => taskPanel(each, {say, done: refresh})),
      h("section", {class: "panel", "aria-label": t("topics")}, data.topics.length
        ? [table(t("deadLetters"), [
          {name: t("topic"), wide: true, of: each => h("a", {href: to("dead", each.topic), "data-key": each.topic}, each.topic)},
          {name: t("deadLetters"), number: true, of: each => number(each.dead)},
        ], data.topics), pager(data, at => {
          from = at;
          refresh();
        })]
        : h("p", {class: "empty"}, t("noDead")))],
  };
}

/** Dead letters by the first line of their error. */
function causes(name, data, context) {
  const complete = data.examined >= data.dead;
  const act = (change, cause, died) => h("button", {type: "button", "data-key": change + " " + cause,
    // Those that die later were not counted. Where not all were examined, the task itself fixes the moment.
    click: () => bulk({change, topic: name, firstLine: cause, diedBy: complete ? died : null, ...context})}, t(change + "All"));
  const rows = data.causes.length > 1 ? [...data.causes, {
    firstLine: null, number: data.dead,
    firstDied: Math.min(...data.causes.map(each => each.firstDied)),
    lastDied: Math.max(...data.causes.map(each => each.lastDied)),
  }] : data.causes;
  return h("section", {class: "panel", "aria-labelledby": "causes"},
    h("h2", {id: "causes"}, t("causes")),
    !complete && h("p", {class: "empty"}, t("causesOfSome", {n: number(data.examined), of: number(data.dead)})),
    table(t("causes"), [
      {name: t("cause"), wide: true, long: true, of: each => causeText(each.firstLine)},
      {name: t("deadLetters"), number: true, long: true, of: each => number(each.number)},
      {name: t("firstDied"), time: true, half: true, of: each => time(each.firstDied)},
      {name: t("lastDied"), time: true, half: true, of: each => time(each.lastDied)},
      ...(me().mayOperate ? [{name: t("actions"), long: true, of: each => h("div", {class: "actions"},
        act("redrive", each.firstLine, each.lastDied), act("delete", each.firstLine, each.lastDied))}] : []),
    ], rows));
}

function ofTopic(name, {refresh, say}) {
  let cursor = null;
  const before = [];
  const chosen = new Set();

  async function load() {
    const answers = await Promise.all([
      get("messages", {topic: name, state: "dead", cursor}), get("causes", {topic: name}), get("tasks")]);
    const [list, groups, tasks] = answers.map(answer => answer.data);
    return together(answers, {list, groups, task: tasks.tasks.find(each => each.topic === name)});
  }

  function done() {
    chosen.clear();
    refresh(true);
  }

  function choice() {
    return {
      name: t("select"),
      pick: true,
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
      click: () => confirmed({what, topic: name, ids: [...chosen], number: chosen.size, say, done})}, chosen.size ? t(what + "Some", {n: number(chosen.size)}) : t(what));
    return h("div", {class: "actions"},
      h("label", {class: "check"}, h("input", {type: "checkbox", "data-key": "all", checked: all, change: event => {
        rows.forEach(each => event.target.checked ? chosen.add(each.id) : chosen.delete(each.id));
        refresh(true);
      }}), t("selectPage")),
      act("redrive"), act("delete"));
  }

  function go(back, next) {
    back ? cursor = before.pop() : before.push(cursor) && (cursor = next);
    done();
  }

  return {
    title: t("deadOf", {topic: name}),
    load,
    render: ({list, groups, task}) => [
      h("p", {class: "crumbs"}, h("a", {href: to("dead"), "data-key": "up"}, t("deadLetters"))),
      h("h1", {}, name),
      task && taskPanel(task, {say, done}),
      groups.causes.length > 0 && causes(name, groups, {say, done}),
      h("section", {class: "panel", "aria-labelledby": "letters"}, h("h2", {id: "letters"}, t("letters")), list.messages.length ? [
        me().mayOperate && actions(list.messages),
        messages(list.messages, "dead", me().mayOperate && choice()),
      ] : h("p", {class: "empty"}, t("noDeadHere")),
      (before.length > 0 || list.next) && h("div", {class: "actions"},
        h("button", {type: "button", "data-key": "newer", disabled: !before.length, click: () => go(true)}, t("previous")),
        h("button", {type: "button", "data-key": "older", disabled: !list.next, click: () => go(false, list.next)}, t("next")))),
    ],
  };
}

export const dead = ([name], context) => name ? ofTopic(name, context) : topics(context);

import {me} from "./api.js";
import {bulk, causeText} from "./bulk.js";
import {confirmed} from "./confirm.js";
import {facts, h, to} from "./dom.js";
import {duration, number, time} from "./format.js";
import {t} from "./words.js";

/** A task of a topic: how far it is, and what can be done about it. */
export function taskPanel(task, {say, done}) {
  const isRunning = task.state === "RUNNING";
  const what = task.change.toLowerCase();
  const goOn = () => bulk({
    change: what, topic: task.topic, firstLine: task.firstLine, diedBy: task.diedBy, perSecond: task.perSecond, say, done,
  });
  const action = isRunning
    ? h("button", {type: "button", "data-key": "stop " + task.topic, disabled: task.stopping, click: () =>
      confirmed({what: "stop", topic: task.topic, number: null, say, done})}, t(task.stopping ? "stopping" : "stop"))
    : task.state !== "DONE" && h("button", {type: "button", "data-key": "go-on " + task.topic, class: "primary", click: goOn}, t("goOn"));
  return h("section", {class: "panel task " + task.state.toLowerCase(), "aria-label": t("task")},
    h("div", {class: "head"},
      h("h2", {}, t("taskOf." + what), " ", h("span", {class: isRunning || task.state === "DONE" ? "badge good" : "badge"}, t("taskState." + task.state))),
      me().mayOperate && h("div", {class: "actions"}, action)),
    h("p", {class: "wide"}, h("a", {href: to("dead", task.topic), "data-key": "task " + task.topic}, task.topic), " · ", causeText(task.firstLine)),
    h("div", {class: "progress"},
      h("progress", {max: task.limit || 1, value: task.limit ? task.changed : isRunning ? null : 1, "aria-label": t("progress")}),
      h("span", {}, task.limit ? t("progressOf", {n: number(task.changed), of: number(task.limit)}) : number(task.changed))),
    h("p", {class: "empty"}, t("taskExplain." + task.state)),
    task.failure && h("p", {class: "trouble"}, task.failure),
    facts([
      [t("diedUntil"), time(task.diedBy)],
      [t("rate"), number(task.perSecond)],
      [t("keptLetters"), task.kept ? number(task.kept) : null],
      [t("user"), task.user],
      [t("begun"), time(task.startedAt)],
      [t(isRunning ? "runningFor" : "took"), duration(task.took)],
    ]));
}

import {get, me} from "./api.js";
import {confirmed} from "./confirm.js";
import {facts, h, to} from "./dom.js";
import {finder} from "./find.js";
import {away, duration, number, time} from "./format.js";
import {t} from "./words.js";

const moment = millis => [time(millis), h("small", {class: "away"}, away(millis))];

export function message([topic, id = ""], {refresh, say}) {
  let shown = null;

  async function load() {
    const answer = await get("message", {topic, id});
    return {...answer, data: {...answer.data, values: shown}};
  }

  async function show() {
    try {
      shown = (await get("values", {topic, id})).message;
    } catch (problem) {
      say(problem.message);
    }
    refresh(true);
  }

  const act = what => h("button", {type: "button", "data-key": what, class: what === "redrive" ? "primary" : null,
    click: () => confirmed({what, topic, ids: [id], number: 1, say, done: refresh})}, t(what));

  function timeline({message, journal}) {
    const steps = journal && journal.history
      ? journal.history.map(each => [each.at, t("change." + each.change) + (each.detail ? ": " + each.detail : ""), each.instance])
      : [];
    if (!steps.length && message && message.at !== message.dueTime) {
      steps.push([message.dueTime, t("step.due"), null]);
    }
    // The journal has told of a death already.
    if (message && !(message.state === "DEAD" && steps.length && journal)) {
      steps.push([message.at, t("step." + message.state), null]);
    }
    return steps.length > 0 && h("section", {class: "panel"}, h("h2", {}, t("timeline")),
      h("ol", {class: "timeline"}, steps.map(([at, text, instance]) =>
        h("li", {}, h("time", {datetime: new Date(at).toISOString()}, time(at)), h("span", {}, text), instance && h("small", {}, instance)))),
      journal && journal.problem && h("p", {class: "empty"}, journal.problem),
      journal && journal.pending && h("p", {class: "empty"}, t("pending")));
  }

  function values(data) {
    const message = data.values || data.message;
    return h("section", {class: "panel"},
      h("div", {class: "head"}, h("h2", {}, t("contents")), message.masked && me().maySeeValues
        && h("button", {type: "button", id: "show-values", "data-key": "values", click: show}, t("showValues"))),
      message.masked && h("p", {class: "empty"}, t(me().maySeeValues ? "masked" : "maskedForYou")),
      facts([[t("key"), message.key], ...message.headers.map(([name, value]) => [name, value])]),
      h("h3", {}, t("body")), h("pre", {id: "body", tabindex: 0, "aria-label": t("body")}, message.body));
  }

  function gone(data) {
    return [
      h("section", {class: "panel"}, h("p", {class: "empty"}, t(data.journal && !data.journal.problem ? "goneButJournaled" : data.hasJournal ? "goneNoRow" : "goneNoJournal"))),
      timeline(data),
      finder({topic}),
    ];
  }

  return {
    title: id,
    load,
    render: data => {
      const found = data.message;
      return [
        h("p", {class: "crumbs"}, h("a", {href: to("topic", topic), "data-key": "up"}, topic)),
        h("div", {class: "head"}, h("h1", {}, id), found && me().mayOperate && h("div", {class: "actions"},
          found.state === "DEAD" ? [act("redrive"), act("delete")] : [act("reschedule"), act("cancel")])),
        ...(found ? [
          h("section", {class: "panel"}, h("h2", {}, t("facts")), facts([
            [t("stateTitle"), t("state." + found.state.toLowerCase())],
            found.state === "DUE" && found.at === found.dueTime ? [] : [{DUE: t("nextDelivery"), LEASED: t("leaseUntil"), DEAD: t("diedAt")}[found.state], moment(found.at)],
            [t("dueAt"), moment(found.dueTime)],
            [t("priority"), found.priority],
            [t("failures"), number(found.failures)],
            [t("leaseExpirations"), number(found.leaseExpirations)],
            [t("timeToLive"), found.timeToLive === null ? null : duration(found.timeToLive)],
          ])),
          found.error && h("section", {class: "panel"}, h("h2", {}, t("error")), h("pre", {class: "error", tabindex: 0, "aria-label": t("error")}, found.error)),
          timeline(data),
          values(data),
        ] : gone(data)),
      ];
    },
  };
}

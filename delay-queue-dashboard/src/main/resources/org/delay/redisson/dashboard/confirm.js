import {post} from "./api.js";
import {h} from "./dom.js";
import {number as count} from "./format.js";
import {t} from "./words.js";

/** Above this number, the topic's name must be typed. */
const MANY = 100;

/**
 * Asks before anything is changed: what, how many, of which topic. Then does it, once, however often the button is pressed.
 *
 * what: the name of the change; ids: of the messages, or nothing for the topic itself; done: what to do afterwards
 */
export function confirmed({what, topic, ids, number, more = {}, detail, say, done}) {
  const typed = number > MANY && h("input", {id: "typed", autocomplete: "off", spellcheck: "false"});
  const delay = what === "reschedule" && h("input", {id: "delay", type: "number", min: 0, max: 525600, value: 10});
  const rate = more.perSecond && h("input", {id: "rate", type: "number", min: 1, max: 1000000, value: more.perSecond});
  const problem = h("p", {class: "trouble", role: "alert", hidden: true});
  const yes = h("button", {type: "button", id: "confirm", class: what === "delete" ? "danger" : "primary", click: act}, t(what));
  const dialog = h("dialog", {"aria-labelledby": "confirm-title", close: () => dialog.remove()},
    h("h2", {id: "confirm-title"}, t("confirm." + what, {n: number === null ? "" : count(number), topic})),
    h("p", {}, t("explain." + what)),
    detail && h("pre", {}, detail),
    ids && ids.length === 1 && h("p", {class: "mono"}, ids[0]),
    delay && h("label", {}, t("delayMinutes"), delay),
    rate && h("label", {}, t("rate"), rate),
    typed && h("label", {}, t("typeTopic", {topic}), typed),
    problem,
    h("div", {class: "actions"}, h("button", {type: "button", click: () => dialog.close()}, t("back")), yes));

  function body() {
    const wanted = {topic, ...more};
    if (ids) {
      Object.assign(wanted, what === "cancel" || what === "reschedule" ? {id: ids[0]} : {ids});
    }
    if (delay) {
      wanted.delaySeconds = Math.round(Number(delay.value) * 60);
    }
    if (rate) {
      wanted.perSecond = Math.round(Number(rate.value));
    }
    if (typed) {
      wanted.typed = typed.value;
    }
    return wanted;
  }

  async function act() {
    if (typed && typed.value !== topic) {
      return tell(t("typedWrong"));
    }
    yes.disabled = true;
    try {
      const answer = await post(more.route || what, body());
      const outcomes = answer.outcomes || [answer.outcome];
      const failed = outcomes.filter(outcome => ["NOT_FOUND", "EXISTS", "IN_FLIGHT"].includes(outcome));
      if (failed.length) {
        tell(failed.length + " × " + t("outcome." + failed[0]));
        done();
        return;
      }
      dialog.close();
      say(t("did"));
      done();
    } catch (failure) {
      yes.disabled = false;
      tell(failure.status === 401 ? t("signedOut") : failure.message);
    }
  }

  function tell(text) {
    problem.textContent = text;
    problem.hidden = false;
  }

  document.body.append(dialog);
  dialog.showModal();
}

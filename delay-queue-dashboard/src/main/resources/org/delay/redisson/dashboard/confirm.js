import {post} from "./api.js";
import {h} from "./dom.js";
import {number as count} from "./format.js";
import {t} from "./words.js";

/**
 * Asks before a few things are changed: what, how many, of which topic. Then does it, once, however often the button is pressed.
 *
 * what: the name of the change; ids: of the messages, or nothing for the topic itself; done: what to do afterwards
 */
export function confirmed({what, topic, ids, number, say, done}) {
  const delay = what === "reschedule" && h("input", {id: "delay", type: "number", min: 0, max: 525600, step: "any", required: true, value: 10});
  const problem = h("p", {class: "trouble", role: "alert", hidden: true});
  const yes = h("button", {type: "button", id: "confirm", class: what === "delete" ? "danger" : "primary", click: act}, t(what));
  const dialog = h("dialog", {"aria-labelledby": "confirm-title", close: () => dialog.remove()},
    h("h2", {id: "confirm-title"}, t("confirm." + what, {n: number === null ? "" : count(number), topic})),
    h("p", {}, t("explain." + what)),
    ids && ids.length === 1 && h("p", {class: "mono"}, ids[0]),
    delay && h("label", {}, t("delayMinutes"), delay),
    problem,
    h("div", {class: "actions"}, h("button", {type: "button", click: () => dialog.close()}, t("back")), yes));

  function body() {
    const wanted = {topic};
    if (ids) {
      Object.assign(wanted, what === "cancel" || what === "reschedule" ? {id: ids[0]} : {ids});
    }
    if (delay) {
      wanted.delaySeconds = Math.round(Number(delay.value) * 60);
    }
    return wanted;
  }

  async function act() {
    // An empty field would be a delay of zero.
    if (delay && !delay.reportValidity()) {
      return;
    }
    yes.disabled = true;
    try {
      const answer = await post(what, body());
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

import {get, post} from "./api.js";
import {h} from "./dom.js";
import {firstLine, localTime, number as count, time} from "./format.js";
import {t} from "./words.js";

/** Above this number, the topic's name must be typed. The server asks for it too. */
const MANY = 100;

const RATE = 100;

/** Nobody waits for dead letters to be deleted, but Redis has other things to do. */
const DELETE_RATE = 2000;

/** How a cause is called. */
export const causeText = cause => cause === null ? t("anyCause") : cause === "" ? t("noError") : firstLine(cause);

/**
 * Asks before a task begins: counts what matches at the moment, shows what, how many, of which topic, and at which rate.
 *
 * change: "redrive" or "delete"; firstLine: the cause, or null for all; diedBy: in milliseconds, or null for all that are dead now
 */
export function bulk({change, topic, firstLine: cause, diedBy, perSecond, say, done}) {
  let counted = null;
  let turn = 0;
  const title = h("h2", {id: "bulk-title"}, t("counting"));
  const moment = h("input", {id: "died-by", type: "datetime-local", step: 1, value: diedBy ? localTime(diedBy) : null, change: recount});
  const rate = change === "redrive" && h("input", {id: "rate", type: "number", min: 1, max: 1000000, value: perSecond || RATE, input: estimate});
  const lasts = h("p", {class: "legend", id: "lasts"});
  const typed = h("input", {id: "typed", autocomplete: "off", spellcheck: "false"});
  const typedLabel = h("label", {hidden: true}, t("typeTopic", {topic}), typed);
  const problem = h("p", {class: "trouble", role: "alert", hidden: true});
  const yes = h("button", {type: "button", id: "confirm", class: change === "delete" ? "danger" : "primary", disabled: true, click: act}, t(change));
  const dialog = h("dialog", {"aria-labelledby": "bulk-title", close: () => dialog.remove()}, title,
    h("p", {}, t("explain." + change)),
    h("dl", {class: "facts"},
      h("div", {}, h("dt", {}, t("topic")), h("dd", {id: "bulk-topic"}, topic)),
      h("div", {}, h("dt", {}, t("cause")), h("dd", {}, causeText(cause)))),
    h("label", {}, t("diedBy"), moment),
    rate && h("label", {}, t("rate"), rate), lasts, typedLabel, problem,
    h("div", {class: "actions"}, h("button", {type: "button", autofocus: true, click: () => dialog.close()}, t("back")), yes));

  /** A field knows no milliseconds, so its whole second is meant. What was given stays as it is until somebody changes it. */
  function until() {
    if (!moment.value) {
      return null;
    }
    return diedBy && moment.value === localTime(diedBy) ? diedBy : new Date(moment.value).getTime() + 999;
  }

  async function recount() {
    const mine = ++turn;
    yes.disabled = true;
    title.textContent = t("counting");
    try {
      const answer = await get("count", {topic, firstLine: cause, diedBy: until()});
      if (mine !== turn) {
        return;
      }
      counted = answer.data;
      const n = (counted.more ? t("moreThan") : "") + count(counted.number);
      title.textContent = t("confirm." + change, {n, topic});
      typedLabel.hidden = counted.number <= MANY && !counted.more;
      yes.disabled = counted.number === 0;
      estimate();
    } catch (failure) {
      tell(failure.message);
    }
  }

  function estimate() {
    const seconds = counted && rate && Number(rate.value) > 0 ? Math.ceil(counted.number / Number(rate.value)) : 0;
    lasts.textContent = seconds ? t("lasts", {n: count(seconds)}) : "";
    lasts.hidden = !seconds;
  }

  async function act() {
    if (!typedLabel.hidden && typed.value !== topic) {
      return tell(t("typedWrong"));
    }
    yes.disabled = true;
    try {
      const answer = await post("begin", {
        topic, change: change.toUpperCase(), firstLine: cause, diedBy: until(),
        // No more than was confirmed.
        limit: counted.more ? null : counted.number,
        typed: typed.value || null,
        perSecond: rate ? Math.round(Number(rate.value)) : DELETE_RATE,
      });
      dialog.close();
      say(t("task." + answer.outcome));
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
  recount();
}

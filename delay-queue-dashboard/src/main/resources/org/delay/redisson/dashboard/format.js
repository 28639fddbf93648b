import {language, t} from "./words.js";

const formats = new Map();

function format(kind, options) {
  const key = language() + kind.name + JSON.stringify(options);
  if (!formats.has(key)) {
    formats.set(key, new kind(language(), options));
  }
  return formats.get(key);
}

export const number = value => format(Intl.NumberFormat, {}).format(value);

export const time = millis => format(Intl.DateTimeFormat, {dateStyle: "medium", timeStyle: "medium"}).format(millis);

export const clock = millis => format(Intl.DateTimeFormat, {hour: "numeric", minute: "2-digit"}).format(millis);

export const day = (millis, timeZone) => format(Intl.DateTimeFormat, {month: "short", day: "numeric", timeZone}).format(millis);

export const dayTime = millis => format(Intl.DateTimeFormat, {weekday: "short", hour: "2-digit", minute: "2-digit"}).format(millis);

export const dayHour = millis => format(Intl.DateTimeFormat, {weekday: "short", hour: "numeric"}).format(millis);

/** For a field: the local time of this browser, to the second. */
export function localTime(millis) {
  const date = new Date(millis);
  const two = value => String(value).padStart(2, "0");
  return date.getFullYear() + "-" + two(date.getMonth() + 1) + "-" + two(date.getDate()) + "T"
    + two(date.getHours()) + ":" + two(date.getMinutes()) + ":" + two(date.getSeconds());
}

const UNITS = [["d", 86400000], ["h", 3600000], ["min", 60000], ["s", 1000]];

/** The two largest units of a duration. */
export function duration(millis) {
  if (millis < 1000) {
    return t("unit.ms", {n: Math.round(millis)});
  }
  const first = UNITS.findIndex(([, length]) => millis >= length);
  const [unit, length] = UNITS[first];
  const rest = UNITS[first + 1];
  const whole = t("unit." + unit, {n: Math.floor(millis / length)});
  const part = rest ? Math.floor(millis % length / rest[1]) : 0;
  return part ? whole + " " + t("unit." + rest[0], {n: part}) : whole;
}

/** A lateness that was estimated from buckets, the first of which ends at 5 ms. */
export const lateness = millis => millis <= 5 ? "≤ " + duration(5) : duration(millis);

/** How far a moment is from now. */
export function away(millis) {
  const left = millis - Date.now();
  return t(left >= 0 ? "in" : "ago", {time: duration(Math.abs(left))});
}

export const firstLine = text => (text || "").split("\n", 1)[0];

/** Above this, the numbers of a column are hard to compare. */
export const short = value => value < 10000 ? number(value)
  : format(Intl.NumberFormat, {notation: "compact", maximumFractionDigits: 1}).format(value);

import {ZH} from "./words-zh.js";

const KEPT = "delay-queue-language";

/** All texts, in English. words-zh.js has the same names. */
export const EN = {
  "nav.overview": "Overview",
  "nav.dead": "Dead letters",
  "nav.load": "Load",
  "nav.instances": "Instances",
  "nav.settings": "Settings",
  "screens": "Screens",
  "skip": "Skip to content",
  "loading": "Reading…",
  "counted": "Counted {time} ago",
  "signedIn": "Signed in as {user}",
  "notSignedIn": "Not signed in",
  "signedOut": "You are not signed in any more.",
  "signIn": "Sign in",
  "redisAway": "There are no new figures: {problem}",
  "applicationAway": "The application does not answer. The figures are old.",
  "nothingYet": "Nothing to show yet.",
  "clockBehind": "Redis's clock was set back by {time}. Messages wait until it has caught up.",
  "noInstances": "No instance dispatches messages, so nothing is delivered.",
  "topic": "Topic",
  "topics": "Topics",
  "waiting": "Waiting",
  "inFlight": "In flight",
  "dead": "Dead",
  "deadLetters": "Dead letters",
  "oldestOverdue": "Oldest overdue",
  "none": "None",
  "paused": "paused",
  "filter": "Filter",
  "find": "Find a message",
  "id": "Id",
  "show": "Show",
  "noTopics": "No topics yet. A topic is listed when its first message is sent.",
  "noMatch": "No topic has this in its name.",
  "showAll": "Show all {n}",
  "onlyWorst": "These are the {n} worst of {of} topics.",
  "unread": "These topics can't be counted: {topics}",
  "noTopic": "Nothing is known of this topic: it has no messages, is not registered and not paused.",
  "messages": "Messages",
  "noMessages": "None.",
  "state.due": "Waiting",
  "state.leased": "In flight",
  "state.dead": "Dead",
  "dueAt": "Due time",
  "nextDelivery": "Next delivery",
  "leaseUntil": "Lease ends",
  "diedAt": "Died",
  "priority": "Priority",
  "failures": "Failures",
  "leaseExpirations": "Expired leases",
  "timeToLive": "Time to live",
  "error": "Error",
  "previous": "Previous",
  "next": "Next",
  "workOnDead": "Redrive or delete…",
  "facts": "Facts",
  "stateTitle": "State",
  "timeline": "Timeline",
  "step.due": "Due time that the sender asked for",
  "step.DUE": "Next delivery",
  "step.LEASED": "End of the lease, unless it is renewed",
  "step.DEAD": "Became a dead letter",
  "pending": "The journal has not told Redis of this yet.",
  "contents": "Contents",
  "key": "Key",
  "body": "Body",
  "showValues": "Show values",
  "masked": "Values are masked until you show them.",
  "maskedForYou": "Values are masked. You lack a role of delay.redisson.dashboard.values-roles.",
  "goneNoJournal": "There is no message with this id. It was delivered, cancelled or deleted, its time to live is over, or it was never sent. Without the journal, nobody can tell which.",
  "goneNoRow": "There is no message with this id, in Redis or in the journal. It was never sent, or it ended longer ago than the journal's retention, or its topic is not recorded.",
  "goneButJournaled": "The message is no longer in Redis. The journal knows how it ended:",
  "noDead": "No topic has dead letters.",
  "noDeadHere": "This topic has no dead letters.",
  "deadOf": "Dead letters of {topic}",
  "select": "Select",
  "selectOne": "Select {id}",
  "selectPage": "All on this page",
  "redriveSome": "Redrive {n}",
  "deleteSome": "Delete {n}",
  "application": "Application",
  "instance": "Instance",
  "runningFor": "Running for",
  "format": "Message format",
  "aliveFor": "Next heartbeat within",
  "you": "You",
  "user": "User",
  "maySee": "May see the dashboard",
  "mayOperate": "May change messages and topics",
  "mayReadValues": "May see values",
  "effective": "Effective settings",
  "property": "Property",
  "value": "Value",
  "yes": "Yes",
  "no": "No",
  "in": "in {time}",
  "ago": "{time} ago",
  "unit.ms": "{n} ms",
  "unit.s": "{n} s",
  "unit.min": "{n} min",
  "unit.h": "{n} h",
  "unit.d": "{n} d",
  "back": "Back",
  "pause": "Pause",
  "resume": "Resume",
  "cancel": "Cancel message",
  "reschedule": "Reschedule",
  "redrive": "Redrive",
  "delete": "Delete",
  "confirm.pause": "Pause {topic}?",
  "confirm.resume": "Resume {topic}?",
  "confirm.cancel": "Cancel {n} message of {topic}?",
  "confirm.reschedule": "Reschedule {n} message of {topic}?",
  "confirm.redrive": "Redrive {n} of {topic}?",
  "confirm.delete": "Delete {n} of {topic}?",
  "explain.pause": "No instance delivers messages of this topic until it is resumed. Messages can still be sent.",
  "explain.resume": "Messages that are overdue are delivered at once.",
  "explain.cancel": "The message is removed and is not delivered.",
  "explain.reschedule": "The delay starts now, by Redis's clock.",
  "explain.redrive": "Dead letters become due now. Their attempts start at 1 again.",
  "explain.delete": "Dead letters are removed. This can't be undone.",
  "delayMinutes": "Delay in minutes",
  "rate": "Messages per second",
  "typeTopic": "Type {topic} to confirm",
  "typedWrong": "This is not the topic's name.",
  "did": "Done.",
  "outcome.NOT_FOUND": "not there any more",
  "outcome.EXISTS": "kept, as a message with the same id is waiting",
  "outcome.IN_FLIGHT": "under delivery, so nothing was changed",
  "change.SENT": "Sent",
  "change.REPLACED": "Sent again, instead of the one that waited",
  "change.RESCHEDULED": "Rescheduled",
  "change.CANCELLED": "Cancelled",
  "change.RELAYED": "Stored in Redis",
  "change.FAILED": "A delivery failed",
  "change.DELIVERED": "Delivered",
  "change.EXPIRED": "Dropped after its time to live",
  "change.DEAD": "Became a dead letter",
  "change.REDRIVEN": "Redriven",
  "change.DROPPED": "Given out by Redis after it had ended, and not delivered",
  "change.RESTORED": "Lost by Redis, and restored",
  "change.ADOPTED": "Taken in from Redis",
  "change.DELETED": "Dead letter deleted",
};

let current = chosen();

/** What was chosen before, else what the browser prefers. A browser may refuse to keep anything. */
function chosen() {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept) {
      return kept;
    }
  } catch (error) {
    // Then it is chosen anew.
  }
  return (navigator.language || "").toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

export const language = () => current;

export function setLanguage(wanted) {
  current = wanted;
  try {
    localStorage.setItem(KEPT, wanted);
  } catch (error) {
    // It lasts until the page is closed.
  }
}

/** A text, with values for its placeholders. A text that is missing shows its name. */
export function t(name, values = {}) {
  const text = (current === "zh-CN" ? ZH : EN)[name] ?? EN[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);
}

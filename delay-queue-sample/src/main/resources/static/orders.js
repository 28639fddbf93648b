const POLL = 500;

const STATES = {OPEN: "to be paid", PAID: "paid", SHIPPED: "shipped", CANCELLED: "cancelled"};
const TOPICS = {
  "order-timeout": "Cancel unless paid",
  "payment-reminder": "Remind the customer",
  "shipment": "Call the carrier",
  "invoice": "Send the invoice",
};

const byId = id => document.getElementById(id);
const ordersById = new Map();
const deadByKey = new Map();
const lastStates = new Map();

/** How far the server's clock is ahead of the browser's. */
let ahead = 0;
let fresh = 0;

/** Sends a request, shows the problem if there is one, and answers whether there was none. */
async function ask(method, path, body) {
  // What is on its way to this page is old now.
  fresh++;
  try {
    const response = await fetch(path, {
      method,
      headers: body ? {"Content-Type": "application/json"} : {},
      body: body && JSON.stringify(body),
    });
    if (response.ok) {
      tell("");
      await refresh();
      return true;
    }
    const problem = await response.json();
    tell(problem.detail || problem.title);
  } catch (error) {
    tell("The order service did not answer. Try again.");
  }
  return false;
}

function tell(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = !text;
}

/** Answers may overtake each other: only that of the latest question counts. */
async function refresh() {
  const mine = ++fresh;
  try {
    const response = await fetch("api/board");
    if (!response.ok) {
      throw new Error((await response.json()).detail);
    }
    const board = await response.json();
    if (mine === fresh) {
      show(board);
      connected(true);
    }
  } catch (error) {
    if (mine === fresh) {
      connected(false);
    }
  }
}

function connected(yes) {
  const alert = byId("connection");
  if (alert.hidden !== yes) {
    alert.hidden = yes;
    alert.textContent = yes ? "" : "The order service does not answer. What you see may be old.";
  }
}

function show(board) {
  ahead = Date.parse(board.now) - Date.now();
  const items = new Map(board.orders.map(({order}) => [order.id, order.item]));
  const dead = new Map(board.deadLetters.map(letter => [letter.orderId, letter.topic]));
  keep(byId("orders"), "order", ordersById, board.orders, entry => entry.order.id,
    (element, entry) => showOrder(element, entry, dead.get(entry.order.id)));
  keep(byId("dead-letters"), "dead-letter", deadByKey, board.deadLetters, letter => letter.topic + " " + letter.id,
    (element, letter) => showDeadLetter(element, letter, items.get(letter.orderId)));
  byId("no-orders").hidden = board.orders.length > 0;
  byId("no-dead").hidden = board.deadLetters.length > 0;
  byId("dead-count").textContent = board.deadLetters.length;
  byId("dead-count").classList.toggle("some", board.deadLetters.length > 0);
  byId("long-invoices").checked = board.longInvoices;
  announce(board);
  tick();
}

/** Makes a list show these values, each in an element that stays: focus and scrolling survive. */
function keep(list, template, known, values, keyOf, showValue) {
  const keys = new Set(values.map(keyOf));
  for (const [key, element] of known) {
    if (!keys.has(key)) {
      element.remove();
      known.delete(key);
    }
  }
  values.forEach((value, place) => {
    let element = known.get(keyOf(value));
    if (!element) {
      element = byId(template).content.firstElementChild.cloneNode(true);
      known.set(keyOf(value), element);
    }
    if (list.children[place] !== element) {
      list.insertBefore(element, list.children[place] || null);
    }
    showValue(element, value);
  });
}

function showOrder(element, {order, messages}, deadTopic) {
  element.dataset.id = order.id;
  element.classList.remove(...Object.keys(STATES));
  element.classList.add(order.state);
  write(element.querySelector("h3"), order.item);
  write(element.querySelector(".state"), STATES[order.state]);
  write(element.querySelector(".facts"), facts(order));
  element.querySelector(".actions").hidden = order.state !== "OPEN";
  const empty = element.querySelector(".empty");
  empty.hidden = messages.length > 0;
  write(empty, deadTopic ? `A dead letter: ${deadTopic}.` : "Nothing waits for it.");
  for (const button of element.querySelectorAll("button")) {
    button.setAttribute("aria-label", `${button.textContent}: ${order.item} ${order.id}`);
  }
  element.known ??= new Map();
  keep(element.querySelector(".messages"), "message", element.known, messages,
    message => message.topic + " " + message.id, showMessage);
}

function facts(order) {
  const all = [order.price.toFixed(2), order.id];
  if (order.reminders) {
    all.push(order.reminders === 1 ? "reminded" : `reminded ${order.reminders} times`);
  }
  if (order.invoiced) {
    all.push("invoiced");
  }
  return all.join(" · ");
}

/** The bar is full when the message's time was set, as far as this page has seen it. */
function showMessage(element, message) {
  const at = Date.parse(message.at);
  if (element.at !== at) {
    element.at = at;
    element.whole = wholeOf(element.closest(".order").dataset.id, message.topic, at);
  }
  element.leased = message.state === "LEASED";
  const again = message.failures ? `, attempt ${message.failures + 1}` : "";
  write(element.querySelector(".topic"), TOPICS[message.topic] + again);
}

function showDeadLetter(element, letter, item) {
  element.dataset.path = `${encodeURIComponent(letter.topic)}/${encodeURIComponent(letter.id)}`;
  const name = `${letter.topic}: ${item || "an order that is gone"} · ${letter.id}`;
  write(element.querySelector("strong"), name);
  write(element.querySelector(".error"), letter.error);
  for (const button of element.querySelectorAll("button")) {
    button.setAttribute("aria-label", `${button.textContent}: ${name}`);
  }
}

/** The time from which a bar counts down. It outlives a reload of the page, so the bar goes on from where it was. */
function wholeOf(order, topic, at) {
  const key = `${order} ${topic} ${at}`;
  const seen = Number(sessionStorage.getItem(key));
  const whole = Math.max(seen || at - Date.now() - ahead, 1);
  sessionStorage.setItem(key, String(whole));
  return whole;
}

/** Counts down between two answers. */
function tick() {
  const now = Date.now() + ahead;
  for (const element of document.querySelectorAll(".messages > li")) {
    const left = element.at - now;
    const due = element.leased || left <= 0 ? "now" : `in ${(left / 1000).toFixed(1)} s`;
    write(element.querySelector(".due"), due);
    const share = element.leased ? 0 : Math.min(Math.max(left / element.whole, 0), 1);
    element.querySelector(".bar div").style.width = `${share * 100}%`;
  }
}

/** Tells people who do not see the page what has changed. */
function announce({orders, deadLetters}) {
  const news = [];
  for (const {order} of orders) {
    const before = lastStates.get(order.id);
    if (before && before !== order.state) {
      news.push(`${order.item} is ${STATES[order.state]}`);
    }
    lastStates.set(order.id, order.state);
  }
  if (deadLetters.length > (lastStates.get("dead letters") ?? deadLetters.length)) {
    news.push("There is a new dead letter");
  }
  lastStates.set("dead letters", deadLetters.length);
  if (news.length) {
    byId("news").textContent = news.join(". ");
  }
}

function write(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

byId("place").addEventListener("submit", event => {
  event.preventDefault();
  const {item, price, secondsToPay} = Object.fromEntries(new FormData(event.target));
  ask("POST", "api/orders", {item, price: Number(price), secondsToPay: Number(secondsToPay)});
});

byId("orders").addEventListener("click", event => {
  const order = `api/orders/${event.target.closest(".order")?.dataset.id}`;
  switch (event.target.dataset.do) {
    case "pay": return ask("POST", `${order}/payment`);
    case "remind": return ask("POST", `${order}/reminder`);
    case "extend": return ask("POST", `${order}/extension`, {seconds: 30});
  }
});

byId("dead-letters").addEventListener("click", event => {
  const letter = `api/dead-letters/${event.target.closest("li")?.dataset.path}`;
  switch (event.target.dataset.do) {
    case "redrive": return ask("POST", `${letter}/redrive`);
    case "delete": return ask("DELETE", letter);
  }
});

byId("long-invoices").addEventListener("change", event =>
  ask("PUT", "api/accounting", {longInvoices: event.target.checked}));

async function poll() {
  await refresh();
  setTimeout(poll, POLL);
}

setInterval(tick, 100);
poll();

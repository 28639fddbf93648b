/** Talks to the server, by relative addresses: a context path or a proxy's prefix does not matter. */
let session = {};

export const me = () => session;

export class Problem extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function answer(response) {
  // A login instead of an answer: the session has ended.
  if (response.type === "opaqueredirect") {
    throw new Problem(401, "");
  }
  const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
  const body = isJson ? await response.json() : {};
  if (!response.ok) {
    throw new Problem(response.status, body.problem || "HTTP " + response.status);
  }
  return body;
}

export async function get(name, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined));
  return answer(await fetch("api/" + name + (query.size ? "?" + query : ""), {redirect: "manual", cache: "no-store"}));
}

export async function post(name, body) {
  const headers = {"Content-Type": "application/json", [session.header]: "1"};
  if (session.csrfHeader) {
    headers[session.csrfHeader] = session.csrfToken;
  }
  return answer(await fetch("api/" + name, {method: "POST", headers, body: JSON.stringify(body), redirect: "manual"}));
}

export async function begin() {
  session = await get("session");
  return session;
}

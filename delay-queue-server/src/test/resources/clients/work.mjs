async function call(path, body) {
  const answer = await fetch(process.env.DELAY_QUEUE_URL + path, {
    method: "POST",
    headers: { "Authorization": `Bearer ${process.env.DELAY_QUEUE_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

function handle(message) {
  const order = JSON.parse(message.body);
  console.log(`Order ${order.orderId} was not paid in time: ${message.id}`);
}

for (;;) {
  try {
    const answer = await call("/receive", { topics: ["order-timeout"], max: 10, waitMs: 20000, leaseMs: 30000 });
    for (const message of answer.messages) {
      const { handle: lease } = message;
      try {
        handle(message);
      } catch (error) {
        await call("/topics/order-timeout/retry", { items: [{ handle: lease, error: String(error) }] });
        continue;
      }
      await call("/topics/order-timeout/ack", { items: [{ handle: lease }] });
    }
  } catch (error) {
    console.log(`Trying again: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

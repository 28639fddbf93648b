const answer = await fetch(`${process.env.DELAY_QUEUE_URL}/topics/order-timeout/messages`, {
  method: "POST",
  headers: { "Authorization": `Bearer ${process.env.DELAY_QUEUE_TOKEN}`, "Content-Type": "application/json" },
  body: JSON.stringify({ id: "node-4711", body: { orderId: 4711 }, delayMs: 1000 }),
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
console.log(await answer.json());

import json, os, time, urllib.request

def call(path, body):
    request = urllib.request.Request(
        os.environ["DELAY_QUEUE_URL"] + path,
        json.dumps(body).encode(),
        {"Authorization": "Bearer " + os.environ["DELAY_QUEUE_TOKEN"], "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)

def handle(message):
    order = json.loads(message["body"])
    print("Order", order["orderId"], "was not paid in time:", message["id"], flush=True)

while True:
    try:
        answer = call("/receive", {"topics": ["order-timeout"], "max": 10, "waitMs": 20000, "leaseMs": 30000})
        for message in answer["messages"]:
            try:
                handle(message)
                call("/topics/order-timeout/ack", {"items": [{"handle": message["handle"]}]})
            except (ValueError, KeyError) as error:
                item = {"handle": message["handle"], "error": repr(error)}
                call("/topics/order-timeout/retry", {"items": [item]})
    except OSError as error:
        print("Trying again:", error, flush=True)
        time.sleep(1)

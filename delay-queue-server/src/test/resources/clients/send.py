import json, os, urllib.request

message = {"id": "python-4711", "body": {"orderId": 4711}, "delayMs": 1000}
request = urllib.request.Request(
    os.environ["DELAY_QUEUE_URL"] + "/topics/order-timeout/messages",
    json.dumps(message).encode(),
    {"Authorization": "Bearer " + os.environ["DELAY_QUEUE_TOKEN"], "Content-Type": "application/json"})
with urllib.request.urlopen(request, timeout=30) as answer:
    print(answer.read().decode())

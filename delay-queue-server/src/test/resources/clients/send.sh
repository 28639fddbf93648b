curl -sS --fail-with-body "$DELAY_QUEUE_URL/topics/order-timeout/messages" \
  -H "Authorization: Bearer $DELAY_QUEUE_TOKEN" -H "Content-Type: application/json" \
  -d '{"id": "curl-4711", "body": {"orderId": 4711}, "delayMs": 1000}'

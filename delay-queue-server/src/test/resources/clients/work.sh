call() {
  curl -sS --fail-with-body "$DELAY_QUEUE_URL$1" -d "$2" \
    -H "Authorization: Bearer $DELAY_QUEUE_TOKEN" -H "Content-Type: application/json"
}
while true; do
  answer=$(call /receive '{"topics": ["order-timeout"], "max": 1, "waitMs": 20000, "leaseMs": 30000}') || sleep 1
  handle=$(printf '%s' "$answer" | sed -n 's/.*"handle":"\([^"]*\)".*/\1/p')
  if [ -n "$handle" ]; then
    echo "$answer"
    call /topics/order-timeout/ack "{\"items\": [{\"handle\": \"$handle\"}]}"
  fi
done

package org.delay.redisson.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Limits;
import org.delay.redisson.http.Settlements.Item;
import org.jspecify.annotations.Nullable;

/** Acks, retries, releases, extends and buries what was received. */
@RequiredArgsConstructor
final class SettleRoutes implements ApiRoutes {

    static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
    static final Duration LONGEST_LEASE = Duration.ofHours(12);

    private static final int MOST = 200;
    private static final int MAX_ERROR = 1_000;

    private final Settlements settlements;
    private final Limits limits;

    @Override
    public List<ApiRoute> routes() {
        return Arrays.stream(SettleAction.values())
                .map(action -> ApiRoute.post(
                        ApiRoute.TOPIC + "/" + action.text(), ApiPermission.RECEIVE, call -> settle(action, call)))
                .toList();
    }

    private Answer settle(SettleAction action, ApiCall call) {
        JsonFields request = call.json();
        List<Item> items = request.objects("items", MOST).stream()
                .map(fields -> item(action, call.topic(), fields))
                .toList();
        request.end();
        Settlements.Result result = settlements.settle(action, items);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("lost", texts(result.lost()));
        if (action == SettleAction.RETRY) {
            json.put("dead", texts(result.dead()));
        }
        return Answer.ok(json);
    }

    private Item item(SettleAction action, String topic, JsonFields fields) {
        Handle handle = handle(topic, fields);
        Duration delay = null;
        Duration lease = null;
        String error = null;
        switch (action) {
            case ACK -> {}
            case EXTEND -> lease = fields.requiredMillis("leaseMs", SHORTEST_LEASE, LONGEST_LEASE);
            case RELEASE -> delay = fields.millis("delayMs");
            case RETRY -> {
                delay = fields.millis("delayMs");
                error = fields.text("error");
            }
            case BURY -> error = fields.text("error");
        }
        fields.end();
        if (delay != null) {
            limits.checkDelay(delay);
        }
        return new Item(handle, delay, lease, error(error));
    }

    private static Handle handle(String topic, JsonFields fields) {
        Handle handle = Handle.of(fields.required("handle"), fields.quoted("handle"));
        if (!handle.lease().topic().equals(topic)) {
            throw Handle.invalid(fields.quoted("handle") + " is of another topic than the path names");
        }
        return handle;
    }

    private static String error(@Nullable String given) {
        String error = given == null || given.isBlank() ? "The client gave no reason" : given;
        return error.length() <= MAX_ERROR ? error : error.substring(0, MAX_ERROR);
    }

    static List<String> texts(Collection<Handle> handles) {
        return handles.stream().map(Handle::text).toList();
    }
}

package org.delay.redisson.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.Receipt;
import org.delay.redisson.operations.MessagePage;
import org.delay.redisson.operations.MessageView;
import org.delay.redisson.operations.TopicView;
import org.delay.redisson.operations.TopicsView;
import org.jspecify.annotations.Nullable;

/** Messages and topics as answers show them. Maps, so that nothing depends on how a mapper finds properties. */
final class MessageJson {

    private MessageJson() {}

    static Map<String, Object> receipt(Receipt receipt) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("topic", receipt.topic());
        json.put("id", receipt.id());
        json.put("dueTime", receipt.dueTime().toString());
        json.put("outcome", receipt.outcome().name());
        return json;
    }

    /** Body, key and headers are left out unless the client may see them. */
    static Map<String, Object> message(MessageView view) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("topic", view.topic());
        json.put("id", view.id());
        json.put("state", view.state().name());
        json.put("at", view.at().toString());
        json.put("dueTime", view.dueTime().toString());
        json.put("priority", view.priority());
        json.put("failures", view.failures());
        json.put("leaseExpirations", view.leaseExpirations());
        Duration timeToLive = view.timeToLive();
        put(json, "timeToLiveMs", timeToLive == null ? null : timeToLive.toMillis());
        put(json, "error", view.error());
        if (view.showsValues()) {
            put(json, "key", view.key());
            json.put("headers", view.headers());
            json.put("body", view.body());
        }
        return json;
    }

    static Map<String, Object> page(MessagePage page) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("messages", page.messages().stream().map(MessageJson::message).toList());
        put(json, "next", page.next());
        return json;
    }

    static Map<String, Object> topic(TopicView view) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("topic", view.topic());
        counts(json, view.counts());
        json.put("paused", view.paused());
        return json;
    }

    static Map<String, Object> topics(TopicsView view) {
        Map<String, Object> total = new LinkedHashMap<>();
        total.put("topics", view.number());
        counts(total, view.total());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("topics", view.topics().stream().map(MessageJson::topic).toList());
        json.put("unread", List.copyOf(view.unread()));
        json.put("ageMs", view.age().toMillis());
        json.put("total", total);
        put(json, "next", view.next());
        return json;
    }

    private static void counts(Map<String, Object> json, Counts counts) {
        json.put("due", counts.due());
        json.put("leased", counts.leased());
        json.put("dead", counts.dead());
        json.put("oldestOverdueMs", counts.oldestOverdue().toMillis());
    }

    static void put(Map<String, Object> json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}

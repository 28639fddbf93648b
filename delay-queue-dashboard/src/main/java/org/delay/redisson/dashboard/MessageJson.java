package org.delay.redisson.dashboard;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.operations.MessageView;
import org.delay.redisson.operations.TopicView;
import org.jspecify.annotations.Nullable;

/** Topics and messages as JSON. */
final class MessageJson {

    private MessageJson() {}

    static Map<String, @Nullable Object> topic(TopicView view) {
        Map<String, @Nullable Object> json = counts(view.counts());
        json.put("topic", view.topic());
        json.put("paused", view.paused());
        return json;
    }

    static Map<String, @Nullable Object> counts(Counts counts) {
        return Json.object(
                "due", counts.due(),
                "leased", counts.leased(),
                "dead", counts.dead(),
                "oldestOverdue", counts.oldestOverdue());
    }

    /** As a list shows it: what is masked for nobody. */
    static Map<String, @Nullable Object> brief(MessageView view) {
        return Json.object(
                "topic", view.topic(),
                "id", view.id(),
                "state", view.state(),
                "at", view.at(),
                "dueTime", view.dueTime(),
                "priority", view.priority(),
                "failures", view.failures(),
                "leaseExpirations", view.leaseExpirations(),
                "error", view.error());
    }

    static Map<String, @Nullable Object> whole(MessageView view) {
        Map<String, @Nullable Object> json = brief(view);
        json.put(
                "timeToLive",
                view.timeToLive() == null ? null : view.timeToLive().toMillis());
        json.put("key", view.key());
        json.put("headers", headers(view));
        json.put("body", view.body());
        json.put("masked", !view.showsValues());
        return json;
    }

    /** A list, because a header may have any name, and a script's objects know some names already. */
    private static List<List<String>> headers(MessageView view) {
        return view.headers().entrySet().stream()
                .map(header -> List.of(header.getKey(), header.getValue()))
                .collect(Collectors.toList());
    }
}

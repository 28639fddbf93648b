package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterGroups;
import org.delay.redisson.Load;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterCount;
import org.delay.redisson.operations.KeyPage;
import org.delay.redisson.operations.LoadScale;
import org.delay.redisson.operations.LoadView;
import org.delay.redisson.operations.QueueReports;
import org.jspecify.annotations.Nullable;

/** What is asked of many messages at once, as JSON. Masked. */
@RequiredArgsConstructor
final class Reports {

    /** How long to wait for topics to be listed anew. */
    private static final Duration PATIENCE = Duration.ofMillis(1_500);

    private final QueueReports reports;
    private final LastHour lastHour;

    static LoadScale scale(@Nullable String name) {
        for (LoadScale scale : LoadScale.values()) {
            if (scale != LoadScale.GLANCE
                    && scale.name().toLowerCase(Locale.ROOT).equals(name)) {
                return scale;
            }
        }
        throw new IllegalArgumentException("scale must be minutes, hours or days");
    }

    /**
     * What falls due, and the most that was delivered in a minute of the last hour.
     *
     * @param topic null for all
     */
    Object load(@Nullable String topic, LoadScale scale) {
        LoadView view = reports.load(Access.READ_ONLY, topic, scale, PATIENCE);
        Load load = view.load();
        return Json.object(
                "now", load.now(),
                "from", load.from(),
                "bucket", load.bucket(),
                "overdue", load.overdue(),
                "buckets", load.buckets(),
                "later", load.later(),
                "bestMinute", lastHour.read().bestMinute(topic),
                "unread", List.copyOf(view.unread()));
    }

    Object causes(String topic) {
        DeadLetterGroups groups = reports.deadByError(Access.READ_ONLY, topic);
        List<Map<String, @Nullable Object>> causes = new ArrayList<>();
        groups.groups()
                .forEach(group -> causes.add(Json.object(
                        "firstLine", group.firstLine(),
                        "number", group.number(),
                        "firstDied", group.firstDied(),
                        "lastDied", group.lastDied())));
        return Json.object("causes", causes, "examined", groups.examined(), "dead", groups.dead());
    }

    Object count(DeadLetterFilter filter) {
        DeadLetterCount count = reports.countDead(Access.READ_ONLY, filter);
        return Json.object("number", count.number(), "more", count.more());
    }

    Object find(String topic, String key, @Nullable String cursor) {
        KeyPage page = reports.findByKey(Access.READ_ONLY, topic, key, cursor);
        return Json.object(
                "messages", page.messages().stream().map(MessageJson::brief).toList(),
                "examined", page.examined(),
                "next", page.next());
    }
}

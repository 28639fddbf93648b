package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Load;
import org.delay.redisson.TopicFigures;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.PageRequest;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.TopicView;
import org.delay.redisson.operations.TopicsView;
import org.jspecify.annotations.Nullable;

/** All topics, the worst first, a page of them with what they did and what is coming. */
@RequiredArgsConstructor
final class Overview {

    /** Topics of a page. Each costs Redis a few calls in ten seconds. */
    static final int ROWS = 50;

    /** How long to wait for topics to be counted anew. */
    private static final Duration PATIENCE = Duration.ofMillis(1_500);

    private static final int MOST_PAGES = 100;

    private static final int MOST_UNREAD = 50;

    /** Topics that are late and not paused are the worst, then those with dead letters, then the largest. */
    private static final Comparator<TopicView> WORST_FIRST = Comparator.comparing(Overview::lateness)
            .thenComparing(topic -> topic.counts().dead())
            .thenComparing(topic -> topic.counts().due())
            .reversed()
            .thenComparing(TopicView::topic);

    private static final Comparator<TopicView> MOST_DEAD_FIRST = Comparator.comparing(
                    (TopicView topic) -> topic.counts().dead())
            .reversed()
            .thenComparing(TopicView::topic);

    private final QueueOperations operations;
    private final LastHour lastHour;
    private final ComingHours comingHours;

    /**
     * What part of the topics is wanted.
     *
     * @param name what their names contain, in any case
     * @param onlyDead whether only those with dead letters are wanted, the most first
     * @param from how many to skip
     */
    record Wanted(String name, boolean onlyDead, int from) {

        Wanted {
            name = name.toLowerCase(Locale.ROOT);
        }

        private boolean matches(TopicView topic) {
            return (!onlyDead || topic.counts().dead() > 0)
                    && topic.topic().toLowerCase(Locale.ROOT).contains(name);
        }
    }

    private static Duration lateness(TopicView topic) {
        return topic.paused() ? Duration.ZERO : topic.counts().oldestOverdue();
    }

    Object show(Wanted wanted) {
        List<TopicView> topics = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        TopicsView page = operations.topics(Access.READ_ONLY, page(null), PATIENCE);
        for (int pages = 1; ; pages++) {
            topics.addAll(page.topics());
            unread.addAll(page.unread());
            String next = page.next();
            if (next == null || pages == MOST_PAGES) {
                break;
            }
            page = operations.topics(Access.READ_ONLY, page(next), PATIENCE);
        }
        List<TopicView> matching = topics.stream()
                .filter(wanted::matches)
                .sorted(wanted.onlyDead() ? MOST_DEAD_FIRST : WORST_FIRST)
                .toList();
        int from = Math.min(Math.max(0, wanted.from()), matching.size());
        List<TopicView> shown = matching.subList(from, Math.min(matching.size(), from + ROWS));
        LastHour.Figures figures = lastHour.read();
        return Json.object(
                "number", page.number(),
                "matching", matching.size(),
                "from", from,
                "rows", ROWS,
                "countedAge", page.age(),
                "total", MessageJson.counts(page.total()),
                "oldestOverdue",
                        topics.stream()
                                .map(Overview::lateness)
                                .max(Comparator.naturalOrder())
                                .orElse(Duration.ZERO),
                "p99", figures.ofAll().lateness(0.99).orElse(null),
                "clockBehind", operations.clockBehind(),
                "instances", operations.instances(Access.READ_ONLY).size(),
                "unread", unread.stream().limit(MOST_UNREAD).toList(),
                "topics", rows(shown, figures));
    }

    private static PageRequest page(@Nullable String cursor) {
        return new PageRequest(cursor, QueueOperations.MAX_TOPICS);
    }

    private List<Map<String, @Nullable Object>> rows(List<TopicView> topics, LastHour.Figures figures) {
        Map<String, Load> loads =
                comingHours.of(topics.stream().map(TopicView::topic).toList());
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        topics.forEach(topic -> rows.add(row(topic, figures, loads.get(topic.topic()))));
        return rows;
    }

    /** One topic, counted now, or null if nothing is known of it. */
    Object topic(String topic) {
        Map<String, @Nullable Object> row = operations
                .topic(Access.READ_ONLY, topic)
                .map(view -> row(
                        view, lastHour.read(), comingHours.of(List.of(topic)).get(topic)))
                .orElse(null);
        return Json.object("topic", row);
    }

    private static Map<String, @Nullable Object> row(TopicView view, LastHour.Figures figures, @Nullable Load coming) {
        TopicFigures hour = figures.of(view.topic());
        Map<String, @Nullable Object> row = MessageJson.topic(view);
        row.putAll(Json.object(
                "p50",
                hour.lateness(0.5).orElse(null),
                "p99",
                hour.lateness(0.99).orElse(null),
                "delivered",
                hour.delivered(),
                "hour",
                coming == null ? List.of() : figures.minutes(view.topic(), coming.now()),
                "next",
                coming == null ? List.of() : coming.buckets(),
                "nextFrom",
                coming == null ? null : coming.from(),
                "countedAt",
                coming == null ? null : coming.now()));
        return row;
    }
}

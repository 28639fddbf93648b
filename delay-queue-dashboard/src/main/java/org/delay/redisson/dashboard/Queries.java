package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.MessagePage;
import org.delay.redisson.operations.MessageView;
import org.delay.redisson.operations.PageRequest;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.TopicView;
import org.delay.redisson.operations.TopicsView;
import org.jspecify.annotations.Nullable;

/** What the screens show of the queue, as JSON. All that it answers without the permission for values is masked. */
@RequiredArgsConstructor
final class Queries {

    /** How long to wait for topics to be counted anew. */
    private static final Duration PATIENCE = Duration.ofMillis(1_500);

    private static final int MOST_PAGES = 100;

    private static final int ROWS = 50;

    /** Topics that are late and not paused are the worst, then those with dead letters, then the largest. */
    private static final Comparator<TopicView> WORST_FIRST = Comparator.comparing(Queries::lateness)
            .thenComparing(topic -> topic.counts().dead())
            .thenComparing(topic -> topic.counts().due())
            .reversed()
            .thenComparing(TopicView::topic);

    private final QueueOperations operations;
    private final @Nullable Timeline timeline;

    private static Duration lateness(TopicView topic) {
        return topic.paused() ? Duration.ZERO : topic.counts().oldestOverdue();
    }

    /** All topics, the worst first; at most {@link QueueOperations#MAX_TOPICS} of them. */
    Object overview() {
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
        return Json.object(
                "number", page.number(),
                "countedAge", page.age(),
                "total", MessageJson.counts(page.total()),
                "clockBehind", operations.clockBehind(),
                "instances", operations.instances(Access.READ_ONLY).size(),
                "unread", unread.stream().limit(ROWS).toList(),
                "topics",
                        topics.stream()
                                .sorted(WORST_FIRST)
                                .limit(QueueOperations.MAX_TOPICS)
                                .map(MessageJson::topic)
                                .toList());
    }

    private static PageRequest page(@Nullable String cursor) {
        return new PageRequest(cursor, QueueOperations.MAX_TOPICS);
    }

    Object topic(String topic) {
        Map<String, @Nullable Object> found = operations
                .topic(Access.READ_ONLY, Checks.topic(topic))
                .map(MessageJson::topic)
                .orElse(null);
        return Json.object("topic", found);
    }

    Object messages(String topic, State state, @Nullable String cursor) {
        MessagePage page = operations.messages(Access.READ_ONLY, topic, state, new PageRequest(cursor, ROWS));
        return Json.object(
                "messages", page.messages().stream().map(MessageJson::brief).toList(), "next", page.next());
    }

    /** A message and its history, or what is known of one that is gone. */
    Object message(Access access, String topic, String id) {
        Optional<MessageView> message = operations.message(access, Checks.topic(topic), id);
        return Json.object(
                "message",
                message.map(MessageJson::whole).orElse(null),
                "hasJournal",
                timeline != null,
                "journal",
                timeline == null
                        ? null
                        : timeline.of(Access.READ_ONLY, topic, id).orElse(null));
    }

    Object instances() {
        return Json.object(
                "instances",
                operations.instances(Access.READ_ONLY).stream()
                        .map(instance -> Json.object(
                                "id", instance.id(),
                                "application", instance.application(),
                                "format", instance.format(),
                                "age", instance.age(),
                                "left", instance.left()))
                        .toList());
    }
}

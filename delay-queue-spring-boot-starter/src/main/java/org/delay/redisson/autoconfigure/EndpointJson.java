package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.TopicDeletion;
import org.delay.redisson.operations.MessagePage;
import org.delay.redisson.operations.MessageView;
import org.delay.redisson.operations.TopicView;
import org.delay.redisson.operations.TopicsView;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/** The JSON of the endpoint. Durations are ISO-8601 texts, whatever the application's mapper makes of durations. */
final class EndpointJson {

    private EndpointJson() {}

    record Topics(
            List<Topic> topics,
            List<String> unread,
            String age,
            Total total,
            @Nullable String next) implements OperationResponseBody {

        static Topics of(TopicsView view) {
            return new Topics(
                    view.topics().stream().map(Topic::of).toList(),
                    view.unread(),
                    view.age().toString(),
                    new Total(
                            view.number(),
                            view.total().due(),
                            view.total().leased(),
                            view.total().dead(),
                            view.total().oldestOverdue().toString()),
                    view.next());
        }
    }

    /** All topics together, on whatever page they are. */
    record Total(int topics, long due, long leased, long dead, String oldestOverdue) {}

    record Topic(String topic, long due, long leased, long dead, String oldestOverdue, boolean paused)
            implements OperationResponseBody {

        static Topic of(TopicView view) {
            return new Topic(
                    view.topic(),
                    view.counts().due(),
                    view.counts().leased(),
                    view.counts().dead(),
                    view.counts().oldestOverdue().toString(),
                    view.paused());
        }
    }

    record Messages(List<Message> messages, @Nullable String next) implements OperationResponseBody {

        static Messages of(MessagePage page) {
            return new Messages(page.messages().stream().map(Message::of).toList(), page.next());
        }
    }

    record Message(
            String topic,
            String id,
            State state,
            Instant at,
            Instant dueTime,
            int priority,
            int failures,
            int leaseExpirations,
            @Nullable String timeToLive,
            @Nullable String error,
            @Nullable String key,
            Map<String, String> headers,
            String body)
            implements OperationResponseBody {

        static Message of(MessageView view) {
            Duration timeToLive = view.timeToLive();
            return new Message(
                    view.topic(),
                    view.id(),
                    view.state(),
                    view.at(),
                    view.dueTime(),
                    view.priority(),
                    view.failures(),
                    view.leaseExpirations(),
                    timeToLive == null ? null : timeToLive.toString(),
                    view.error(),
                    view.key(),
                    view.headers(),
                    view.body());
        }
    }

    record Bulk(String result, int changed, int kept, boolean more) implements OperationResponseBody {

        static Bulk of(String result, BulkResult bulk) {
            return new Bulk(result, bulk.changed(), bulk.kept(), bulk.more());
        }
    }

    record Deletion(String result, long due, long leased, long dead) implements OperationResponseBody {

        static Deletion of(TopicDeletion deletion) {
            return new Deletion(
                    deletion.deleted() ? "DELETED" : "NOT_EMPTY", deletion.due(), deletion.leased(), deletion.dead());
        }
    }

    record Shards(String result, int shards) implements OperationResponseBody {}

    /** What became of an operation, or why there is no answer. */
    record Result(String result) implements OperationResponseBody {}
}

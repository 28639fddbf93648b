package org.delay.redisson.dashboard;

import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.MessagePage;
import org.delay.redisson.operations.MessageView;
import org.delay.redisson.operations.PageRequest;
import org.delay.redisson.operations.QueueOperations;
import org.jspecify.annotations.Nullable;

/** What the screens show of the queue, as JSON. All that it answers without the permission for values is masked. */
@RequiredArgsConstructor
final class Queries {

    private static final int ROWS = 50;

    private final QueueOperations operations;
    private final @Nullable Timeline timeline;

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

package org.delay.redisson.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on messages that a queue has. Each call keeps those for which it holds, and fails if that is none: so that
 * {@code withId("a").dueIn(hour)} is one message with both.
 */
public final class StoredMessagesAssert extends AbstractAssert<StoredMessagesAssert, List<StoredMessage>> {

    private final DelayQueueAssert queueAssert;
    private final InMemoryDelayQueue queue;
    private final String what;

    StoredMessagesAssert(
            DelayQueueAssert queueAssert, InMemoryDelayQueue queue, String what, List<StoredMessage> messages) {
        super(messages, StoredMessagesAssert.class);
        this.queueAssert = queueAssert;
        this.queue = queue;
        this.what = what;
    }

    /** That it is due a time from now, by the queue's clock. */
    public StoredMessagesAssert dueIn(Duration time) {
        Instant due = Instant.ofEpochMilli(new Moment(queue.now()).plus(time));
        return having(
                "due in " + time + ", that is at " + due, stored -> stored.at().equals(due));
    }

    /** That it is due at a time. */
    public StoredMessagesAssert dueAt(Instant time) {
        return having("due at " + time, stored -> stored.at().equals(time));
    }

    /** With this id. */
    public StoredMessagesAssert withId(String id) {
        return having("with id " + id, stored -> stored.message().id().equals(id));
    }

    /** With this key. */
    public StoredMessagesAssert withKey(String key) {
        return having(
                "with key " + key, stored -> Objects.equals(stored.message().key(), key));
    }

    /** With this header of the sender's. */
    public StoredMessagesAssert withHeader(String name, String value) {
        return having(
                "with header " + name + " = " + value,
                stored -> value.equals(stored.message().headers().get(name)));
    }

    /** With a priority, 0 to 9. */
    public StoredMessagesAssert withPriority(int priority) {
        return having("with priority " + priority, stored -> stored.message().priority() == priority);
    }

    /** With a body as it is stored: the text that the application's converter wrote. */
    public StoredMessagesAssert withBody(String body) {
        return having("with body " + body, stored -> stored.message().body().equals(body));
    }

    /** With a body that can be read as a type, and for which the assertions hold. */
    public <T> StoredMessagesAssert withBody(Class<T> type, Consumer<? super T> assertions) {
        List<StoredMessage> kept = new ArrayList<>();
        Throwable failure = null;
        for (StoredMessage stored : actual) {
            try {
                assertions.accept(queue.converter().read(stored.message().body(), type));
                kept.add(stored);
            } catch (RuntimeException | AssertionError e) {
                failure = e;
            }
        }
        return kept(kept, "with such a body as " + type.getSimpleName(), failure);
    }

    /** That so many deliveries of it have failed. */
    public StoredMessagesAssert withFailures(int failures) {
        return having("with " + failures + " failures", stored -> stored.failures() == failures);
    }

    /** With an error that contains a text; dead letters have one. */
    public StoredMessagesAssert withError(String part) {
        return having(
                "with an error that contains " + part,
                stored -> stored.error() != null && stored.error().contains(part));
    }

    /** That there are so many of them. */
    public StoredMessagesAssert times(int number) {
        if (actual.size() != number) {
            failWithMessage(
                    "Expected %d messages to be %s, but there are %d: %s",
                    number, what, actual.size(), Stored.lines(actual));
        }
        return this;
    }

    /** Goes on with all of the queue. */
    public DelayQueueAssert and() {
        return queueAssert;
    }

    private StoredMessagesAssert having(String condition, Predicate<StoredMessage> predicate) {
        return kept(actual.stream().filter(predicate).toList(), condition, null);
    }

    private StoredMessagesAssert kept(List<StoredMessage> kept, String condition, @Nullable Throwable failure) {
        String wanted = what + ", " + condition;
        if (kept.isEmpty()) {
            String reason = failure == null ? "" : System.lineSeparator() + "  the last one: " + failure.getMessage();
            AssertionError error = new AssertionError(
                    "Expected a message to be %s, but there is: %s".formatted(wanted, Stored.lines(actual)) + reason);
            if (failure != null) {
                error.initCause(failure);
            }
            throw error;
        }
        return new StoredMessagesAssert(queueAssert, queue, wanted, kept);
    }
}

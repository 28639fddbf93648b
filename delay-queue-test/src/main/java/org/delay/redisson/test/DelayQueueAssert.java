package org.delay.redisson.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * AssertJ's assertions on what a queue in memory has. They begin at {@code assertThat(queue)} or at
 * {@code assertThat(tester)}, with AssertJ's own {@code assertThat}:
 *
 * <pre>{@code
 * assertThat(delays)
 *         .hasScheduled("order-timeout")
 *         .withBody(Order.class, order -> assertThat(order.id()).isEqualTo("4711"))
 *         .dueIn(Duration.ofMinutes(30));
 * }</pre>
 */
public final class DelayQueueAssert extends AbstractAssert<DelayQueueAssert, DelayQueueMessage> {

    private final StoredMessages stored;

    DelayQueueAssert(DelayQueueMessage queue, StoredMessages stored) {
        super(queue, DelayQueueAssert.class);
        this.stored = stored;
    }

    /** That a topic has a message that waits for its time; what follows narrows down which. */
    public StoredMessagesAssert hasScheduled(String topic) {
        return found("scheduled for topic " + topic, stored.of(topic, State.DUE));
    }

    /** That no message of any topic waits for its time, or is being delivered. */
    public DelayQueueAssert hasNothingScheduled() {
        return isNone("scheduled", stored.in(State.DUE, State.LEASED));
    }

    /** That no message of a topic waits for its time. */
    public DelayQueueAssert hasNothingScheduled(String topic) {
        return isNone("scheduled for topic " + topic, stored.of(topic, State.DUE));
    }

    /** That a message was cancelled before it was delivered: {@code cancel} has answered CANCELLED. */
    public DelayQueueAssert hasCancelled(String topic, String id) {
        if (!stored.wasCancelled(topic, id)) {
            failWithMessage(
                    "Expected message %s of topic %s to have been cancelled, but there is: %s", id, topic, stored);
        }
        return this;
    }

    /** That a topic has a dead letter; what follows narrows down which. */
    public StoredMessagesAssert hasDeadLetter(String topic) {
        return found("a dead letter of topic " + topic, stored.of(topic, State.DEAD));
    }

    /** That no topic has a dead letter. */
    public DelayQueueAssert hasNoDeadLetters() {
        return isNone("a dead letter", stored.in(State.DEAD));
    }

    private StoredMessagesAssert found(String what, List<StoredMessage> messages) {
        if (messages.isEmpty()) {
            failWithMessage("Expected a message to be %s, but there is: %s", what, stored);
        }
        return new StoredMessagesAssert(this, stored, what, messages);
    }

    private DelayQueueAssert isNone(String what, List<StoredMessage> messages) {
        if (!messages.isEmpty()) {
            failWithMessage("Expected no message to be %s, but there is: %s", what, StoredMessages.lines(messages));
        }
        return this;
    }

    /**
     * Assertions on messages that a queue has. Each call keeps those for which it holds, and fails if that is none: so that
     * {@code withId("a").dueIn(hour)} is one message with both.
     */
    public static final class StoredMessagesAssert extends AbstractAssert<StoredMessagesAssert, List<StoredMessage>> {

        private final DelayQueueAssert queueAssert;
        private final StoredMessages stored;
        private final String what;

        StoredMessagesAssert(
                DelayQueueAssert queueAssert, StoredMessages stored, String what, List<StoredMessage> messages) {
            super(messages, StoredMessagesAssert.class);
            this.queueAssert = queueAssert;
            this.stored = stored;
            this.what = what;
        }

        /** That it is due a time from now, by the queue's clock. */
        public StoredMessagesAssert dueIn(Duration time) {
            Instant due = Instant.ofEpochMilli(new Moment(stored.now()).plus(time));
            return having(
                    "due in " + time + ", that is at " + due,
                    stored -> stored.at().equals(due));
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
            return having(
                    "with priority " + priority, stored -> stored.message().priority() == priority);
        }

        /** With a body as it is stored: the text that the application's converter wrote. */
        public StoredMessagesAssert withBody(String body) {
            return having("with body " + body, stored -> stored.message().body().equals(body));
        }

        /** With a body that can be read as a type, and for which the assertions hold. */
        public <T> StoredMessagesAssert withBody(Class<T> type, Consumer<? super T> assertions) {
            List<StoredMessage> kept = new ArrayList<>();
            Throwable failure = null;
            for (StoredMessage message : actual) {
                try {
                    assertions.accept(stored.read(message, type));
                    kept.add(message);
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
                        "Expected %s to be %s, but there %s %d: %s",
                        number == 1 ? "1 message" : number + " messages",
                        what,
                        actual.size() == 1 ? "is" : "are",
                        actual.size(),
                        StoredMessages.lines(actual));
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
                String reason =
                        failure == null ? "" : System.lineSeparator() + "  the last one: " + failure.getMessage();
                AssertionError error = new AssertionError(
                        "Expected a message to be %s, but there is: %s".formatted(wanted, StoredMessages.lines(actual))
                                + reason);
                if (failure != null) {
                    error.initCause(failure);
                }
                throw error;
            }
            return new StoredMessagesAssert(queueAssert, stored, wanted, kept);
        }
    }
}

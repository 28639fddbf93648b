package org.delay.redisson.test;

import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;

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
public final class DelayQueueAssert extends AbstractAssert<DelayQueueAssert, InMemoryDelayQueue> {

    DelayQueueAssert(InMemoryDelayQueue queue) {
        super(queue, DelayQueueAssert.class);
    }

    /** That a topic has a message that waits for its time; what follows narrows down which. */
    public StoredMessagesAssert hasScheduled(String topic) {
        return stored("scheduled for topic " + topic, Stored.of(actual, topic, State.DUE));
    }

    /** That no message of any topic waits for its time, or is being delivered. */
    public DelayQueueAssert hasNothingScheduled() {
        return isNone("scheduled", Stored.of(actual, State.DUE, State.LEASED));
    }

    /** That no message of a topic waits for its time. */
    public DelayQueueAssert hasNothingScheduled(String topic) {
        return isNone("scheduled for topic " + topic, Stored.of(actual, topic, State.DUE));
    }

    /** That a message was cancelled before it was delivered: {@code cancel} has answered CANCELLED. */
    public DelayQueueAssert hasCancelled(String topic, String id) {
        if (!actual.wasCancelled(topic, id)) {
            failWithMessage(
                    "Expected message %s of topic %s to have been cancelled, but there is: %s",
                    id, topic, Stored.of(actual));
        }
        return this;
    }

    /** That a topic has a dead letter; what follows narrows down which. */
    public StoredMessagesAssert hasDeadLetter(String topic) {
        return stored("a dead letter of topic " + topic, Stored.of(actual, topic, State.DEAD));
    }

    /** That no topic has a dead letter. */
    public DelayQueueAssert hasNoDeadLetters() {
        return isNone("a dead letter", Stored.of(actual, State.DEAD));
    }

    private StoredMessagesAssert stored(String what, List<StoredMessage> messages) {
        if (messages.isEmpty()) {
            failWithMessage("Expected a message to be %s, but there is: %s", what, Stored.of(actual));
        }
        return new StoredMessagesAssert(this, actual, what, messages);
    }

    private DelayQueueAssert isNone(String what, List<StoredMessage> messages) {
        if (!messages.isEmpty()) {
            failWithMessage("Expected no message to be %s, but there is: %s", what, Stored.lines(messages));
        }
        return this;
    }
}

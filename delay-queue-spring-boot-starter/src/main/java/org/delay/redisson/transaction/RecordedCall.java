package org.delay.redisson.transaction;

import java.time.Duration;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;

/** A call that is made after the commit. */
sealed interface RecordedCall {

    /** Its topic. */
    String topic();

    /** Its message. */
    String id();

    /** For the log. */
    String description();

    /** Whether nothing is left of earlier sends of the same message once this is done. */
    default boolean overridesEarlier() {
        return false;
    }

    /**
     * A send.
     *
     * @param message with this id, and a body that is text
     */
    record Send(OutgoingMessage message, String id) implements RecordedCall {

        @Override
        public String topic() {
            return message.topic();
        }

        @Override
        public String description() {
            return "send " + topic() + "/" + id;
        }

        @Override
        public boolean overridesEarlier() {
            return message.onDuplicate() == OnDuplicate.REPLACE;
        }
    }

    record Cancel(String topic, String id) implements RecordedCall {

        @Override
        public String description() {
            return "cancel " + topic + "/" + id;
        }

        @Override
        public boolean overridesEarlier() {
            return true;
        }
    }

    record Reschedule(String topic, String id, Duration delay) implements RecordedCall {

        @Override
        public String description() {
            return "reschedule " + topic + "/" + id + " by " + delay;
        }
    }
}

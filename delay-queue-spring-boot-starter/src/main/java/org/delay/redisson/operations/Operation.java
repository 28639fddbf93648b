package org.delay.redisson.operations;

import java.time.Duration;
import org.delay.redisson.Checks;

/**
 * What a person does with a topic or one of its messages. Immutable: an operation can be logged before it is performed.
 * Constructors throw {@link IllegalArgumentException} for a name or id that breaks a rule.
 */
public sealed interface Operation {

    /** The topic that it is done with. */
    String topic();

    /** What a caller needs for it. */
    default Permission permission() {
        return Permission.OPERATE;
    }

    /** Removes a message that is not yet delivered: CANCELLED, IN_FLIGHT or NOT_FOUND. */
    record Cancel(String topic, String id) implements Operation {

        public Cancel {
            Checks.topic(topic);
            Checks.id(id);
        }

        @Override
        public Permission permission() {
            return Permission.CANCEL;
        }
    }

    /**
     * Gives a message another due time: RESCHEDULED, RESCHEDULED_IN_FLIGHT, IN_FLIGHT or NOT_FOUND.
     *
     * @param delay from now, by Redis's clock
     */
    record Reschedule(String topic, String id, Duration delay) implements Operation {

        public Reschedule {
            Checks.topic(topic);
            Checks.id(id);
            Checks.notNegative("delay", delay);
        }

        @Override
        public Permission permission() {
            return Permission.CANCEL;
        }
    }

    /** Makes a dead letter due again: SCHEDULED, EXISTS or NOT_FOUND. */
    record Redrive(String topic, String id) implements Operation {

        public Redrive {
            Checks.topic(topic);
            Checks.id(id);
        }
    }

    /** Deletes a dead letter: DELETED or NOT_FOUND. */
    record Delete(String topic, String id) implements Operation {

        public Delete {
            Checks.topic(topic);
            Checks.id(id);
        }
    }

    /** Stops deliveries of the topic in all instances: PAUSED. */
    record Pause(String topic) implements Operation {

        public Pause {
            Checks.topic(topic);
        }
    }

    /** Allows deliveries of the topic again: RESUMED. */
    record Resume(String topic) implements Operation {

        public Resume {
            Checks.topic(topic);
        }
    }

    /** Recomputes when the topic is due, after a restored backup or a manual change in Redis: REPAIRED. */
    record Repair(String topic) implements Operation {

        public Repair {
            Checks.topic(topic);
        }
    }
}

package org.delay.redisson;

import java.time.Instant;
import java.util.List;

/**
 * Dead letters by the first line of their error. Immutable.
 *
 * @param groups the largest first
 * @param examined how many dead letters were examined
 * @param dead how many dead letters the topic has; more than {@code examined} if some were not examined
 */
public record DeadLetterGroups(List<Group> groups, long examined, long dead) {

    public DeadLetterGroups {
        groups = List.copyOf(groups);
    }

    /**
     * Dead letters with one error.
     *
     * @param firstLine for {@link DeadLetterFilter#withFirstLine}; empty if they have no error
     * @param number how many of the examined ones
     * @param firstDied when the oldest of them became a dead letter
     * @param lastDied when the newest of them became a dead letter
     */
    public record Group(String firstLine, long number, Instant firstDied, Instant lastDied) {

        /** Both together. */
        public Group plus(Group other) {
            return new Group(
                    firstLine,
                    number + other.number,
                    firstDied.isBefore(other.firstDied) ? firstDied : other.firstDied,
                    lastDied.isAfter(other.lastDied) ? lastDied : other.lastDied);
        }
    }
}

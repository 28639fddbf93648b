package org.delay.redisson.journal.store;

/**
 * How one revision of a message ended.
 *
 * @param end {@link MessageState#DELIVERED}, {@link MessageState#EXPIRED} or {@link MessageState#DEAD}
 */
public record Ending(MessageRevision revision, MessageState end) {

    public Ending {
        if (end == MessageState.WAITING || end == MessageState.CANCELLED) {
            throw new IllegalArgumentException("end must be DELIVERED, EXPIRED or DEAD, but is " + end);
        }
    }

    /** The message's identity. */
    public MessageKey key() {
        return revision.key();
    }
}

package org.delay.redisson.journal;

import java.nio.charset.StandardCharsets;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Send;

/** A message to send, and how it is stored. */
record Order(OutgoingMessage message, PreparedMessage prepared) {

    private static final int SMALL = 16 * 1024;

    MessageKey key() {
        return new MessageKey(prepared.topic(), prepared.id());
    }

    Send send() {
        return new Send(
                new JournalMessage(
                        key(),
                        message.key(),
                        prepared.dueTime(),
                        prepared.priority(),
                        prepared.content().getBytes(StandardCharsets.UTF_8)),
                message.onDuplicate() == OnDuplicate.REPLACE ? OnWaiting.REPLACE : OnWaiting.KEEP);
    }

    /** Whether a message that waits under its id must stay as it is. */
    boolean keepsAnother() {
        return message.id() != null && message.onDuplicate() != OnDuplicate.REPLACE;
    }

    /** Whether nobody else knows its id, so that no lock is in its way, and it takes little time. */
    boolean isSmallAndNew() {
        return message.id() == null
                && message.onDuplicate() == OnDuplicate.REPLACE
                && prepared.content().length() <= SMALL;
    }
}

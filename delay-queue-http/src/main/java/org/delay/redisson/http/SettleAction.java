package org.delay.redisson.http;

import java.util.Locale;

/** What a client does with a message that it has received. */
enum SettleAction {
    /** It is done. */
    ACK,
    /** It failed, and is due again later, or a dead letter when its attempts are used up. */
    RETRY,
    /** It was not processed; no attempt is counted. */
    RELEASE,
    /** Its lease ends later. */
    EXTEND,
    /** It becomes a dead letter. */
    BURY;

    /** As in paths and meters. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package org.delay.redisson.operations;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is shown. Its body, key and header values are masked unless the caller may see them. The error of a dead
 * letter is always shown, because operators need it. Immutable.
 */
public final class MessageView {

    /** Stands for a masked value. */
    public static final String MASK = "******";

    private final StoredMessage stored;
    private final boolean showsValues;

    MessageView(StoredMessage stored, boolean showsValues) {
        this.stored = stored;
        this.showsValues = showsValues;
    }

    /** Whether body, key and header values are shown. */
    public boolean showsValues() {
        return showsValues;
    }

    /** The topic. */
    public String topic() {
        return stored.message().topic();
    }

    /** The id. */
    public String id() {
        return stored.message().id();
    }

    /** Where the message is on its way. */
    public State state() {
        return stored.state();
    }

    /** When it is delivered next, when its lease ends, or when it died, by {@link #state()}. */
    public Instant at() {
        return stored.at();
    }

    /** The due time that the sender asked for. */
    public Instant dueTime() {
        return stored.message().dueTime();
    }

    /** The priority. */
    public int priority() {
        return stored.message().priority();
    }

    /** How many deliveries failed. */
    public int failures() {
        return stored.failures();
    }

    /** How many leases expired. */
    public int leaseExpirations() {
        return stored.leaseExpirations();
    }

    /** The time to live, or null if there is none. */
    public @Nullable Duration timeToLive() {
        return stored.timeToLive();
    }

    /** The last error of a dead letter, else null. */
    public @Nullable String error() {
        return stored.error();
    }

    /** The key, masked unless shown; null if there is none. */
    public @Nullable String key() {
        String key = stored.message().key();
        return key == null ? null : masked(key);
    }

    /** The headers in order of their names, with values masked unless shown. */
    public SortedMap<String, String> headers() {
        SortedMap<String, String> headers = new TreeMap<>(stored.message().headers());
        headers.replaceAll((name, value) -> masked(value));
        return Collections.unmodifiableSortedMap(headers);
    }

    /** The body as it is stored, masked unless shown. */
    public String body() {
        return masked(stored.message().body());
    }

    private String masked(String value) {
        return showsValues ? value : MASK;
    }
}
